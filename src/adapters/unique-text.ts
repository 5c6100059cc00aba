const LENGTH = 10;

/**
 * Ten letters and digits that no other call on any host will give, with all but certainty (51
 * bits). No secret: it comes from `Math.random`, which V8 seeds anew in each process, and for which
 * no part of Node has to be loaded.
 */
export function uniqueText(): string {
  return Math.floor(Math.random() * 36 ** LENGTH)
    .toString(36)
    .padStart(LENGTH, '0');
}
