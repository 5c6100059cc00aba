/** How an attempt ended on a node. */
export interface NodeEnding {
  readonly node: string;
  /** The job, whichever attempt it was. */
  readonly job: string;
  readonly rule: string;
  /** `machine`: it failed at once, and not by what it did. `at-once`: it failed at once. */
  readonly end: 'good' | 'at-once' | 'machine';
}

/** A node that no job should be given any more, and jobs that failed there. */
export interface BadNode {
  readonly node: string;
  readonly jobs: readonly string[];
}

/** So many jobs have to fail on a node, at once and with no good one between them. */
const FAILURES = 3;

/**
 * Finds nodes that fail everything at once: being free again so soon, such a node draws job after
 * job. The workflow may be what is wrong, so a failure counts only against what went well elsewhere:
 * a job of the same rule, or any job where the job itself never had its turn.
 */
export class NodeHealth {
  /** By node, of jobs that failed since the last good one: by job its rule; undefined: the machine. */
  readonly #failures = new Map<string, Map<string, string | undefined>>();
  /** By rule, and of all under undefined: where jobs have succeeded. */
  readonly #good = new Map<string | undefined, Set<string>>();
  readonly #bad = new Set<string>();

  /** Takes what has ended, and answers nodes that turn out to be bad, each once. */
  note({ node, job, rule, end }: NodeEnding): readonly BadNode[] {
    if (end !== 'good') {
      const failures = this.#failures.get(node) ?? new Map<string, string | undefined>();
      this.#failures.set(node, failures);
      failures.set(job, end === 'machine' ? undefined : rule);
      return this.#judged([node]);
    }
    this.#failures.delete(node);
    const isNews = [rule, undefined].map((key) => this.#addGood(key, node)).includes(true);
    return isNews ? this.#judged([...this.#failures.keys()]) : [];
  }

  #addGood(key: string | undefined, node: string): boolean {
    const nodes = this.#good.get(key) ?? new Set();
    this.#good.set(key, nodes);
    const isNews = !nodes.has(node);
    nodes.add(node);
    return isNews;
  }

  #judged(nodes: readonly string[]): readonly BadNode[] {
    const bad: BadNode[] = [];
    for (const node of nodes) {
      if (this.#bad.has(node)) continue;
      const jobs = [...(this.#failures.get(node) ?? [])]
        .filter(([, rule]) => this.#isGoodElsewhere(rule, node))
        .map(([job]) => job);
      if (jobs.length < FAILURES) continue;
      this.#bad.add(node);
      bad.push({ node, jobs });
    }
    return bad;
  }

  #isGoodElsewhere(rule: string | undefined, node: string): boolean {
    const good = this.#good.get(rule);
    return good !== undefined && good.size > (good.has(node) ? 1 : 0);
  }
}
