// `npm run cluster:up` and `npm run cluster:down`, both with `-- slurm`, `-- dask` or
// `-- gridengine` for one only: a real SLURM, Dask and Grid Engine for the tests. See docs/testing.md.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dask } from './dask.mjs';
import { gridengine } from './gridengine.mjs';
import { ClusterError } from './place.mjs';
import { slurm } from './slurm.mjs';

const CLUSTERS = { slurm, dask, gridengine };
/** Written when all is up; tests take the environment from it. */
const READY = 'environment.json';

const [verb, ...words] = process.argv.slice(2);
const names = words.length > 0 ? words : Object.keys(CLUSTERS);
const unknown = names.find((name) => !Object.hasOwn(CLUSTERS, name));
if ((verb !== 'up' && verb !== 'down') || unknown !== undefined) {
  console.error('usage: main.mjs up|down [slurm] [dask] [gridengine]');
  process.exit(2);
}
if (process.platform !== 'linux') {
  console.error('the clusters of the tests need Linux');
  process.exit(2);
}
for (const name of names) await (verb === 'up' ? up(name) : down(name));

async function up(name) {
  const cluster = CLUSTERS[name];
  const missing = cluster.missing();
  if (missing !== undefined) {
    console.error(`${name}: ${missing}`);
    process.exitCode = 2;
    return;
  }
  const start = performance.now();
  const ready = join(cluster.folder, READY);
  try {
    // What was never up, or only half, is begun anew.
    if (!existsSync(ready)) await cluster.down();
    const environment = await cluster.up();
    mkdirSync(cluster.folder, { recursive: true });
    writeFileSync(ready, `${JSON.stringify(environment, null, 2)}\n`);
    const exports = Object.entries(environment).map(([key, value]) => `export ${key}='${value}'\n`);
    writeFileSync(join(cluster.folder, 'env.sh'), exports.join(''));
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    console.error(`${name}: ${error.message}${lastLines(join(cluster.folder, 'log'))}`);
    process.exitCode = 1;
    return;
  }
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  console.log(`${name}: up in ${seconds} s; \`source ${cluster.folder}/env.sh\` to use it`);
}

async function down(name) {
  const { folder, down: end } = CLUSTERS[name];
  if (!existsSync(folder)) {
    console.log(`${name}: is not up`);
    return;
  }
  await end();
  console.log(`${name}: down`);
}

/** What each log ends with. */
function lastLines(folder) {
  if (!existsSync(folder)) return '';
  return readdirSync(folder)
    .map((name) => [name, readFileSync(join(folder, name), 'utf8').trimEnd()])
    .filter(([, text]) => text !== '')
    .map(
      ([name, text]) =>
        `\n${join(folder, name)} ends with:\n${text.split('\n').slice(-8).join('\n')}`,
    )
    .join('\n');
}
