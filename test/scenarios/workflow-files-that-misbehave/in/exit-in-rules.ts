import { workflow } from 'dagflow';
export default workflow({
  rules: () => process.exit(5),
});
