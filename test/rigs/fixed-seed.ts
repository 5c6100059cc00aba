import fc from 'fast-check';

// The same cases every time, so that a failure is of the change that is tested; `SEED=…` looks at
// others. With `SHRINK=no` the first counterexample will do.
fc.configureGlobal({
  seed: Number(process.env['SEED'] ?? 1),
  endOnFailure: process.env['SHRINK'] === 'no',
});
