/** Something of which less is free than a job asks for. */
export interface Shortage {
  /** `gpus`, or a name of `Dimensions`. */
  readonly resource: string;
  /** Of `gpus`: cards, or the share of one. */
  readonly asked: number;
  /** Of `gpus`: cards with the room that is asked of each. */
  readonly free: number;
  readonly has: number;
  /** Of `gpus`: memory that each card has to have, if any is asked for. */
  readonly gpuMemMib?: number;
}
