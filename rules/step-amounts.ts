/** What a job of a step takes, as rules write it. */
export interface StepAmounts {
  readonly threads: number;
  readonly resources: {
    readonly mem: string;
    readonly time: string;
    /** Left out: none. */
    readonly gpus?: number;
  };
}
