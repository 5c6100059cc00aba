const steps = new WeakSet<object>();

/**
 * Marks a record as made of the path of an assignment, as `a` in `a.b=1`: it names what is there and
 * goes into it, where a record that was written as a value would replace it.
 */
export function markStep<Step extends object>(record: Step): Step {
  steps.add(record);
  return record;
}

/** Was it marked by `markStep`? */
export function isStep(record: object): boolean {
  return steps.has(record);
}
