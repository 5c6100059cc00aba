import { stpe } from './lib/good.ts';
export default stpe;
