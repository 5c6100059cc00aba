import { describe, expect, test } from 'vitest';
import { type ExecutorRig, fixture, word } from './executor-rig.ts';

/** How commands are run, and what is told of their ends. */
export function describeCommands(rig: () => ExecutorRig): void {
  describe('commands', () => {
    test('a job that has done its work has succeeded', async () => {
      const outcome = await rig().run({ shell: 'echo hello > out/a.txt', outputs: ['out/a.txt'] });
      expect(outcome.kind).toBe('succeeded');
      expect(rig().read('out/a.txt')).toBe('hello\n');
    });

    test('a job that ran is told to have started, once', async () => {
      const { spec, outcome } = rig().launch({ shell: 'true' });
      await outcome;
      expect(rig().told(spec.token).starts).toBe(1);
    });

    test('the exit code and the last lines of a failed job are told', async () => {
      expect(await rig().run({ shell: 'echo one; echo two >&2; exit 7' })).toEqual({
        kind: 'failed',
        cause: 'exit',
        detail: 'exit code 7',
        exitCode: 7,
        lastLines: ['one', 'two'],
      });
    });

    test('of a long log, the last ten lines are told', async () => {
      const outcome = await rig().run({ shell: 'seq 1 100000; exit 1' });
      expect(outcome).toMatchObject({
        lastLines: Array.from({ length: 10 }, (_, index) => String(99_991 + index)),
      });
    });

    test('a log that is no text is told as far as it is text', async () => {
      const shell = String.raw`printf '\0\377\033[31mred\033[0m\n 50%%\r100%%\nend\n'; exit 1`;
      expect(await rig().run({ shell })).toMatchObject({
        lastLines: ['\u{FFFD}red', '100%', 'end'],
      });
    });

    test('the first command that fails fails the job', async () => {
      const { spec, outcome } = rig().launch({ shell: 'echo before; false; echo after' });
      expect(await outcome).toMatchObject({ kind: 'failed', exitCode: 1 });
      expect(rig().read(spec.logFile)).toBe('before\n');
    });

    test('a command that fails inside of a pipe fails the job', async () => {
      expect(await rig().run({ shell: '(exit 3) | cat' })).toMatchObject({
        kind: 'failed',
        exitCode: 3,
      });
    });

    test('a variable that is not set fails the job', async () => {
      // oxlint-disable-next-line no-template-curly-in-string -- bash, not JavaScript
      const outcome = await rig().run({ shell: 'echo "${no_such_variable}"' });
      expect(outcome).toMatchObject({ kind: 'failed', exitCode: 1 });
    });

    test('a command that is not bash fails the job, and no job after it', async () => {
      for (const shell of ['if', 'echo "', ')', 'fi; echo no', '}', '&&', ';', '(']) {
        const outcome = await rig().run({ shell: `${shell}\nfalse` });
        expect(outcome, shell).toMatchObject({ kind: 'failed', cause: 'exit' });
      }
      expect(await rig().run({ shell: 'true' })).toMatchObject({ kind: 'succeeded' });
    });

    test.each(['SEGV', 'KILL', 'TERM', 'ABRT'])(
      'a job that SIG%s ended is told so',
      async (name) => {
        expect(await rig().run({ shell: fixture('die-of.sh', name) })).toMatchObject({
          kind: 'failed',
          cause: 'signal',
          detail: `killed by SIG${name}`,
        });
      },
    );

    test('a job whose own shell was killed is told so', async () => {
      for (const shell of ['kill -KILL $BASHPID', 'kill -KILL $$', 'kill -KILL 0']) {
        expect(await rig().run({ shell }), shell).toMatchObject({
          kind: 'failed',
          cause: 'signal',
          detail: 'killed by SIGKILL',
          exitCode: 137,
        });
      }
    });

    test('a job that runs longer than its time is ended', async () => {
      const outcome = await rig().run({
        shell: `${fixture('linger.sh', 'pid.txt')} & wait`,
        timeS: 0.5,
      });
      expect(outcome).toMatchObject({
        kind: 'failed',
        cause: 'timeout',
        detail: 'ran longer than the 0.5 s it asked for',
        exitCode: undefined,
      });
    });

    test('a job that ends within its time is left alone', async () => {
      expect(await rig().run({ shell: 'exit 4', timeS: 3600 })).toMatchObject({ exitCode: 4 });
    });

    test('words of a command without a shell reach the program as they are', async () => {
      const words = ['a b', "it's", '$HOME', '*', '', '-n', 'new\nline', 'größe'];
      const { spec, outcome } = rig().launch({ exec: ['printf', '<%s>', ...words] });
      expect(await outcome).toMatchObject({ kind: 'succeeded' });
      expect(rig().read(spec.logFile)).toBe(words.map((it) => `<${it}>`).join(''));
    });

    test('a program that is not there is told as a job that could not start', async () => {
      expect(await rig().run({ exec: ['no-such-program', 'x'] })).toEqual({
        kind: 'failed',
        cause: 'start',
        detail: 'program `no-such-program` was not found',
        exitCode: undefined,
        lastLines: [],
      });
    });

    test('a script without its interpreter is told as a job that could not start', async () => {
      const script = '#!/no/such/interpreter\n';
      const shell = `echo '${script.trim()}' > run-me; chmod +x run-me`;
      await rig().run({ shell });
      expect(await rig().run({ exec: ['./run-me'] })).toMatchObject({
        cause: 'start',
        detail: 'program `./run-me` names an interpreter that does not exist',
      });
    });

    test('a command of 300 kB runs', async () => {
      const text = 'x'.repeat(300_000);
      const shell = `text=${word(text)}\nprintf %s "$text" > big.txt`;
      expect(await rig().run({ shell, outputs: ['big.txt'] })).toMatchObject({ kind: 'succeeded' });
      expect(rig().read('big.txt')).toBe(text);
    });

    test('a command may have many lines, comments, here documents and dashes', async () => {
      const shell = [
        '- || true',
        '# a comment',
        'cat > a.txt <<X',
        '  kept $((1 + 1))',
        'X',
        'for word in a "b c"; do',
        '  echo "$word" >> a.txt # more',
        'done',
      ].join('\n');
      expect(await rig().run({ shell, outputs: ['a.txt'] })).toMatchObject({ kind: 'succeeded' });
      expect(rig().read('a.txt')).toBe('  kept 2\na\nb c\n');
    });
  });
}
