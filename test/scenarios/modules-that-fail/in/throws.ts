import './lib/throws.ts';
export default [];
