// Ends the orphans of a run, and says how many there were.
import { endOrphans } from '../../../../src/adapters/orphans.ts';

const [runId] = process.argv.slice(2);
process.stdout.write(`${await endOrphans({ runId, graceMs: 5_000 })}\n`);
