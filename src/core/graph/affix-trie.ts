/**
 * Values filed under a prefix and a suffix. Looking a text up walks its characters once from the
 * front, and once from the back for each filed prefix that it has, however many values there are.
 */
export class AffixTrie<Value> {
  readonly #prefixes: TrieNode<TrieNode<Value[]>> = newNode();

  add(prefix: string, suffix: string, value: Value): void {
    const front = descend(this.#prefixes, codesOf(prefix));
    front.value ??= newNode();
    const back = descend(front.value, codesOf(suffix).toReversed());
    back.value ??= [];
    back.value.push(value);
  }

  /**
   * The values whose prefix starts the text and whose suffix ends it, appended to `found`.
   * Prefix and suffix may overlap in the text.
   */
  collect(text: string, found: Value[]): void {
    let node: TrieNode<TrieNode<Value[]>> | undefined = this.#prefixes;
    for (let index = 0; node !== undefined; index++) {
      if (node.value !== undefined) collectSuffixes(node.value, text, found);
      node = index < text.length ? node.children?.get(text.charCodeAt(index)) : undefined;
    }
  }
}

interface TrieNode<Value> {
  children: Map<number, TrieNode<Value>> | undefined;
  value: Value | undefined;
}

function newNode<Value>(): TrieNode<Value> {
  return { children: undefined, value: undefined };
}

function codesOf(text: string): number[] {
  return Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
}

/** The node under these characters, made if it is not there. */
function descend<Value>(root: TrieNode<Value>, codes: readonly number[]): TrieNode<Value> {
  let node = root;
  for (const code of codes) {
    node.children ??= new Map();
    let child = node.children.get(code);
    if (child === undefined) {
      child = newNode();
      node.children.set(code, child);
    }
    node = child;
  }
  return node;
}

function collectSuffixes<Value>(root: TrieNode<Value[]>, text: string, found: Value[]): void {
  let node: TrieNode<Value[]> | undefined = root;
  for (let index = text.length - 1; node !== undefined; index--) {
    if (node.value !== undefined) for (const value of node.value) found.push(value);
    node = index >= 0 ? node.children?.get(text.charCodeAt(index)) : undefined;
  }
}
