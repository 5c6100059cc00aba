import { configAt } from '../core/config/config-at.ts';
import { deepMerge, isRecord } from '../core/config/deep-merge.ts';
import type { GivenConfig } from './workflow-file.ts';

/** A config file that was read, or what an argument of `--config` says. */
export interface ConfigLayer {
  readonly value: unknown;
  /** Undefined for what stands in no file. */
  readonly locate: GivenConfig['locate'];
}

/** Layers merged key by key, later ones over earlier ones. A key is where it was given last. */
export function givenConfig(layers: readonly ConfigLayer[]): GivenConfig {
  const value = layers.reduce<unknown>((merged, layer) => deepMerge(merged, layer.value), {});
  return {
    value: isRecord(value) ? value : {},
    locate: (path) =>
      layers.findLast((layer) => configAt(layer.value, path) !== undefined)?.locate(path),
  };
}
