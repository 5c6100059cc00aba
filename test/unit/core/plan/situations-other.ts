import { PlanRig } from './plan-rig.ts';
import { see, type Situations } from './situation.ts';

const rig = (...lines: readonly string[]): PlanRig => new PlanRig(...lines);

/** As recorded, but for the code of these rules. */
const stale = async (built: Promise<PlanRig>, ...rules: readonly string[]): Promise<PlanRig> => {
  const after = await built;
  for (const rule of rules) after.change('code', rule, 'other');
  return after;
};

const chain = (): Promise<PlanRig> => rig('b <- a', 'c <- b', 'd <- c').done('d');

export const REMADE: Situations = {
  remade: async () => see(await stale(chain(), 'b'), 'c'),
  'remade-final': async () => see(await stale(rig('b <- a', 'c <- final(b)').done('c'), 'b'), 'c'),
  'remade-two': async () =>
    see(await stale(rig('b <- a', 'x <- a', 'c <- b x').done('c'), 'b', 'x'), 'c'),
  'remade-onward': async () => see(await stale(chain(), 'b'), 'd'),
  'remade-edges': async () =>
    see(await stale(rig('b <- a', 'x <- a', 'c <- order(b) ancient(x)').done('c'), 'b', 'x'), 'c'),
  'remade-differs': async () => {
    // `b` was made anew, and the run ended before `c` was.
    const half = (await chain()).put('b', 'later');
    return see(await stale(half.done('b'), 'b'), 'c');
  },
  'remade-newer': () => see(rig('b <- a', 'c <- b').write('a', 'c', 'b').touch('a'), 'c'),
  'remade-and-own': async () => see(await stale(chain(), 'b', 'c'), 'c'),
  'remade-by-held': async () => {
    const built = rig('both: b x <- a', 'c <- b').done('c');
    return see((await stale(built, 'both')).put('x', 'by hand'), 'c');
  },
};

/** `t` is temporary and was removed; `c` reads it, and `b` as well. */
const away = async (...lines: readonly string[]): Promise<PlanRig> => {
  const built = rig('temp(t) <- a', 'b <- s', ...lines);
  return (await built.done('c', ...(lines.length > 1 ? ['e'] : []))).remove('t', 'u');
};
const simple = (): Promise<PlanRig> => away('c <- t b');
const back = (): Promise<PlanRig> => away('c <- u b', 'temp(u) <- t', 'e <- b');

export const REMOVED_TEMPS: Situations = {
  'temp-rest': async () => see(await simple(), 't', { targets: ['c'] }),
  'temp-reader': async () => see(await simple(), 'c'),
  'temp-needed': async () => see(await stale(simple(), 'c'), 't', { targets: ['c'] }),
  'temp-needed-order': async () =>
    see(await stale(away('c <- order(t) b'), 'c'), 't', { targets: ['c'] }),
  'temp-needed-back': async () => see(await stale(back(), 'c'), 't', { targets: ['c'] }),
  'temp-needed-both': async () =>
    see(await stale(away('c <- t', 'e <- t b'), 'c', 'b'), 't', { targets: ['e', 'c'] }),
  'temp-needed-stale': async () => see(await stale(simple(), 'c', 't'), 't', { targets: ['c'] }),
  'temp-needed-reader': async () =>
    see(await stale(away('c <- t', 'e <- t'), 'c'), 'e', { targets: ['c', 'e'] }),
  'temp-target': async () => see(await simple(), 't', { targets: ['c', 't'] }),
  'temp-no-record': async () => {
    const given = (await rig('c <- t').done('c')).remove('t');
    return see(given.rules('temp(t) <- a', 'c <- t').write('a'), 't', { targets: ['c'] });
  },
  'temp-open': async () => see((await simple()).open('t'), 't', { targets: ['c'] }),
  'temp-no-longer': async () =>
    see((await simple()).rules('t <- a', 'b <- s', 'c <- t b'), 't', { targets: ['c'] }),
  'temp-torn': async () =>
    see((await stale(simple(), 'c')).put('t', 'rest', { type: 'directory' }).tear('t'), 't', {
      targets: ['c'],
    }),
  'temp-stale': async () => see(await stale(simple(), 't'), 't', { targets: ['c'] }),
  'temp-stale-reader': async () => see(await stale(simple(), 't'), 'c'),
  'temp-differs': async () => see((await simple()).put('t', '2').look('t').remove('t'), 'c'),
  'temp-differs-maker': async () =>
    see((await simple()).put('t', '2').look('t').remove('t'), 't', { targets: ['c'] }),
  'temp-newer': async () => {
    const young = await rig('temp(t) <- a', 'c <- t').write('a', 'c', 't').done('t');
    return see(young.remove('t'), 'c');
  },
  'temp-maybe': async () => see(await stale(simple(), 'b'), 't', { targets: ['c'] }),
  'temp-maybe-back': async () => see(await stale(back(), 'b'), 't', { targets: ['c'] }),
  'temp-maybe-sibling': async () => {
    const built = rig('both: temp(t) x <- a', 'b <- s', 'c <- t b', 'd <- x').done('c', 'd');
    return see((await stale(built, 'b')).remove('t'), 'd', { targets: ['c', 'd'] });
  },
  'temp-maybe-remade': async () => {
    const built = rig('temp(t) <- a b', 'b <- s', 'c <- t b').done('c');
    return see((await stale(built, 'b')).remove('t'), 't', { targets: ['c'] });
  },
};

