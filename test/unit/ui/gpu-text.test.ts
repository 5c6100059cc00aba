import { expect, test } from 'vitest';
import { gpusText } from '../../../src/ui/text/gpu-text.ts';

test.each([
  [['0'], 'GPU 0'],
  [['0', '2'], 'GPUs 0, 2'],
  [['GPU-8f1c2d3e-aaaa', 'MIG-11111111-bbbb'], 'GPU-8f1c2d3e, MIG-11111111'],
  [['GPU-8f1c2d3e-aaaa', 'GPU-8f1c2d3e-bbbb'], 'GPU-8f1c2d3e-aaaa, GPU-8f1c2d3e-bbbb'],
])('%j is shown as %s', (ids, text) => {
  expect(gpusText(ids)).toBe(text);
});
