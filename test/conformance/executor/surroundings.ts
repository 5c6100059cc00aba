import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type ExecutorRig, fixture, isAlive } from './executor-rig.ts';

/** What a job finds around it, and what it leaves. */
export function describeSurroundings(rig: () => ExecutorRig): void {
  describe('surroundings', () => {
    test('a job runs in the working directory', async () => {
      await rig().run({ shell: 'echo here > a.txt' });
      expect(rig().read('a.txt')).toBe('here\n');
    });

    test('the log has both streams, in their order', async () => {
      const { spec, outcome } = rig().launch({
        shell: 'echo one; echo two >&2; printf three; sh -c "echo four >&2"; echo five',
      });
      await outcome;
      expect(rig().read(spec.logFile)).toBe('one\ntwo\nthreefour\nfive\n');
    });

    test('what is in the log already stays', async () => {
      rig().write('log.txt', 'before\n');
      await rig().run({ shell: 'echo now', logFile: 'log.txt' });
      expect(rig().read('log.txt')).toBe('before\nnow\n');
    });

    test('nothing can be read from standard input', async () => {
      const { spec, outcome } = rig().launch({ shell: 'wc -c; if read -r line; then exit 1; fi' });
      expect((await outcome).kind).toBe('succeeded');
      expect(rig().read(spec.logFile)?.trim()).toBe('0');
    });

    test('a job has the environment of its spec, and its marks', async () => {
      const text = 'a "b" \'c\' $d\n\\e größe';
      const { spec, outcome } = rig().launch({
        shell: 'printenv TEXT EMPTY FLOW_JOB_TOKEN FLOW_RUN_ID',
        environment: { TEXT: text, EMPTY: '' },
      });
      expect((await outcome).kind).toBe('succeeded');
      expect(rig().read(spec.logFile)).toBe(`${text}\n\n${spec.token}\n${spec.runId}\n`);
    });

    test('a job knows how many threads it has', async () => {
      const { spec, outcome } = rig().launch({ shell: 'printenv OMP_NUM_THREADS', threads: 3 });
      await outcome;
      expect(rig().read(spec.logFile)).toBe('3\n');
    });

    test('a rule may set thread counts of its own', async () => {
      const environment = { OMP_NUM_THREADS: '7' };
      const { spec, outcome } = rig().launch({ shell: 'printenv OMP_NUM_THREADS', environment });
      await outcome;
      expect(rig().read(spec.logFile)).toBe('7\n');
    });

    test('a job sees the cards it was given, and no others', async () => {
      const { spec, outcome } = rig().launch({
        shell: 'printenv CUDA_VISIBLE_DEVICES CUDA_DEVICE_ORDER',
        gpus: ['2', 'GPU-8f1c'],
      });
      await outcome;
      expect(rig().read(spec.logFile)).toBe('2,GPU-8f1c\nPCI_BUS_ID\n');
    });

    test('no job finds what another did to its shell', async () => {
      const leaky = [
        'cd /; umask 077; ulimit -n 99; LEAK=1; export LEAK',
        'leak() { :; }; alias leak=true; shopt -s nullglob; set -f; trap "echo leak" EXIT',
        'exec 7</dev/null; readonly TEXT=leak; PATH=/nowhere; IFS=x; set -- leak; hash -p /x ls',
      ].join('\n');
      const look = [
        'echo "${LEAK-none} $(umask) $# ${TEXT-none}"; pwd -P; type leak 2>&1 || true',
        'ls -d ./no*such || true; test ! -e /proc/self/fd/7; ulimit -n; set -o; shopt',
      ].join('\n');
      const seen: (string | undefined)[] = [];
      for (const before of ['true', leaky, leaky, 'true']) {
        await rig().run({ shell: before });
        const { spec, outcome } = rig().launch({ shell: look });
        expect((await outcome).kind).toBe('succeeded');
        seen.push(rig().read(spec.logFile));
      }
      expect(seen[1]).toBe(seen[0]);
      expect(new Set(seen).size).toBe(1);
      expect(seen[0]).toContain('none 0022 0 none');
    });

    test('no descriptors reach the job but its three', async () => {
      const ours = inherited();
      for (const look of ['ls /proc/self/fd', 'for fd in /proc/self/fd/*; do echo $fd; done']) {
        const { spec, outcome } = rig().launch({ shell: look });
        expect((await outcome).kind).toBe('succeeded');
        const found = (rig().read(spec.logFile) ?? '').match(/\d+$/gmu) ?? [];
        // The fourth is the folder that is being listed.
        expect(found.filter((it) => !ours.has(it)).toSorted()).toEqual(['0', '1', '2', '3']);
      }
    });

    test('each job has a process group of its own, and no terminal', async () => {
      const groups = new Set<unknown>();
      for (const shell of ['cat /proc/self/stat', 'cat /proc/self/stat; echo $$ > /dev/null']) {
        const { spec, outcome } = rig().launch({ shell });
        await outcome;
        const [, , , group, , terminal] = (rig().read(spec.logFile) ?? '').split(' ').slice(1);
        expect(terminal).toBe('0');
        groups.add(group);
      }
      groups.add(readFileSync('/proc/self/stat', 'utf8').split(' ')[4]);
      expect(groups.size).toBe(3);
    });

    test('a process that a good job left behind is ended before the job is told', async () => {
      for (const program of ['linger.sh', 'linger-deaf.sh']) {
        const outcome = await rig().run({
          shell: `${fixture(program, 'pid.txt')} & ${fixture('wait-for-file.sh', 'pid.txt')}`,
          outputs: ['pid.txt'],
        });
        expect(outcome.kind, program).toBe('succeeded');
        expect(isAlive(Number(rig().read('pid.txt'))), program).toBe(false);
      }
    });

    test('what a good job left behind may finish its work', async () => {
      const outcome = await rig().run({
        shell: 'seq 1 1000 | tee >(sleep 0.1; wc -l > a) > /dev/null',
        outputs: ['a'],
      });
      expect(outcome.kind).toBe('succeeded');
      expect(rig().read('a')?.trim()).toBe('1000');
    });

    test('a job whose output is still being written after a while has failed', async () => {
      const outcome = await rig().run({
        shell: `mkdir d; (exec > d/x; ${fixture('linger.sh', 'pid.txt')}) & ${fixture('wait-for-file.sh', 'pid.txt')}`,
        outputs: ['pid.txt', 'd/'],
      });
      expect(outcome).toMatchObject({
        kind: 'failed',
        cause: 'missing-output',
        detail: 'output `d` is still being written after the command has ended',
      });
      expect(rig().has('d')).toBe(false);
    });

    test('a process that a failed job left behind is ended, wherever it went', async () => {
      const outcome = await rig().run({
        shell: `setsid ${fixture('linger.sh', 'pid.txt')} & ${fixture('wait-for-file.sh', 'pid.txt')}; exit 5`,
      });
      expect(outcome).toMatchObject({ kind: 'failed', exitCode: 5 });
      expect(isAlive(Number(rig().read('pid.txt')))).toBe(false);
    });
  });
}

/** Descriptors that whoever started the tests passed on to all of us. */
function inherited(): ReadonlySet<string> {
  const listed = execFileSync('ls', ['/proc/self/fd'], { stdio: ['ignore', 'pipe', 'ignore'] });
  return new Set(
    listed
      .toString()
      .split('\n')
      .filter((it) => Number(it) > 3),
  );
}
