import { createHash } from 'node:crypto';
import type { JobSpec } from '../../model/history.ts';

export function digestOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

export function codeText(job: JobSpec | undefined): string {
  return `command ${job?.code}`;
}

export function paramsText(job: JobSpec | undefined): string {
  return JSON.stringify({ level: job?.params });
}
