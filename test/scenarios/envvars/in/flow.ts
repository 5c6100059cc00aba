import { rule, workflow } from 'dagflow';

export default workflow({
  envvars: ['API_TOKEN', 'API_USER'],
  rules: rule('fetch', {
    output: 'answer.txt',
    shell: 'echo "$API_USER ${#API_TOKEN}" > {output}',
  }),
});
