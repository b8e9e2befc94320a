/** Number of non-zero coefficients of the blocks of a plane. The code of a block depends on the adjacent blocks. */
export interface LevelCounts {
  /**
   * Returns `nC`: the rounded mean of the blocks to the left and above, of one block if the other is outside, else 0
   * (ITU-T H.264, 9.2.1).
   */
  nearby(column: number, row: number): number;
  set(column: number, row: number, count: number): void;
}

export function createLevelCounts(columns: number, rows: number): LevelCounts {
  const counts = new Uint8Array(columns * rows);
  return {
    nearby(column, row) {
      const left = column > 0 ? (counts[row * columns + column - 1] ?? 0) : 0;
      const above = row > 0 ? (counts[(row - 1) * columns + column] ?? 0) : 0;
      return column > 0 && row > 0 ? (left + above + 1) >> 1 : left + above;
    },
    set(column, row, count) {
      counts[row * columns + column] = count;
    },
  };
}
