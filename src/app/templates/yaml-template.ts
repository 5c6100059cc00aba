import { SAMPLE_TEXTS, type Template } from './template.ts';

const WORKFLOW = `# The defaults; a config file or \`--config samples=[a]\` wins over them.
config:
  samples: [a, b]

rules:
  # Made when no target is given. It has no command: it only asks for its inputs.
  all:
    input: report.txt

  report:
    input: { expand: "counts/{sample}.txt", sample: "{config.samples}" }
    output: report.txt
    shell: cat {input} > {output}

  # One job a sample: the wildcard gets its values from the files that are asked for.
  count:
    input: "texts/{sample}.txt"
    output: "counts/{sample}.txt"
    shell: wc -w < {input} > {output}
`;

const CONFIG = `# flow -n --configfile config.yaml
workflow: ./flow.yaml
samples: [a, b]
`;

export const YAML_TEMPLATE: Template = {
  name: 'yaml',
  files: { 'flow.yaml': WORKFLOW, 'config.yaml': CONFIG, ...SAMPLE_TEXTS },
  tryWith: 'flow -n',
};