/** `c` reads a file in a temporary directory that was removed, and `b` as well. */
const awayMember = async (...more: readonly string[]): Promise<PlanRig> => {
  const lines = ['t: temp(t) <- a', 'b <- s', 'c <- t/x b', ...more];
  const built = rig(...lines).withDirectories('t');
  built.put('t', 'all', { type: 'directory' }).write('t/x', 't/y');
  return (await built.done('c', ...(more.length > 0 ? ['e'] : []))).remove('t', 't/x', 't/y');
};

export const REMOVED_MEMBERS: Situations = {
  'temp-member': async () => see(await awayMember(), 't', { targets: ['c'] }),
  'temp-member-needed': async () => see(await stale(awayMember(), 'c'), 't', { targets: ['c'] }),
  'temp-member-maybe': async () => see(await stale(awayMember(), 'b'), 't', { targets: ['c'] }),
  'temp-member-reader': async () =>
    see(await stale(awayMember('e <- t/y'), 'c'), 'e', { targets: ['c', 'e'] }),
  'temp-member-target': async () => see(await awayMember(), 't', { targets: ['c', 't/x'] }),
};

const twins = (): Promise<PlanRig> => rig('both: b x <- a').done('b', 'x');
const twinsWithTemp = (): Promise<PlanRig> =>
  rig('both: temp(t) x <- a', 'b <- s', 'c <- t b').done('c', 'x');

export const EDITED: Situations = {
  edited: async () => see((await twins()).put('b', 'by hand'), 'both', { targets: ['b'] }),
  'edited-kind': async () =>
    see((await twins()).put('b', 'new b', { type: 'directory' }), 'both', { targets: ['b'] }),
  'edited-kind-new': async () => {
    const planned = await folderForFile('b <- a').plan({ targets: ['b'] });
    const verdict = planned.adopted().length === 0 ? planned.verdict('b') : 'adopted';
    return { verdict, reasons: planned.reasons('b').map(({ kind }) => kind) };
  },
  'edited-pipe-new': async () => {
    const pipe = rig('b <- a').write('a').put('b', '', { type: 'other' });
    const planned = await pipe.plan({ targets: ['b'] });
    const verdict = planned.adopted().length === 0 ? planned.verdict('b') : 'adopted';
    return { verdict, reasons: planned.reasons('b').map(({ kind }) => kind) };
  },
  'edited-kind-new-own': () =>
    see(folderForFile('both: c b <- a'), 'both', { targets: ['b', 'c'] }),
  'edited-reader': async () => see((await chain()).put('b', 'by hand'), 'c'),
  'edited-own': async () => see((await stale(chain(), 'b')).put('b', 'by hand'), 'b'),
  'edited-sibling': async () =>
    see((await stale(twins(), 'both')).put('x', 'by hand'), 'both', { targets: ['b'] }),
  'edited-touched': async () => see((await stale(chain(), 'b')).touch('b'), 'b'),
  'edited-pending': async () =>
    see((await stale(rig('b <- a').pending('b').done('b'), 'b')).put('b', 'other'), 'b'),
  'edited-forced': async () =>
    see((await chain()).put('b', 'by hand'), 'b', { force: { names: ['b'] } }),
  'edited-remade': async () => see((await stale(chain(), 'b')).put('c', 'by hand'), 'c'),
  'edited-missing': async () =>
    see((await twins()).put('b', 'by hand').remove('x'), 'both', { targets: ['x'] }),
  'edited-missing-sibling': async () =>
    see((await twins()).put('b', 'by hand').remove('x'), 'both', { targets: ['b'] }),
  'edited-temp': async () =>
    see((await stale(twinsWithTemp(), 'c')).remove('t').put('x', 'by hand'), 'both', {
      targets: ['c'],
    }),
  'edited-temp-maybe': async () =>
    see((await stale(twinsWithTemp(), 'b')).remove('t').put('x', 'by hand'), 'both', {
      targets: ['c'],
    }),
};

/** No record; a directory stands where `b` is made, and `a` is newer than `c`. */
function folderForFile(rule: string): PlanRig {
  return rig(rule).write('c', 'a').put('b', 'a folder', { type: 'directory' });
}
