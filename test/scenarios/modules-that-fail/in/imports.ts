import { step } from './lib/step.ts';
export default step;
