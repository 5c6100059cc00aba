/** Time, as the loop needs it; the machine itself knows none. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once, not before `delayMs` have passed; the answer takes the call back. */
  after(delayMs: number, call: () => void): () => void;
}
