/** The process that flow started for a script, as the script's helpers know it. */
export interface ScriptHost {
  /** Where the compiled form of a module lies, by the module's own URL. */
  readonly compiledUrl: (moduleUrl: string) => string;
  /** What a worker thread runs. */
  readonly workerUrl: URL;
}

let current: ScriptHost | undefined;

/** Said once, by the entry of the process. */
export function setScriptHost(host: ScriptHost): void {
  current = host;
}

/** Undefined outside of scripts that flow runs: in tests, or in a worker thread. */
export function scriptHost(): ScriptHost | undefined {
  return current;
}
