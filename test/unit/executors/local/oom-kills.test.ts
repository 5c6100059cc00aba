import { expect, test } from 'vitest';
import { oomCounter } from '../../../../src/executors/local/oom-counter.ts';
import { OomKills } from '../../../../src/executors/local/oom-kills.ts';
import type { CommandEnd } from '../../../../src/executors/protocol/command-end.ts';
import { ManualClock } from '../../../rigs/manual-clock.ts';

const KILLED: CommandEnd = { kind: 'signalled', signal: 'SIGKILL' };
const OUT_OF_MEMORY: CommandEnd = { kind: 'out-of-memory' };

/** A kernel that has killed so many, and who asks it. */
function kernel(count: number | undefined) {
  const clock = new ManualClock();
  const state = { count, lookCount: 0 };
  const kills = new OomKills(() => {
    state.lookCount += 1;
    return state.count;
  }, clock);
  return { kills, clock, state };
}

test('a killed job was killed for want of memory if the kernel has counted one more', () => {
  const { kills, state } = kernel(7);
  const mark = kills.mark();
  expect(kills.explain(KILLED, mark)).toBe(KILLED);
  state.count = 8;
  expect(kills.explain({ kind: 'exited', code: 137 }, mark)).toEqual(OUT_OF_MEMORY);
});

test('what ended in another way was not killed, whatever the kernel counts', () => {
  const { kills, state } = kernel(0);
  const mark = kills.mark();
  state.count = 5;
  const ends: CommandEnd[] = [
    { kind: 'exited', code: 0 },
    { kind: 'exited', code: 1 },
    { kind: 'signalled', signal: 'SIGSEGV' },
    { kind: 'timed-out', limitS: 1 },
    { kind: 'cancelled' },
  ];
  for (const end of ends) expect(kills.explain(end, mark)).toBe(end);
});

test('one kill explains one job', () => {
  const { kills, state } = kernel(0);
  const marks = [kills.mark(), kills.mark()];
  state.count = 1;
  expect(marks.map((mark) => kills.explain(KILLED, mark))).toEqual([OUT_OF_MEMORY, KILLED]);
  const later = kills.mark();
  state.count = 2;
  expect(kills.explain(KILLED, later)).toEqual(OUT_OF_MEMORY);
});

test('kills from before a job do not explain its end', () => {
  const { kills, clock, state } = kernel(0);
  kills.mark();
  state.count = 3;
  clock.advance(200);
  expect(kills.explain(KILLED, kills.mark())).toBe(KILLED);
});

test('jobs that begin in one moment share a look', () => {
  const { kills, clock, state } = kernel(0);
  for (let count = 0; count < 1000; count += 1) kills.mark();
  expect(state.lookCount).toBe(1);
  clock.advance(200);
  kills.mark();
  expect(state.lookCount).toBe(2);
});

test('where nobody counts, a kill is a kill', () => {
  const { kills } = kernel(undefined);
  expect(kills.explain(KILLED, kills.mark())).toBe(KILLED);
});

const MOUNT_2 = '30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n';
const MOUNT_1 = '35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n';
const EVENTS = 'low 0\nhigh 0\nmax 12\noom 4\noom_kill 3\noom_group_kill 0\n';

/** What is counted on a machine with these files in `/proc/self`, and others. */
function counted(cgroup: string, mountinfo: string, files: Readonly<Record<string, string>>) {
  const all: Readonly<Record<string, string>> = {
    '/proc/self/cgroup': cgroup,
    '/proc/self/mountinfo': mountinfo,
    '/proc/vmstat': 'nr_free_pages 1\noom_kill 99\n',
    ...files,
  };
  return oomCounter((path) => all[path] ?? '')();
}

test('kills are counted by our own control group', () => {
  const slice = '/user.slice/session-3.scope';
  expect(
    counted(`0::${slice}\n`, MOUNT_2, { [`/sys/fs/cgroup${slice}/memory.events`]: EVENTS }),
  ).toBe(3);
});

test('a container sees its group as the root', () => {
  const files = { '/sys/fs/cgroup/memory.events': EVENTS, '/sys/fs/cgroup/cgroup.type': 'domain' };
  expect(counted('0::/\n', MOUNT_2, files)).toBe(3);
  expect(
    counted('4:memory:/docker/abc\n', MOUNT_1.replace(' / ', ' /docker/abc '), {
      '/sys/fs/cgroup/memory/memory.oom_control': 'under_oom 0\noom_kill 2\n',
    }),
  ).toBe(2);
});

test('the older control groups count as well', () => {
  expect(
    counted('9:name=systemd:/\n4:cpuset,memory:/jobs/1\n0::/\n', MOUNT_2 + MOUNT_1, {
      '/sys/fs/cgroup/memory/jobs/1/memory.oom_control': 'under_oom 0\noom_kill 2\n',
    }),
  ).toBe(2);
});

test('the count of the whole machine says something only where no group is around us', () => {
  const root = { '/sys/fs/cgroup/cgroup.controllers': 'cpu memory\n' };
  expect(counted('0::/\n', MOUNT_2, root)).toBe(99);
  expect(counted('0::/\n', MOUNT_2, { ...root, '/sys/fs/cgroup/cgroup.type': 'domain' })).toBe(
    undefined,
  );
  expect(counted('', '', {})).toBe(undefined);
});
