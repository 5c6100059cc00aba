import { workflow } from 'dagflow';
export default workflow({ rules: (() => [1, null, {}]) as never });
