import type { PathPattern } from './path-pattern.ts';

/** What a wildcard matches that stands for one path segment, or for a part of one. */
export const SEGMENT = '[^/]+';

export interface SegmentParts {
  readonly name: string;
  readonly prefix: string;
  readonly suffix: string;
}

/** The most frequent kind of pattern, one wildcard that is a path segment: it needs no regex. */
export class SegmentPattern implements PathPattern {
  readonly source: string;
  readonly wildcardNames: readonly string[];
  readonly prefix: string;
  readonly suffix: string;

  constructor(source: string, { name, prefix, suffix }: SegmentParts) {
    this.source = source;
    this.wildcardNames = [name];
    this.prefix = prefix;
    this.suffix = suffix;
  }

  match(path: string): readonly string[] | undefined {
    const start = this.prefix.length;
    const end = path.length - this.suffix.length;
    if (end <= start || !path.startsWith(this.prefix) || !path.endsWith(this.suffix)) {
      return undefined;
    }
    const value = path.slice(start, end);
    return value.includes('/') ? undefined : [value];
  }

  fill([value]: readonly string[]): string {
    if (value === undefined) throw new Error(`no value for a wildcard of ${this.source}`);
    return this.prefix + value + this.suffix;
  }
}
