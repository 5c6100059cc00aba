import { describeExecutor } from './executor-suite.ts';
import { openLocal } from './open-local.ts';

describeExecutor('local', { open: () => openLocal() });

describeExecutor('local, each command a new process', {
  open: () => openLocal({ maxResidentShells: 0 }),
});
