import { expect, test } from 'vitest';
import { compilePattern } from '../../../../src/core/pattern/compile-pattern.ts';
import { escapesByWildcard } from '../../../../src/core/pattern/escapes-by-wildcard.ts';

test.each([
  ['out/{x,.+}', 'out/a', false],
  ['out/{x,.+}', 'b', false],
  ['{x,.+}', '../a', true],
  ['{x,.+}', '/etc/passwd', true],
  ['../{x,.+}', '../a', false],
  ['../{x,.+}', '../..', true],
  ['../{x,.+}', '../../a', true],
  ['../a{x,.+}', '../ab', false],
  ['/data/{x,.+}', '/data/a', false],
  ['/data/{x,.+}', '/data', true],
  ['/data/{x,.+}', '/database', true],
  ['/data{x,.+}', '/database', false],
  ['/{x,.+}', '/etc/passwd', false],
  ['..{x,.+}', '../a', true],
  ['../a', '../a', false],
])('%s filled to %s escapes: %s', (source, path, expected) => {
  const pattern = compilePattern(source, { wildcardDefault: '[^/]+' });
  expect(escapesByWildcard(pattern, path)).toBe(expected);
});
