import {
  type Code,
  four,
  int,
  type Kernel,
  kernel,
  type Local,
  loop,
  type NewLocal,
  pick,
  single,
} from './assembler.ts';

/** Copies rows: parameters from, pitch, to, pitch, bytes a row (whole vectors), rows. */
export const copyRows: Kernel = kernel(
  'copyRows',
  ['i32', 'i32', 'i32', 'i32', 'i32', 'i32'],
  (parameters, local) => {
    const [from, fromPitch, to, toPitch, bytes, rows] = parameters;
    if (!from || !fromPitch || !to || !toPitch || !bytes || !rows) throw new Error('six');
    const [row, i] = [local('i32'), local('i32')];
    return loop(row, { from: int.constant(0), end: rows.get, step: int.constant(1) }, [
      ...loop(
        i,
        { from: int.constant(0), end: bytes.get, step: int.constant(16) },
        four.store(int.add(to.get, i.get), four.load(int.add(from.get, i.get))),
      ),
      ...from.set(int.add(from.get, fromPitch.get)),
      ...to.set(int.add(to.get, toPitch.get)),
    ]);
  },
);

/**
 * Copies single numbers of a field: parameters from, its steps along the first and second axis, to, its two
 * steps (all in bytes), and the bounds of the two axes, counted.
 */
export const copyField: Kernel = kernel(
  'copyField',
  ['i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32'],
  (parameters, local) => {
    const [from, fromI, fromJ, to, toI, toJ, countI, countJ] = parameters;
    if (!from || !fromI || !fromJ || !to || !toI || !toJ || !countI || !countJ) {
      throw new Error('eight');
    }
    const [i, j] = [local('i32'), local('i32')];
    const place = (start: Local, stepI: Local, stepJ: Local): Code =>
      int.add(int.add(start.get, int.multiply(i.get, stepI.get)), int.multiply(j.get, stepJ.get));
    return loop(
      i,
      { from: int.constant(0), end: countI.get, step: int.constant(1) },
      loop(
        j,
        { from: int.constant(0), end: countJ.get, step: int.constant(1) },
        single.store(place(to, toI, toJ), single.load(place(from, fromI, fromJ))),
      ),
    );
  },
);

/**
 * Transposes 4 rows into 4 columns at a time: parameters from, pitch, to, pitch, bytes of a row, and the
 * last row of the source (rows beyond it repeat it), for source rows 0 … 3. The last columns are done
 * twice where their number is no multiple of 4: at least 4 are needed.
 */
export const rowsToColumns: Kernel = kernel(
  'rowsToColumns',
  ['i32', 'i32', 'i32', 'i32', 'i32', 'i32'],
  (parameters, local) =>
    transposing(parameters, local, (block) => [
      ...block.rows.flatMap((row, j) =>
        row.set(four.load(int.add((block.rowAt[j] ?? block.x).get, block.x.get))),
      ),
      ...transposed(block.rows).flatMap((value, j) =>
        four.store(
          int.add(
            block.column.get,
            int.multiply(int.add(block.x.get, int.constant(4 * j)), block.columnPitchInFloats.get),
          ),
          value,
        ),
      ),
    ]),
);

/** The way back; parameters as above, the columns still being what is at `to`. */
export const columnsToRows: Kernel = kernel(
  'columnsToRows',
  ['i32', 'i32', 'i32', 'i32', 'i32', 'i32'],
  (parameters, local) =>
    transposing(parameters, local, (block) => [
      ...block.rows.flatMap((row, j) =>
        row.set(
          four.load(
            int.add(
              block.column.get,
              int.multiply(
                int.add(block.x.get, int.constant(4 * j)),
                block.columnPitchInFloats.get,
              ),
            ),
          ),
        ),
      ),
      ...transposed(block.rows).flatMap((value, j) =>
        four.store(int.add((block.rowAt[j] ?? block.x).get, block.x.get), value),
      ),
    ]),
);

interface Block {
  /** Bytes into the rows. */
  readonly x: Local;
  readonly rowAt: readonly Local[];
  readonly rows: readonly Local[];
  readonly column: Local;
  /** Column pitch over 4: what one byte along a row is worth. */
  readonly columnPitchInFloats: Local;
}

function transposing(
  parameters: readonly Local[],
  local: NewLocal,
  write: (block: Block) => Code,
): Code {
  const [from, pitch, to, columnPitch, bytes, lastRow] = parameters;
  if (!from || !pitch || !to || !columnPitch || !bytes || !lastRow) throw new Error('six');
  const [at, x, columnPitchInFloats] = [local('i32'), local('i32'), local('i32')];
  const rowAt = Array.from({ length: 4 }, () => local('i32'));
  const rows = Array.from({ length: 4 }, () => local('v128'));
  const last = int.subtract(bytes.get, int.constant(16));
  return [
    ...columnPitchInFloats.set([...columnPitch.get, ...int.constant(2), 0x75]),
    ...rowAt.flatMap((row, j) =>
      row.set(int.add(from.get, int.multiply(int.least(int.constant(j), lastRow.get), pitch.get))),
    ),
    ...loop(at, { from: int.constant(0), end: bytes.get, step: int.constant(16) }, [
      ...x.set(int.least(at.get, last)),
      ...write({ x, rowAt, rows, column: to, columnPitchInFloats }),
    ]),
  ];
}

/** The four rows of the transposed 4×4 matrix. */
function transposed(rows: readonly Local[]): readonly Code[] {
  const [a, b, c, d] = rows;
  if (!a || !b || !c || !d) throw new Error('four rows');
  // The halves are computed twice each: cheaper than to keep them in registers.
  const lowAB = pick(a.get, b.get, [0, 4, 1, 5]);
  const lowCD = pick(c.get, d.get, [0, 4, 1, 5]);
  const highAB = pick(a.get, b.get, [2, 6, 3, 7]);
  const highCD = pick(c.get, d.get, [2, 6, 3, 7]);
  return [
    pick(lowAB, lowCD, [0, 1, 4, 5]),
    pick(lowAB, lowCD, [2, 3, 6, 7]),
    pick(highAB, highCD, [0, 1, 4, 5]),
    pick(highAB, highCD, [2, 3, 6, 7]),
  ];
}
