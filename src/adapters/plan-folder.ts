import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { diskRefused } from '../core/catalogue/environment.ts';
import { noPlanFolder, planFileChanged } from '../core/catalogue/plan-folder.ts';
import { FlowError } from '../core/diagnostic.ts';
import type { FrozenHead, FrozenJob, FrozenPlan } from '../core/plan/frozen-plan.ts';
import { errorCode, isAbsence, isSystemError } from './error-code.ts';
import { makeFolders } from './make-folders.ts';

/** What `plan.json` says besides: the other files, by what they hold. */
interface PlanFile extends FrozenHead {
  readonly sha256: Readonly<Record<string, string>>;
}

const PLAN = 'plan.json';
const CONFIG = 'config.json';
const JOBS = 'jobs.jsonl';
const READ_ONLY = 0o444;
/** Lines that are put together before they are written. */
const LINES_A_PIECE = 1_000;

/**
 * Writes a plan as `plan.json`, `config.json` and `jobs.jsonl`, a job a line, all read-only. The
 * folder comes into being whole, or not at all. The same plan is written byte for byte the same.
 *
 * @throws FlowError if the disk refuses, or something is there that is no empty folder.
 */
export function writePlanFolder(folder: string, plan: FrozenPlan): void {
  const draft = `${folder}.draft-${randomUUID()}`;
  try {
    makeFolders(dirname(folder));
    makeFolders(draft);
    const sha256 = {
      [CONFIG]: place(`${draft}/${CONFIG}`, [jsonText(plan.config)]),
      [JOBS]: place(`${draft}/${JOBS}`, jobPieces(plan.jobs)),
    };
    place(`${draft}/${PLAN}`, [jsonText({ ...plan.head, sha256 })]);
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!isSystemError(error)) throw error;
    if (errorCode(error) === 'ENOTEMPTY') throw new FlowError(noPlanFolder(folder, 'is not empty'));
    throw new FlowError(diskRefused('write', { path: folder, code: errorCode(error) }), {
      cause: error,
    });
  }
}

/**
 * The plan that a folder holds; undefined if nothing is there, or an empty folder.
 *
 * @throws FlowError if it holds something else, or a plan whose files were changed.
 */
export function readPlanFolder(folder: string): FrozenPlan | undefined {
  const names = namesIn(folder);
  if (names === undefined || names.length === 0) return undefined;
  if (!names.includes(PLAN)) throw new FlowError(noPlanFolder(folder, 'holds no plan'));
  const { sha256, ...head } = planFile(folder);
  const [config = '', jobs = ''] = [CONFIG, JOBS].map((name) => {
    const bytes = names.includes(name) ? readFileSync(`${folder}/${name}`) : undefined;
    if (bytes === undefined || digestOf(bytes) !== sha256[name]) {
      throw new FlowError(planFileChanged(folder, name));
    }
    return bytes.toString('utf8');
  });
  const lines = jobs.split('\n').slice(0, -1);
  return {
    head,
    config: JSON.parse(config),
    jobs: lines.map((line): FrozenJob => JSON.parse(line)),
  };
}

function planFile(folder: string): PlanFile {
  try {
    const file: PlanFile = JSON.parse(readFileSync(`${folder}/${PLAN}`, 'utf8'));
    if (file.version === 1 && typeof file.sha256 === 'object') return file;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new FlowError(planFileChanged(folder, PLAN));
}

function namesIn(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') throw new FlowError(noPlanFolder(folder, 'is a file'));
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

function* jobPieces(jobs: readonly FrozenJob[]): Generator<string> {
  for (let from = 0; from < jobs.length; from += LINES_A_PIECE) {
    const piece = jobs.slice(from, from + LINES_A_PIECE);
    yield piece.map((job) => `${JSON.stringify(job)}\n`).join('');
  }
}

/** Answers the digest of what it wrote. */
function place(path: string, pieces: Iterable<string>): string {
  writeFileSync(path, '');
  const hash = createHash('sha256');
  for (const piece of pieces) {
    writeFileSync(path, piece, { flag: 'a' });
    hash.update(piece);
  }
  chmodSync(path, READ_ONLY);
  return hash.digest('hex');
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value ?? null, undefined, 2)}\n`;
}
