import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { z as zod } from 'zod';

let loaded: typeof zod | undefined;

/**
 * Zod, loaded at its first use: a workflow that does without a schema does not pay for it.
 *
 * Loaded synchronously, since schemas are built while a workflow file is being evaluated. The
 * built program has zod in one file beside it; from source it is the package.
 */
export const z: typeof zod = new Proxy(nothing(), {
  get: (_, name): unknown => Reflect.get(load(), name),
  has: (_, name) => Reflect.has(load(), name),
  ownKeys: () => Reflect.ownKeys(load()),
  getOwnPropertyDescriptor: (_, name) => {
    const descriptor = Reflect.getOwnPropertyDescriptor(load(), name);
    // A proxy may only call those properties fixed that its own, empty target has.
    return descriptor === undefined ? undefined : { ...descriptor, configurable: true };
  },
});

/** The types that are written as `z.infer<typeof Config>`. */
export declare namespace z {
  export type input<Schema> = zod.input<Schema>;
  export type output<Schema> = zod.output<Schema>;
  export type ZodType<Output = unknown, Input = unknown> = zod.ZodType<Output, Input>;
  type Inferred<Schema> = zod.infer<Schema>;
  export type { Inferred as infer };
}

function nothing(): typeof zod {
  const empty: typeof zod = Object.create(null);
  return empty;
}

function load(): typeof zod {
  if (loaded === undefined) {
    const require = createRequire(import.meta.url);
    const bundled = fileURLToPath(new URL('./zod.cjs', import.meta.url));
    const module: { readonly z: typeof zod } = require(existsSync(bundled) ? bundled : 'zod');
    loaded = module.z;
  }
  return loaded;
}
