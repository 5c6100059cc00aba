// Processes that stay when the script that started them is gone, and are found again by a mark in
// their environment: numbers of processes are given out anew, names may be anybody's.
import { spawn, spawnSync } from 'node:child_process';
import { createConnection } from 'node:net';
import {
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClusterError } from './place.mjs';

const MARK = 'DAGFLOW_CLUSTER_DAEMON';

/** The daemons of one cluster, all below one folder; their numbers are in its `daemons.json`. */
export class Daemons {
  #folder;
  #environment;

  /** `environment` is all that they get beside PATH, HOME and the mark. */
  constructor(folder, environment) {
    this.#folder = folder;
    this.#environment = environment;
  }

  /** Starts `name` if it does not run; answers whether it did. Its output is in `log/NAME.out`. */
  start(name, [command, ...args]) {
    if (this.isAlive(name)) return false;
    mkdirSync(join(this.#folder, 'log'), { recursive: true });
    const log = openSync(join(this.#folder, 'log', `${name}.out`), 'a');
    const child = spawn(command, args, {
      cwd: this.#folder,
      detached: true,
      stdio: ['ignore', log, log],
      env: {
        PATH: searchPath(),
        HOME: process.env.HOME ?? '/',
        LANG: 'C.UTF-8',
        ...this.#environment,
        [MARK]: this.#folder,
      },
    });
    child.on('error', () => {}); // Told by the missing number.
    child.unref();
    closeSync(log);
    if (child.pid === undefined) throw new ClusterError(`\`${command}\` could not be started`);
    writeFileSync(
      this.#file,
      `${JSON.stringify({ ...this.#pids(), [name]: child.pid }, null, 2)}\n`,
    );
    return true;
  }

  isAlive(name) {
    const pid = this.#pids()[name];
    return pid !== undefined && hasMark(pid, this.#folder);
  }

  /** Ends all that bears the mark, and all for which `isOurs(environment)` holds; confirmed. */
  async end(isOurs = () => false) {
    const isWanted = (environment) => environment.get(MARK) === this.#folder || isOurs(environment);
    await until('the end of its processes', 20, () => {
      const left = withDescendants(processesWhere(isWanted));
      for (const pid of left) kill(pid);
      return left.size === 0;
    });
  }

  get #file() {
    return join(this.#folder, 'daemons.json');
  }

  #pids() {
    return existsSync(this.#file) ? JSON.parse(readFileSync(this.#file, 'utf8')) : {};
  }
}

/** Asks ten times a second until `holds()` is true; gives up loudly. */
export async function until(what, seconds, holds) {
  const end = Date.now() + seconds * 1_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new ClusterError(`waited ${seconds} s in vain for ${what}`);
    await sleep(100);
  }
}

/** What a command prints; undefined if it fails. */
export function answer([command, ...args], environment = {}) {
  const { status, stdout } = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, PATH: searchPath(), ...environment },
  });
  return status === 0 ? stdout : undefined;
}

/** What a command that must not fail prints. */
export function demand([command, ...args], environment = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, PATH: searchPath(), ...environment },
  });
  if (status === 0) return stdout;
  const said = `${stderr ?? ''}${stdout ?? ''}`.trim() || (error?.message ?? `exit ${status}`);
  throw new ClusterError(`\`${[command, ...args].join(' ')}\` failed: ${said}`);
}

export function isInstalled(program) {
  return searchPath()
    .split(':')
    .some((folder) => existsSync(join(folder, program)));
}

/** Refuses ports on which something answers already. */
export async function demandFree(ports) {
  for (const port of ports) {
    if (!(await answers(port))) continue;
    throw new ClusterError(
      `port ${port} is taken; choose others with \`DAGFLOW_CLUSTER_PORT=28000\``,
    );
  }
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

/** With the folders of daemons, which users' paths leave out. */
function searchPath() {
  return `${process.env.PATH ?? ''}:/usr/local/sbin:/usr/sbin:/sbin`;
}

function processesWhere(isWanted) {
  return allPids().filter((pid) => {
    if (pid === process.pid || isZombie(pid)) return false;
    const environment = environmentOf(pid);
    return environment !== undefined && isWanted(environment);
  });
}

/** What a job has started may have cleared its environment. */
function withDescendants(pids) {
  const children = new Map();
  for (const pid of allPids()) {
    const parent = statOf(pid)?.parent;
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found = new Set();
  const open = [...pids];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    if (found.has(pid) || isZombie(pid)) continue;
    found.add(pid);
    open.push(...(children.get(pid) ?? []));
  }
  return found;
}

function hasMark(pid, folder) {
  return !isZombie(pid) && environmentOf(pid)?.get(MARK) === folder;
}

function allPids() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map(Number);
}

/** The dead wait for their parent; nothing of them runs. */
function isZombie(pid) {
  const state = statOf(pid)?.state;
  return state === undefined || state === 'Z' || state === 'X';
}

function statOf(pid) {
  const text = read(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  const [state, parent] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state, parent: Number(parent) };
}

function environmentOf(pid) {
  const text = read(`/proc/${pid}/environ`);
  return text === undefined
    ? undefined
    : new Map(text.split('\0').map((entry) => entry.split(/=(.*)/su).slice(0, 2)));
}

/** Undefined if the process is gone, or somebody else's. */
function read(path) {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone in the meantime; who is not ours to kill is found again, and reported.
  }
}
