/** A page, as far as its examples go: its parts, each from one heading to the next. */
export interface Page {
  readonly sections: readonly Section[];
}

export interface Section {
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** A fenced block. */
export interface Block {
  readonly language: string;
  /** What stands behind the language: the name of a file, `rules`, or nothing. */
  readonly label: string;
  readonly text: string;
  /** Of its opening fence, from 1. */
  readonly line: number;
}

const FENCE = /^```(?<language>\w*) ?(?<label>\S*)$/u;
const HEADING = /^#{1,4} (?<title>.*)$/u;

/** Takes a Markdown page apart. Fences stand at the start of a line. */
export function readPage(markdown: string): Page {
  const sections: { title: string; blocks: Block[] }[] = [{ title: '', blocks: [] }];
  let block: Block | undefined;
  let lines: string[] = [];
  for (const [index, line] of markdown.split('\n').entries()) {
    const fence = FENCE.exec(line)?.groups;
    if (block !== undefined) {
      if (line === '```') {
        sections.at(-1)?.blocks.push({ ...block, text: `${lines.join('\n')}\n` });
        block = undefined;
      } else lines.push(line);
    } else if (fence === undefined) {
      const title = HEADING.exec(line)?.groups?.['title'];
      if (title !== undefined) sections.push({ title, blocks: [] });
    } else {
      const { language = '', label = '' } = fence;
      block = { language, label, text: '', line: index + 1 };
      lines = [];
    }
  }
  if (block !== undefined) throw new Error(`the block in line ${block.line} is never closed`);
  return { sections };
}
