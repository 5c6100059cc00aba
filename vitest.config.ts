import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

const alias = { dagflow: fileURLToPath(new URL('./src/index.ts', import.meta.url)) };

/** Projects whose tests type at the built program, as users do, build it first. */
const BUILT = ['test/rigs/build-flow.ts'];

function project(name: string, options: object = {}): NonNullable<ProjectList>[number] {
  const include = [`test/${name}/**/*.test.ts`];
  return { resolve: { alias }, test: { name, include, testTimeout: 30_000, ...options } };
}

type ProjectList = NonNullable<ViteUserConfig['test']>['projects'];

const config: ViteUserConfig = defineConfig({
  test: {
    projects: [
      project('unit'),
      project('property', { setupFiles: ['test/rigs/fixed-seed.ts'] }),
      project('conformance'),
      project('faults', { globalSetup: BUILT, testTimeout: 120_000 }),
      project('scenarios', { globalSetup: BUILT, testTimeout: 60_000 }),
      project('imaging', { testTimeout: 120_000 }),
      project('workflows', { globalSetup: BUILT, testTimeout: 240_000 }),
      project('types', { testTimeout: 120_000 }),
      project('docs', { globalSetup: BUILT, testTimeout: 60_000 }),
      // One after the other, and after all others: its files share the cards of one cluster.
      project('cluster', {
        globalSetup: BUILT,
        fileParallelism: false,
        sequence: { groupOrder: 1 },
        testTimeout: 120_000,
      }),
    ],
  },
});

export default config;
