import { expect, test } from 'vitest';
import { parallelMap } from '../../../src/script/parallel-map.ts';
import { ScriptRig } from './script-rig.ts';

/** Called by the tests below, by name. */
export function double(item: number): number {
  if (item === 13) throw new RangeError('unlucky');
  return item * 2;
}

test('outside of a script the items are done in this thread', async () => {
  const module = import.meta.url;
  expect(await parallelMap({ module, name: 'double', items: [1, 2, 3], threads: 4 })).toEqual([
    2, 4, 6,
  ]);
  expect(await parallelMap({ module, name: 'double', items: [], threads: 4 })).toEqual([]);
});

test('an error says which item it was', async () => {
  const request = { module: import.meta.url, name: 'double', items: [1, 13, 3], threads: 1 };
  await expect(parallelMap(request)).rejects.toThrow(
    new Error('`double` failed for item 2 of 3, 13: unlucky'),
  );
});

const WORKER = `
  import { parallelMap, transfer, type ScriptJob } from 'dagflow';
  import { threadId } from 'node:worker_threads';
  type X = 1;

  export async function work(item: { ms: number; name: string }): Promise<object> {
    await new Promise((done) => { setTimeout(done, item.ms); });
    if (item.name === 'bad') throw new TypeError('not this one');
    return { name: item.name, threadId };
  }
  export function fill(item: { shared: SharedArrayBuffer; from: number }): void {
    new Uint8Array(item.shared).fill(item.from, item.from, item.from + 1);
  }
  export function size(buffer: ArrayBuffer): object {
    return transfer({ size: buffer.byteLength, buffer }, [buffer]);
  }
  export function nothing(): unknown { return () => 1; }
  export function quit(): void { process.exit(3); }
`;

function script(body: string): ScriptRig {
  return new ScriptRig({
    'work.ts': `${WORKER}
      const module = import.meta.url;
      export default async function (job: ScriptJob): Promise<void> { ${body} }`,
  });
}

test('items are spread over as many threads as are asked for, and answers keep their order', async () => {
  const rig = script(`
    const items = [60, 1, 1, 1, 60, 1].map((ms, index) => ({ ms, name: String(index) }));
    const done = await parallelMap<object, { name: string; threadId: number }>(
      { module, name: 'work', items, threads: job.threads });
    console.log(done.map((it) => it.name).join(), new Set(done.map((it) => it.threadId)).size,
      done.some((it) => it.threadId === threadId));
    const again = await parallelMap<object, { threadId: number }>(
      { module, name: 'work', items, threads: job.threads });
    const ids = [...done, ...again].map((it) => it.threadId);
    console.log(new Set(ids).size);
  `);
  expect(await rig.run('work.ts', { threads: 3 })).toEqual({
    exitCode: 0,
    stdout: '0,1,2,3,4,5 3 false\n3\n',
    stderr: '',
  });
});

test('with one thread the script itself does the work', async () => {
  const rig = script(`
    const [one] = await parallelMap<object, { threadId: number }>(
      { module, name: 'work', items: [{ ms: 0, name: 'a' }], threads: 1 });
    console.log(one?.threadId === threadId);
  `);
  expect((await rig.run('work.ts')).stdout).toBe('true\n');
});

test('shared memory is shared, and marked buffers are moved', async () => {
  const rig = script(`
    const shared = new SharedArrayBuffer(4);
    await parallelMap({ module, name: 'fill', items: [1, 2, 3].map((from) => ({ shared, from })), threads: 2 });
    console.log(new Uint8Array(shared).join());
    const buffer = new ArrayBuffer(8);
    const items = [transfer(buffer, [buffer]), new ArrayBuffer(3)];
    const sizes = await parallelMap<ArrayBuffer, { size: number; buffer: ArrayBuffer }>(
      { module, name: 'size', items, threads: 2 });
    console.log(buffer.byteLength, sizes.map((it) => [it.size, it.buffer.byteLength]).join());
  `);
  expect(await rig.run('work.ts')).toEqual({
    exitCode: 0,
    stdout: '0,1,2,3\n0 8,8,3,3\n',
    stderr: '',
  });
});

test('the first error ends the rest, with its item and the author’s lines', async () => {
  const rig = script(`
    const items = ['a', 'bad', 'b', 'c'].map((name) => ({ ms: name === 'bad' ? 0 : 20, name }));
    await parallelMap({ module, name: 'work', items, threads: 2 });
  `);
  const { exitCode, stderr } = await rig.run('work.ts');
  expect(exitCode).toBe(1);
  expect(stderr).toMatchInlineSnapshot(`
    "Error: \`work\` failed for item 2 of 4, {"ms":0,"name":"bad"}: not this one
        at work (~/work.ts:8:36)
    "
  `);
});

test('a result that cannot cross, a name that is not exported, and a dead thread are errors', async () => {
  const rig = script(`
    for (const name of ['nothing', 'gone', 'quit']) {
      await parallelMap({ module, name, items: [1, 2], threads: 2 })
        .catch((error: Error) => console.log(error.message.replace(/file:.*graphs.*work.ts[^\`]*/u, 'URL')));
    }
  `);
  const { stdout } = await rig.run('work.ts');
  // Which of two items fails first is up to their threads.
  expect(stdout.replaceAll(/item \d of 2, \d/gu, 'item')).toBe(
    [
      '`nothing` failed for item: () => 1 could not be cloned.',
      '`gone` failed for item: parallelMap: `URL` exports no function `gone`',
      '`quit` failed for item: its thread exited with 3',
      '',
    ].join('\n'),
  );
});

test('a script goes on after errors, even where an answer comes while its thread is being ended', async () => {
  const rig = script(`
    let caught = 0;
    for (let round = 0; round < 30; round++) {
      await parallelMap({ module, name: 'nothing', items: [1, 2, 3], threads: 3 })
        .catch(() => { caught += 1; });
    }
    console.log(caught);
  `);
  expect(await rig.run('work.ts')).toEqual({ exitCode: 0, stdout: '30\n', stderr: '' });
});
