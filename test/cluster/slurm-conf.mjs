// The files of the private SLURM: four made-up nodes on this host, fake cards, accounting.
import { existsSync, mkdirSync, writeFileSync, accessSync, constants } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { PORTS } from './place.mjs';

/** Their sizes are not those of this host; SLURM is told to believe them. */
export const NODES = [
  { name: 'cpu1', cpus: 16, memMib: 65_536, cards: 0 },
  { name: 'gpu1', cpus: 16, memMib: 65_536, cards: 4, type: 'a100' },
  { name: 'gpu2', cpus: 8, memMib: 32_768, cards: 2, type: 'h100' },
  { name: 'gpu3', cpus: 8, memMib: 32_768, cards: 2, type: 'h100' },
];

/** Accounts, and how many cards all jobs of one may hold together. */
export const ACCOUNTS = { lab_a: 2, lab_b: 4 };

const HOST = hostname().split('.')[0];
const CGROUPS = ['freezer', 'memory'].map((kind) => join('/sys/fs/cgroup', kind));

/** Folders that SLURM makes for its nodes where it limits memory by cgroups. */
export const CGROUP_FOLDERS = CGROUPS.flatMap((folder) =>
  NODES.map(({ name }) => join(folder, `slurm_${name}`)),
);

/** Writes everything below `folder` that the daemons read. */
export function writeSlurmFiles(folder) {
  for (const name of ['etc', 'run', 'log', 'state', 'spool', 'dev', 'munge']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  for (const { name } of NODES) mkdirSync(join(folder, 'spool', name), { recursive: true });
  for (const path of NODES.flatMap((node) => cardsOf(folder, node))) makeCard(path);
  const isLimited = canLimitMemory();
  const files = {
    'slurm.conf': slurmConf(folder, isLimited),
    'slurmdbd.conf': slurmdbdConf(folder),
    'gres.conf': gresConf(folder),
    'cgroup.conf': cgroupConf(isLimited),
    'plugstack.conf': '',
  };
  for (const [name, text] of Object.entries(files)) {
    // slurmdbd refuses a file that others may read, since there is a password in it.
    writeFileSync(join(folder, 'etc', name), text, {
      mode: name === 'slurmdbd.conf' ? 0o600 : 0o644,
    });
  }
}

/**
 * Memory is limited by cgroups of version 1 where they can be written; else SLURM looks at what
 * jobs hold once a second, and calls who took too much failed. Two clusters would share folders.
 */
function canLimitMemory() {
  try {
    for (const folder of CGROUPS) accessSync(join(folder, 'cgroup.procs'), constants.W_OK);
  } catch {
    return false;
  }
  return !CGROUP_FOLDERS.some((folder) => existsSync(folder));
}

function cardsOf(folder, { name, cards }) {
  return Array.from({ length: cards }, (_, index) => join(folder, 'dev', `${name}-${index}`));
}

/** A device like /dev/null; where none can be made, a file does. */
function makeCard(path) {
  if (existsSync(path)) return;
  if (spawnSync('mknod', ['-m', '666', path, 'c', '1', '3']).status !== 0) writeFileSync(path, '');
}

function slurmConf(folder, isLimited) {
  const tracking = isLimited
    ? ['ProctrackType=proctrack/cgroup', 'TaskPlugin=task/cgroup']
    : [
        'ProctrackType=proctrack/linuxproc',
        'TaskPlugin=task/none',
        'JobAcctGatherParams=OverMemoryKill',
      ];
  return lines([
    'ClusterName=dagflow',
    `SlurmctldHost=${HOST}(127.0.0.1)`,
    'SlurmUser=root',
    'SlurmdUser=root',
    // A munge of its own: the client of the accounting database knows it by AccountingStoragePass only.
    'AuthType=auth/munge',
    'CredType=cred/munge',
    `AuthInfo=socket=${folder}/run/munge.socket`,
    `AccountingStoragePass=${folder}/run/munge.socket`,
    `SlurmctldPort=${PORTS.slurmctld}`,
    `SlurmdPort=${PORTS.slurmd}`,
    'CommunicationParameters=NoCtldInAddrAny,NoInAddrAny',
    `StateSaveLocation=${folder}/state`,
    `SlurmdSpoolDir=${folder}/spool/%n`,
    `SlurmctldPidFile=${folder}/run/slurmctld.pid`,
    `SlurmdPidFile=${folder}/run/slurmd.%n.pid`,
    `SlurmctldLogFile=${folder}/log/slurmctld.log`,
    `SlurmdLogFile=${folder}/log/slurmd.%n.log`,
    `PlugStackConfig=${folder}/etc/plugstack.conf`,
    'SlurmdParameters=config_overrides',
    'MpiDefault=none',
    'MailProg=/bin/true',
    'SwitchType=switch/none',
    ...tracking,
    'JobAcctGatherType=jobacct_gather/linux',
    'JobAcctGatherFrequency=task=1',
    'ReturnToService=2',
    'SlurmctldTimeout=10',
    'SlurmdTimeout=10',
    'KillWait=3',
    'MinJobAge=300',
    'MaxJobCount=20000',
    'MaxArraySize=1001',
    'MessageTimeout=20',
    'SchedulerType=sched/backfill',
    'SchedulerParameters=batch_sched_delay=0,sched_min_interval=50000,sched_interval=5,bf_interval=2,bf_continue',
    'SelectType=select/cons_tres',
    'SelectTypeParameters=CR_Core_Memory',
    'DefMemPerCPU=256',
    'PriorityType=priority/multifactor',
    'PreemptType=preempt/partition_prio',
    'PreemptMode=REQUEUE',
    'JobRequeue=1',
    'AccountingStorageType=accounting_storage/slurmdbd',
    'AccountingStorageHost=127.0.0.1',
    `AccountingStoragePort=${PORTS.slurmdbd}`,
    'AccountingStorageTRES=gres/gpu,gres/gpu:a100,gres/gpu:h100',
    'AccountingStorageEnforce=associations,limits',
    'AccountingStoreFlags=job_comment',
    'GresTypes=gpu',
    ...NODES.map(nodeLine),
    ...partitionLines(),
  ]);
}

function nodeLine({ name, cpus, memMib, cards, type }, index) {
  const size = `CPUs=${cpus} Sockets=1 CoresPerSocket=${cpus} ThreadsPerCore=1 RealMemory=${memMib}`;
  const gres = cards === 0 ? '' : ` Gres=gpu:${type}:${cards} Feature=${type}`;
  const address = `NodeHostname=${HOST} NodeAddr=127.0.0.1 Port=${PORTS.slurmd + index}`;
  return `NodeName=${name} ${address} ${size}${gres}`;
}

/** Jobs in `spot` lose their cards to jobs in the others. */
function partitionLines() {
  const times = 'MaxTime=60 DefaultTime=10 State=UP';
  return [
    `PartitionName=cpu Nodes=cpu1 Default=YES PriorityTier=10 PreemptMode=OFF ${times}`,
    `PartitionName=a100 Nodes=gpu1 PriorityTier=10 PreemptMode=OFF ${times}`,
    `PartitionName=h100 Nodes=gpu[2-3] PriorityTier=10 PreemptMode=OFF ${times}`,
    `PartitionName=spot Nodes=gpu[1-3] PriorityTier=1 PreemptMode=REQUEUE ${times}`,
  ];
}

function slurmdbdConf(folder) {
  return lines([
    'AuthType=auth/munge',
    `AuthInfo=socket=${folder}/run/munge.socket`,
    `DbdHost=${HOST}`,
    'DbdAddr=127.0.0.1',
    `DbdPort=${PORTS.slurmdbd}`,
    'SlurmUser=root',
    'DebugLevel=info',
    `LogFile=${folder}/log/slurmdbd.log`,
    `PidFile=${folder}/run/slurmdbd.pid`,
    'CommitDelay=0',
    'StorageType=accounting_storage/mysql',
    'StorageHost=127.0.0.1',
    `StoragePort=${PORTS.database}`,
    'StorageUser=slurm',
    'StoragePass=slurm',
    'StorageLoc=slurm_acct_db',
  ]);
}

function gresConf(folder) {
  const cards = NODES.filter((node) => node.cards > 0);
  return lines([
    'AutoDetect=off',
    ...cards.map(
      ({ name, type, cards: count }) =>
        `NodeName=${name} Name=gpu Type=${type} File=${folder}/dev/${name}-[0-${count - 1}]`,
    ),
  ]);
}

function cgroupConf(isLimited) {
  const limits = ['ConstrainCores=no', 'ConstrainSwapSpace=no', 'ConstrainDevices=no'];
  if (!isLimited) return lines(['CgroupAutomount=no', ...limits, 'ConstrainRAMSpace=no']);
  return lines([
    'CgroupPlugin=cgroup/v1',
    'CgroupMountpoint=/sys/fs/cgroup',
    'CgroupAutomount=no',
    ...limits,
    'ConstrainRAMSpace=yes',
    'AllowedRAMSpace=100',
    'MinRAMSpace=10',
  ]);
}

function lines(all) {
  return `${all.join('\n')}\n`;
}
