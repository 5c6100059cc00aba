// Where the clusters of the tests lie, and how they are reached.
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The folder of all that they write; never inside the repository. */
export const CLUSTER_FOLDER = resolve(
  process.env.DAGFLOW_CLUSTER ?? join(tmpdir(), 'dagflow-cluster'),
);

/** The first of some 40 ports on loopback. */
const PORT_BASE = Number(process.env.DAGFLOW_CLUSTER_PORT ?? 27_000);

export const PORTS = {
  database: PORT_BASE + 6,
  slurmctld: PORT_BASE + 17,
  slurmdbd: PORT_BASE + 19,
  /** The first of one for each node. */
  slurmd: PORT_BASE + 21,
  daskScheduler: PORT_BASE + 30,
  /** Its pages; `/health` and `/json/counts.json` answer. */
  daskPages: PORT_BASE + 31,
  /** The first of one for each worker. */
  daskWorker: PORT_BASE + 32,
  gridengineMaster: PORT_BASE + 36,
  gridengineHost: PORT_BASE + 37,
};

/** How the one command that installs is called. */
export const INSTALL = 'sudo test/cluster/install.sh';

/** A cluster that cannot be brought up or down, in words for whoever asked for it. */
export class ClusterError extends Error {}
