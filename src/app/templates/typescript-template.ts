import { SAMPLE_TEXTS, type Template } from './template.ts';

const WORKFLOW = `import { expand, rule, workflow, z } from 'dagflow';

export default workflow({
  // Checked before anything else; a config file or \`--config samples=[a]\` wins over the defaults.
  config: z.object({ samples: z.array(z.string()).min(1).default(['a', 'b']) }),
  rules: (config) => {
    // One job a sample: the wildcard gets its values from the files that are asked for.
    const count = rule('count', {
      input: 'texts/{sample}.txt',
      output: 'counts/{sample}.txt',
      shell: 'wc -w < {input} > {output}',
    });
    const report = rule('report', {
      input: expand(count.output, { sample: config.samples }),
      output: 'report.txt',
      shell: 'cat {input} > {output}',
    });
    // Made when no target is given. It has no command: it only asks for its inputs.
    const all = rule('all', { input: report.output });
    return [all, report, count];
  },
});
`;

const CONFIG = `# flow -n --configfile config.yaml
workflow: ./flow.ts
samples: [a, b]
`;

/** \`types\`: the declarations of \`dagflow\`, absolute, so that editors need no \`node_modules\`. */
export function typescriptTemplate(types: string): Template {
  const tsconfig = {
    compilerOptions: {
      target: 'es2023',
      module: 'nodenext',
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      types: [],
      paths: { dagflow: [types] },
    },
    include: ['**/*.ts'],
  };
  return {
    name: 'typescript',
    files: {
      'flow.ts': WORKFLOW,
      'config.yaml': CONFIG,
      'tsconfig.json': `${JSON.stringify(tsconfig, undefined, 2)}\n`,
      ...SAMPLE_TEXTS,
    },
    tryWith: 'flow -n',
  };
}
