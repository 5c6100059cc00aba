/** Work that is spread over the threads of a job. */
export interface ParallelMapRequest<Item> {
  /** `import.meta.url` of the module that exports the function. */
  readonly module: string;
  /** The exported function's name; it is called with one item, and may be async. */
  readonly name: string;
  readonly items: readonly Item[];
  /** At most so many items at once; `job.threads`. */
  readonly threads: number;
}
