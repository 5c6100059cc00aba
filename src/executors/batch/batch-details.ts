/** What people read about attempts that a batch system ran: one line each, for an outcome. */

export function refused(system: string, said: string): string {
  return `${system} refused it: ${said}`;
}

export function outOfTime(system: string): string {
  return `${system} ended it: its time was over`;
}

export function preempted(system: string): string {
  return `${system} ended it to make place for another job`;
}

export function nodeFailed(system: string, said: string): string {
  return `its node failed, says ${system}: ${said}`;
}

export function cancelledByOthers(system: string, said: string): string {
  return `somebody else ended it, says ${system}: ${said}`;
}

export function endedByOthers(system: string, signal: string): string {
  return `somebody else ended it (SIG${signal}), and ${system} no longer knows it`;
}

export function forgotten(system: string): string {
  return `${system} no longer knows it, and it never began`;
}

export function forgottenRunning(system: string): string {
  return `${system} no longer knows it, though it began: it may still run`;
}

export function neverBegan(system: string, said: string): string {
  return `it never began, says ${system}: ${said}`;
}

export function heldBySystem(system: string, said: string): string {
  return `${system} could not start it, and held it in its queue: ${said}`;
}

export function noRecord(system: string, seen: { raw: string; waitedMs: number }): string {
  const seconds = Math.round(seen.waitedMs / 1000);
  return `it left no exit record within ${seconds} s after ${system} said \`${seen.raw}\``;
}
