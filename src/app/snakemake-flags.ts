/** Flags of Snakemake for what flow does under another name. */
const MEANT: ReadonlyMap<string, string> = new Map([
  ['--dag', 'flow graph'],
  ['--rulegraph', 'flow graph --rules'],
  ['--filegraph', 'flow graph --files'],
  ['--lint', 'flow lint'],
  ['--list', 'flow list'],
  ['--list-rules', 'flow list'],
  ['--unlock', 'flow unlock'],
  ['--delete-all-output', 'flow clean --all'],
  ['--delete-temp-output', 'flow clean --temp'],
  ['--snakefile', '-s FILE'],
]);

/** The hint for a flag that is Snakemake's and not ours; undefined for any other. */
export function snakemakeHint(flag: string): string | undefined {
  const meant = MEANT.get(flag);
  return meant === undefined ? undefined : `what Snakemake calls so is \`${meant}\` here`;
}
