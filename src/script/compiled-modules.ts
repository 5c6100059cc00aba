import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Where the compiled forms of a script and of what it imports lie, by the URL of the author's
 * module: read from the `graph.json` beside the compiled script. Others are their own.
 */
export function compiledModules(compiledFile: string): (moduleUrl: string) => string {
  const folder = dirname(compiledFile);
  const graph: { readonly sources: readonly { path: string; compiled?: string }[] } = JSON.parse(
    readFileSync(join(folder, 'graph.json'), 'utf8'),
  );
  const urls = new Map(
    graph.sources.flatMap(({ path, compiled }) =>
      compiled === undefined
        ? []
        : [[pathToFileURL(path).href, pathToFileURL(join(folder, compiled)).href]],
    ),
  );
  return (moduleUrl) => urls.get(moduleUrl) ?? moduleUrl;
}
