/** Of `GPU-8f1c2d3e-…`: enough to tell cards of one machine apart. */
const SHOWN_OF_UUID = 12;

/** `GPU 0`, `GPUs 0, 1`; UUIDs by their beginnings, if these differ. */
export function gpusText(ids: readonly string[]): string {
  const begun = ids.map((id) => (isUuid(id) ? id.slice(0, SHOWN_OF_UUID) : id));
  const shown = new Set(begun).size === ids.length ? begun : ids;
  const list = shown.join(', ');
  if (ids.every(isUuid)) return list;
  return `${ids.length === 1 ? 'GPU' : 'GPUs'} ${list}`;
}

function isUuid(id: string): boolean {
  return /^(?:GPU|MIG)-/u.test(id);
}
