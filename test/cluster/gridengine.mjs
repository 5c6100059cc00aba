// A private Grid Engine on this host: a master, and a daemon that runs jobs in 256 slots.
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { answer, Daemons, demand, demandFree, isInstalled, until } from './daemons.mjs';
import { CLUSTER_FOLDER, INSTALL, PORTS } from './place.mjs';

const FOLDER = join(CLUSTER_FOLDER, 'gridengine');
const ROOT = join(FOLDER, 'root');
const COMMON = join(ROOT, 'default', 'common');
const SPOOL = join(FOLDER, 'spool');
/** Where Debian keeps what others have in SGE_ROOT, and files to begin with. */
const INSTALLED = '/var/lib/gridengine';
const SHARED = '/usr/share/gridengine';
const PROGRAMS = '/usr/lib/gridengine';
const HOST = hostname();
/** More than there are cores, so that jobs can wait for one another. */
const SLOTS = 256;

const ENVIRONMENT = {
  SGE_ROOT: ROOT,
  SGE_CELL: 'default',
  SGE_QMASTER_PORT: String(PORTS.gridengineMaster),
  SGE_EXECD_PORT: String(PORTS.gridengineHost),
};

// The daemons stay in the foreground.
const daemons = new Daemons(FOLDER, { ...ENVIRONMENT, SGE_ND: '1' });

export const gridengine = {
  folder: FOLDER,

  /** What is missing here, in words; undefined: nothing. */
  missing() {
    const absent = ['sge_qmaster', 'sge_execd', 'qsub', 'qconf'].find((it) => !isInstalled(it));
    if (absent !== undefined) {
      return `there is no \`${absent}\`; this installs all that is needed: \`${INSTALL}\``;
    }
    return process.getuid() === 0 ? undefined : 'its daemons run as root';
  },

  /** Starts what does not run. Answers the environment by which it is reached. */
  async up() {
    const isNew = !existsSync(FOLDER);
    if (isNew) {
      await demandFree([PORTS.gridengineMaster, PORTS.gridengineHost]);
      begin();
    }
    daemons.start('qmaster', ['sge_qmaster']);
    await until('the master', 60, () => ask('qconf', '-sconf') !== undefined);
    if (isNew) order('qconf', '-as', HOST);
    daemons.start('execd', ['sge_execd']);
    await until('the host', 60, () => ask('qconf', '-se', HOST) !== undefined);
    if (isNew) configure();
    await until('the queue', 60, () =>
      /^all\.q@\S+ .* lx-amd64\s*$/mu.test(ask('qstat', '-f') ?? ''),
    );
    return ENVIRONMENT;
  },

  /** Ends all processes, those of jobs too, and removes all they wrote. */
  async down() {
    await daemons.end();
    rmSync(FOLDER, { recursive: true, force: true });
  },
};

/** Files of a new cluster: spools, and what the daemons read when they start. */
function begin() {
  for (const folder of [
    COMMON,
    SPOOL,
    join(FOLDER, 'execd'),
    join(FOLDER, 'qmaster/job_scripts'),
  ]) {
    mkdirSync(folder, { recursive: true });
  }
  for (const name of ['bin', 'lib', 'util', 'utilbin']) {
    symlinkSync(join(INSTALLED, name), join(ROOT, name));
  }
  // Loopback has another name than the host.
  writeFileSync(join(COMMON, 'host_aliases'), `${HOST} localhost\n`);
  writeFileSync(join(COMMON, 'act_qmaster'), `${HOST}\n`);
  const bootstrap = changed(readFileSync(join(SHARED, 'default-bootstrap'), 'utf8'), {
    admin_user: 'none',
    ignore_fqdn: 'true',
    spooling_params: SPOOL,
    qmaster_spool_dir: join(FOLDER, 'qmaster'),
  });
  writeFileSync(join(COMMON, 'bootstrap'), bootstrap);
  const configuration = changed(readFileSync(join(SHARED, 'default-configuration'), 'utf8'), {
    execd_spool_dir: join(FOLDER, 'execd'),
    min_uid: '0',
    min_gid: '0',
    mailer: '/bin/true',
    // Jobs are ended with all that they have started, wherever it went.
    execd_params: 'ENABLE_ADDGRP_KILL=true',
    load_report_time: '00:00:02',
    reporting_params: 'accounting=true reporting=false flush_time=00:00:01 joblog=false',
  });
  prepare('spoolinit', 'berkeleydb', 'libspoolb', SPOOL, 'init');
  prepare('spooldefaults', 'configuration', written('configuration', configuration));
  prepare('spooldefaults', 'complexes', join(SHARED, 'util/resources/centry'));
  prepare('spooldefaults', 'usersets', join(SHARED, 'util/resources/usersets'));
  prepare('spooldefaults', 'managers', userInfo().username);
}

/** What only a running master takes: a scheduler in a hurry, a queue, and jobs of several slots. */
function configure() {
  const schedule = changed(order('qconf', '-ssconf'), {
    schedule_interval: '0:0:1',
    flush_submit_sec: '1',
    flush_finish_sec: '1',
  });
  order('qconf', '-Msconf', written('scheduler', schedule));
  order('qconf', '-Ap', written('smp', SMP));
  const queue = changed(order('qconf', '-sq'), {
    qname: 'all.q',
    hostlist: HOST,
    slots: String(SLOTS),
    pe_list: 'smp',
    shell: '/bin/sh',
    load_thresholds: 'NONE',
    notify: '00:00:05',
  });
  order('qconf', '-Aq', written('queue', queue));
}

const SMP = `pe_name smp
slots 999
user_lists NONE
xuser_lists NONE
start_proc_args NONE
stop_proc_args NONE
allocation_rule $pe_slots
control_slaves FALSE
job_is_first_task TRUE
urgency_slots min
accounting_summary FALSE
qsort_args NONE
`;

/** Lines of `name value` with some values changed. */
function changed(text, values) {
  return Object.entries(values).reduce(
    (lines, [name, value]) => lines.replace(new RegExp(`^${name} .*$`, 'mu'), `${name} ${value}`),
    text,
  );
}

function written(name, text) {
  const file = join(FOLDER, name);
  writeFileSync(file, text);
  return file;
}

function prepare(program, ...words) {
  order(join(PROGRAMS, program), ...words);
}

function order(...words) {
  return demand(words, ENVIRONMENT);
}

function ask(...words) {
  return answer(words, ENVIRONMENT);
}
