import { unusedConfigKey } from '../../core/catalogue/lint.ts';
import type { Diagnostic } from '../../core/diagnostic.ts';
import { parseYaml } from './parse-yaml.ts';

/**
 * Keys that the YAML files of a workflow give under `config:`, and of which none of these files says
 * `config.KEY`. By file; `files` have been read before, so that they parse.
 */
export function unusedConfigKeys(files: ReadonlyMap<string, string>): Diagnostic[] {
  const texts = [...files.values()];
  return Array.from(files, ([file, text]) => parseYaml(text, file)).flatMap((root) => {
    const config = root?.kind === 'map' ? root.entries.get('config')?.value : undefined;
    if (config?.kind !== 'map') return [];
    return Array.from(config.entries)
      .filter(([key]) => !texts.some((text) => isNamedIn(text, key)))
      .map(([key, { keySpan }]) => unusedConfigKey(key, keySpan));
  });
}

function isNamedIn(text: string, key: string): boolean {
  for (let at = text.indexOf('config.'); at !== -1; at = text.indexOf('config.', at + 1)) {
    const rest = text.slice(at + 'config.'.length);
    if (rest.startsWith(key) && !/^[\w-]/u.test(rest.slice(key.length))) return true;
  }
  return false;
}
