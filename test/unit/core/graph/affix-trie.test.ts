import { expect, test } from 'vitest';
import { AffixTrie } from '../../../../src/core/graph/affix-trie.ts';

test.each([
  ['banana', ['ba…na', 'b…', '…', '…a', 'banana…banana']],
  ['ba', ['b…', '…', '…a']],
  ['b', ['b…', '…']],
  ['', ['…']],
  ['nab', ['…']],
])('finds all that fits %s', (text, expected) => {
  const trie = new AffixTrie<string>();
  for (const each of ['ba…na', 'b…', '…', '…a', 'banana…banana', 'bananas…']) {
    const [prefix = '', suffix = ''] = each.split('…');
    trie.add(prefix, suffix, each);
  }
  const found: string[] = [];
  trie.collect(text, found);
  expect(found.toSorted()).toEqual(expected.toSorted());
});

test('keeps values that are filed under the same texts', () => {
  const trie = new AffixTrie<number>();
  trie.add('a', 'b', 1);
  trie.add('a', 'b', 2);
  const found: number[] = [];
  trie.collect('a-b', found);
  expect(found).toEqual([1, 2]);
});
