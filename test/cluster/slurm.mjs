// A private SLURM on this host: munge, MariaDB, slurmdbd, slurmctld, and a slurmd for each node.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { answer, Daemons, demand, demandFree, isInstalled, until } from './daemons.mjs';
import { CLUSTER_FOLDER, ClusterError, INSTALL, PORTS } from './place.mjs';
import { ACCOUNTS, CGROUP_FOLDERS, NODES, writeSlurmFiles } from './slurm-conf.mjs';

const FOLDER = join(CLUSTER_FOLDER, 'slurm');
const ENVIRONMENT = { SLURM_CONF: join(FOLDER, 'etc/slurm.conf') };
const MUNGE_SOCKET = join(FOLDER, 'run/munge.socket');
const DATABASE_SOCKET = join(FOLDER, 'run/database.socket');
/** Longer names of sockets are cut off by the kernel. */
const LONGEST_SOCKET = 100;

const daemons = new Daemons(FOLDER, ENVIRONMENT);

export const slurm = {
  folder: FOLDER,

  /** What is missing here, in words; undefined: nothing. */
  missing() {
    if (process.getuid?.() !== 0) return 'its daemons run as root: `sudo npm run cluster:up`';
    const programs = [
      'munged',
      'mariadbd',
      'mariadb-install-db',
      'slurmdbd',
      'slurmctld',
      'slurmd',
    ];
    const missing = [...programs, 'sbatch', 'sacctmgr'].filter((name) => !isInstalled(name));
    return missing.length === 0
      ? undefined
      : `\`${missing[0]}\` is missing; this installs all that is needed: \`${INSTALL}\``;
  },

  /** Starts what does not run. Answers the environment by which it is reached. */
  async up() {
    if (MUNGE_SOCKET.length > LONGEST_SOCKET) {
      throw new ClusterError(
        `\`${FOLDER}\` is too long for the names of sockets; choose another with \`DAGFLOW_CLUSTER=/tmp/cluster\``,
      );
    }
    if (!existsSync(join(FOLDER, 'etc'))) {
      await demandFree([
        PORTS.database,
        PORTS.slurmctld,
        PORTS.slurmdbd,
        ...NODES.map((_, index) => PORTS.slurmd + index),
      ]);
      writeSlurmFiles(FOLDER);
    }
    await munge();
    await database();
    await accounting();
    await controllerAndNodes();
    await accounts();
    await until('its nodes', 60, areNodesUp);
    return ENVIRONMENT;
  },

  /** Ends jobs and daemons, and removes all they wrote. */
  async down() {
    await daemons.end(
      (environment) =>
        environment.get('SLURM_CONF') === ENVIRONMENT.SLURM_CONF && environment.has('SLURM_JOB_ID'),
    );
    if (hasCgroups()) for (const folder of CGROUP_FOLDERS) removeCgroup(folder);
    rmSync(FOLDER, { recursive: true, force: true });
  },
};

async function munge() {
  const key = join(FOLDER, 'munge/key');
  if (!existsSync(key)) writeFileSync(key, randomBytes(1024), { mode: 0o400 });
  chmodSync(join(FOLDER, 'munge'), 0o700);
  daemons.start('munged', [
    'munged',
    '--foreground',
    '--force',
    `--key-file=${key}`,
    `--socket=${MUNGE_SOCKET}`,
    `--log-file=${FOLDER}/log/munged.log`,
    `--pid-file=${FOLDER}/run/munged.pid`,
    `--seed-file=${FOLDER}/munge/seed`,
    '--num-threads=4',
  ]);
  await until('munge', 20, () => answer(['munge', '-n', '-S', MUNGE_SOCKET]) !== undefined);
}

