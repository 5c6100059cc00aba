/**
 * The file of a cycle among files named `cyc1…`. Undefined where there is none: a step of somebody's
 * own may leave some of its outputs out.
 */
export function fileOfCycle(paths: readonly string[], cycle: number): string | undefined {
  return paths.find((path) => {
    const digits = /(?:^|\/)cyc(\d+)[^/\d][^/]*$/.exec(path)?.[1];
    return digits !== undefined && Number(digits) === cycle;
  });
}

/** The same, where the step must have made one. */
export function imageOfCycle(paths: readonly string[], cycle: number): string {
  const path = fileOfCycle(paths, cycle);
  if (path === undefined) throw new Error(`no image of cycle ${cycle} among ${paths.join(', ')}`);
  return path;
}
