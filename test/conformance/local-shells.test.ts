import { expect, test } from 'vitest';
import { ExecutorRig } from './executor/executor-rig.ts';
import { openLocal } from './open-local.ts';

/**
 * What a command sees of its shell, and what its shell makes of it: the same, whether that is a
 * subshell of a resident shell or a bash of its own.
 */
const PROBES: readonly string[] = [
  'set -o; shopt; echo $0 $# $SHLVL; umask; ulimit -a; pwd',
  'trap -p; alias; declare -F; jobs -l; dirs; hash; type cd ls',
  // Bash itself counts some of them differently; these say nothing of the job's.
  'compgen -v | grep -vE "^(_|LINENO|RANDOM|SRANDOM|EPOCH.*|BASHPID|OLDPWD|PIPESTATUS)$"',
  'grep -E "^(SigBlk|SigIgn|Umask|Seccomp|NoNewPrivs|CapEff)" /proc/self/status',
  'env | grep -vE "^(FLOW_JOB_TOKEN|_|OLDPWD)=" | sort',
  'nice; cat /proc/self/oom_score_adj; cat /proc/self/cgroup',
  'echo a; no-such-command-here; echo b',
  '\n\n  no-such-command-here || echo $LINENO\n\nfalse',
  'echo "${unset_name}"; echo b',
  'f() { false; echo no; }; f; echo b',
  'f() { return 3; }; f || echo $?; (exit 4) || echo $?; ! true; echo on',
  'trap "echo bye" EXIT; trap "echo oops" ERR; false',
  'exec > redirected; echo x; cat redirected >&2',
  'exec sh -c "echo replaced; exit 6"',
  'cat <(echo one) <<<two - | sort | tee copy; cat copy; wait',
  'sleep 0.01 & wait; echo $?; { sleep 0.01; exit 3; } & wait -n || echo $?',
  'read -r line || echo none; mapfile lines; echo ${#lines[@]}',
  'local x=1',
  'return 3',
  'break; continue; echo on',
  'exit 300',
  'kill -USR2 $BASHPID',
  'yes | head -1',
  'set -f; echo *; set +f; echo [.]',
  'echo one; \\\necho two # three\n: <<"END"\nfour\nEND\necho five',
  "echo 'größe' $'\\u00fc' ${#PWD}; printf '%s\\n' \"ü\" | wc -m",
  'ulimit -f 0; echo > toobig',
];

test.each(PROBES)('a resident shell is no other than a new one: %j', async (shell) => {
  const outcomes = [];
  for (const maxResidentShells of [1, 0]) {
    const rig = new ExecutorRig(await openLocal({ maxResidentShells }));
    await rig.open();
    // The second job of a resident shell, where what the first has left would show.
    await rig.run({ shell: 'true' });
    const { spec, outcome } = rig.launch({ shell });
    const { kind, ...told } = { exitCode: 0, ...(await outcome) };
    const log = rig.read(spec.logFile)?.replaceAll(spec.workingDirectory, 'HERE');
    outcomes.push({ kind, exitCode: told.exitCode, log });
    await rig.close();
  }
  expect(outcomes[0]).toEqual(outcomes[1]);
});
