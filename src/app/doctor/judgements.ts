import { fail, type Finding, ok, warn } from './finding.ts';

/** `20.19.0` and newer can run flow. */
export function judgeNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNewEnough = major > 20 || (major === 20 && minor >= 19);
  if (isNewEnough) return ok('node', version);
  return fail('node', `${version} is too old`, 'install Node.js 20.19 or newer');
}

/** `text`: what `bash --version` says; undefined: there is none. */
export function judgeBash(text: string | undefined): Finding {
  if (text === undefined) return fail('bash', 'not found', 'install it: `shell` commands need it');
  const version = /version (?<number>[\d.]+)/u.exec(text)?.groups?.['number'];
  if (version === undefined)
    return warn('bash', 'does not say its version', 'see `bash --version`');
  if (Number(version.split('.')[0]) >= 4) return ok('bash', version);
  return warn(
    'bash',
    `${version} has no associative arrays`,
    'install bash 4: scripts in bash need it',
  );
}

/** `text`: what the interpreter says of its version; undefined: there is none. */
export function judgeInterpreter(name: string, text: string | undefined, ending: string): Finding {
  if (text === undefined) {
    return warn(name, 'not found', `install it if rules have scripts that end in \`${ending}\``);
  }
  return ok(name, /\d+(?:\.\d+)+/u.exec(text)?.[0] ?? 'there');
}

/** What a file that was just written is said to be younger than our clock; it may be negative. */
export function judgeClock(behindMs: number): Finding {
  const seconds = Math.round(Math.abs(behindMs) / 100) / 10;
  if (Math.abs(behindMs) < SKEW_MS) return ok('clock', 'files get the time of this machine');
  const which = behindMs > 0 ? 'behind' : 'ahead of';
  return warn(
    'clock',
    `the file system is ${seconds} s ${which} this machine`,
    'set both clocks by a time server; without records, files are compared by their times',
  );
}

/** Less is what a slow disk does. */
const SKEW_MS = 2_000;

/** By the number that `statfs` has for it. */
export function judgeFileSystem(type: number, freeMib: number): Finding {
  const name = NAMES.get(type) ?? `type 0x${type.toString(16)}`;
  const said = `${name}, ${Math.floor(freeMib / 1024)} GiB free`;
  if (freeMib < SCARCE_MIB) {
    return warn(
      'file system',
      `${name}, only ${Math.floor(freeMib)} MiB free`,
      'make room before you run anything large',
    );
  }
  if (type === TMPFS)
    return warn('file system', said, 'what lies in memory is gone when the machine stops');
  return ok(
    'file system',
    REMOTE.has(name)
      ? `${said}; shared, so outputs may come into sight late (\`--latency-wait\`)`
      : said,
  );
}

const SCARCE_MIB = 1024;
const TMPFS = 0x01_02_19_94;
const NAMES: ReadonlyMap<number, string> = new Map([
  [0xef_53, 'ext4'],
  [0x58_46_53_42, 'xfs'],
  [0x91_23_68_3e, 'btrfs'],
  [TMPFS, 'tmpfs'],
  [0x79_4c_76_30, 'overlay'],
  [0x2f_c1_2f_c1, 'zfs'],
  [0x69_69, 'nfs'],
  [0xff_53_4d_42, 'cifs'],
  [0xfe_53_4d_42, 'smb'],
  [0x0b_d0_0b_d0, 'lustre'],
  [0x19_83_03_26, 'beegfs'],
  [0x47_50_46_53, 'gpfs'],
  [0x65_73_55_46, 'fuse'],
  [0x01_02_19_97, '9p'],
]);
const REMOTE = new Set(['nfs', 'cifs', 'smb', 'lustre', 'beegfs', 'gpfs', '9p']);
