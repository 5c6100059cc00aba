import type { ResourceUsage } from '../../../ports/resource-usage.ts';
import type { ProcessStat, ProcessStorage, ProcessTable } from './process-table.ts';

/** What was seen of one job, look by look. */
export class UsageCount {
  /** Numbers only grow: a process that ended unseen has taken its part along. */
  #usage: { -readonly [Name in keyof ResourceUsage]: ResourceUsage[Name] } = {};
  #isEmpty = true;
  /** What the shell that runs the job had used for its children before. */
  #before: { readonly cpuS: number; readonly storage: ProcessStorage | undefined } | undefined;

  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  get usage(): ResourceUsage {
    return this.#usage;
  }

  /** All processes of the job at one time. */
  add(members: readonly ProcessStat[], processes: ProcessTable): void {
    if (members.length === 0) return;
    this.#isEmpty = false;
    let cpuS = 0;
    let rssMib = 0;
    let storage: ProcessStorage | undefined;
    for (const member of members) {
      cpuS += member.cpuS;
      const memory = processes.memory(member.pid);
      if (memory !== undefined) {
        rssMib += memory.rssMib;
        this.#raise('peakRssMib', memory.peakRssMib);
      }
      storage = sum(storage, processes.storage(member.pid));
    }
    this.#raise('cpuS', cpuS);
    if (rssMib > 0) this.#raise('peakRssMib', rssMib);
    this.#addStorage(storage);
  }

  addGpuMemory(pids: Iterable<number>, usedMib: ReadonlyMap<number, number>): void {
    let mib = 0;
    for (const pid of pids) mib += usedMib.get(pid) ?? 0;
    if (mib > 0) this.#raise('gpuMemMib', mib);
  }

  /** While the job runs: nothing of it is on the shell's account yet. */
  begin(shell: number, processes: ProcessTable): void {
    if (this.#before !== undefined) return;
    const stat = processes.stat(shell);
    if (stat === undefined) return;
    this.#before = { cpuS: stat.childrenCpuS, storage: processes.storage(shell) };
  }

  /** The shell has waited for the job, which is therefore on its account. */
  end(shell: number, processes: ProcessTable): void {
    const after = processes.stat(shell);
    if (this.#before === undefined || after === undefined) return;
    this.#raise('cpuS', after.childrenCpuS - this.#before.cpuS);
    this.#addStorage(difference(processes.storage(shell), this.#before.storage));
  }

  #addStorage(storage: ProcessStorage | undefined): void {
    if (storage === undefined) return;
    this.#raise('readMib', storage.readMib);
    this.#raise('writtenMib', storage.writtenMib);
  }

  #raise(name: keyof ResourceUsage, value: number): void {
    this.#usage[name] = Math.max(this.#usage[name] ?? 0, rounded(value));
  }
}

/** More digits would only make events longer. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function sum(
  a: ProcessStorage | undefined,
  b: ProcessStorage | undefined,
): ProcessStorage | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return { readMib: a.readMib + b.readMib, writtenMib: a.writtenMib + b.writtenMib };
}

function difference(
  after: ProcessStorage | undefined,
  before: ProcessStorage | undefined,
): ProcessStorage | undefined {
  if (after === undefined || before === undefined) return undefined;
  return {
    readMib: after.readMib - before.readMib,
    writtenMib: after.writtenMib - before.writtenMib,
  };
}