async function database() {
  const data = join(FOLDER, 'database');
  if (!existsSync(data)) {
    const unfinished = `${data}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    demand([
      'mariadb-install-db',
      '--no-defaults',
      '--user=root',
      `--datadir=${unfinished}`,
      '--auth-root-authentication-method=socket',
      '--skip-test-db',
    ]);
    renameSync(unfinished, data);
  }
  daemons.start('mariadbd', [
    'mariadbd',
    '--no-defaults',
    '--user=root',
    `--datadir=${data}`,
    `--socket=${DATABASE_SOCKET}`,
    `--port=${PORTS.database}`,
    '--bind-address=127.0.0.1',
    '--skip-name-resolve',
    `--pid-file=${FOLDER}/run/mariadbd.pid`,
    `--log-error=${FOLDER}/log/mariadbd.log`,
    '--innodb-buffer-pool-size=64M',
    '--innodb-log-file-size=32M',
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-lock-wait-timeout=900',
    '--performance-schema=OFF',
    '--skip-log-bin',
  ]);
  const ask = ['mariadb', '--no-defaults', '-u', 'root', `--socket=${DATABASE_SOCKET}`, '-e'];
  await until('MariaDB', 60, () => answer([...ask, 'select 1']) !== undefined);
  demand([
    ...ask,
    `create database if not exists slurm_acct_db;
     create user if not exists 'slurm'@'127.0.0.1' identified by 'slurm';
     grant all on slurm_acct_db.* to 'slurm'@'127.0.0.1';`,
  ]);
}

/** With the record of the cluster, without which slurmctld refuses to start. */
async function accounting() {
  daemons.start('slurmdbd', ['slurmdbd', '-D']);
  await until('slurmdbd', 60, () => sacctmgr(['show', 'cluster']) !== undefined);
  if (!sacctmgr(['show', 'cluster', 'format=cluster'])?.includes('dagflow')) {
    demand(['sacctmgr', '-i', '-Q', 'add', 'cluster', 'dagflow'], ENVIRONMENT);
  }
}

async function controllerAndNodes() {
  daemons.start('slurmctld', ['slurmctld', '-D']);
  for (const { name } of NODES) daemons.start(`slurmd.${name}`, ['slurmd', '-D', '-N', name]);
  await until('slurmctld', 60, () => answer(['scontrol', 'ping'], ENVIRONMENT)?.includes('is UP'));
}

/** Limits on cards can be set only once slurmctld has told the database that there are cards. */
async function accounts() {
  const known = sacctmgr(['show', 'assoc', 'format=account,user']) ?? '';
  if (Object.keys(ACCOUNTS).every((account) => known.includes(`${account}|root`))) return;
  await until('the cards in the database', 60, () =>
    sacctmgr(['show', 'tres', 'format=type,name'])?.includes('gres|gpu'),
  );
  const commands = Object.entries(ACCOUNTS).flatMap(([account, cards]) => [
    `add account ${account} cluster=dagflow set GrpTRES=gres/gpu=${cards}`,
    `add user root account=${account} cluster=dagflow defaultaccount=lab_a`,
  ]);
  const { stdout, stderr } = spawnSync('sacctmgr', ['-i', '-Q'], {
    input: `${commands.join('\n')}\nexit\n`,
    encoding: 'utf8',
    env: { ...process.env, ...ENVIRONMENT },
  });
  const now = sacctmgr(['show', 'assoc', 'format=account,user,grptres']) ?? '';
  for (const [account, cards] of Object.entries(ACCOUNTS)) {
    if (now.includes(`${account}|root|`) && now.includes(`${account}||gres/gpu=${cards}`)) continue;
    throw new ClusterError(`the account ${account} could not be made: ${stderr}${stdout}`);
  }
}

function areNodesUp() {
  const names = answer(['sinfo', '-h', '-N', '-t', 'idle,mix,alloc', '-o', '%N'], ENVIRONMENT);
  return new Set(names?.trim().split('\n')).size === NODES.length;
}

function sacctmgr(words) {
  return answer(['sacctmgr', '-n', '-P', ...words], ENVIRONMENT);
}

function hasCgroups() {
  const file = ENVIRONMENT.SLURM_CONF;
  return existsSync(file) && readFileSync(file, 'utf8').includes('proctrack/cgroup');
}

/** Folders of cgroups go from the inside out, and have no files that could be removed. */
function removeCgroup(folder) {
  if (!existsSync(folder)) return;
  for (const { name, isFile } of readdirSync(folder, { withFileTypes: true }).map((entry) => ({
    name: entry.name,
    isFile: entry.isFile(),
  }))) {
    if (!isFile) removeCgroup(join(folder, name));
  }
  rmdirSync(folder);
}
