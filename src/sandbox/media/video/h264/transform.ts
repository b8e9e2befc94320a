/** Sixteen values of a 4 by 4 block, row by row. All functions of this file work in place. */
export type Block = Int32Array;

/** The integer transform of ITU-T H.264, 8.5.12: residual to coefficients. */
export function transform(block: Block): void {
  for (let row = 0; row < 16; row += 4) analyse(block, row, 1);
  for (let column = 0; column < 4; column += 1) analyse(block, column, 4);
}

/** Transforms scaled coefficients to the residual. */
export function invertTransform(block: Block): void {
  for (let row = 0; row < 16; row += 4) synthesise(block, row, 1);
  for (let column = 0; column < 4; column += 1) synthesise(block, column, 4);
  for (let at = 0; at < 16; at += 1) block[at] = ((block[at] ?? 0) + 32) >> 6;
}

/**
 * The second transform (Hadamard) of the DC coefficients of sixteen blocks. It is its own inverse except for a factor
 * of 16.
 */
export function transformMeans(block: Block): void {
  for (let row = 0; row < 16; row += 4) hadamard(block, row, 1);
  for (let column = 0; column < 4; column += 1) hadamard(block, column, 4);
}

/**
 * The second transform of the DC coefficients of the four chroma blocks. It is its own inverse except for a factor of
 * 4.
 */
export function transformColorMeans(means: Block): void {
  const [a = 0, b = 0, c = 0, d = 0] = means;
  means[0] = a + b + c + d;
  means[1] = a - b + c - d;
  means[2] = a + b - c - d;
  means[3] = a - b - c + d;
}

function analyse(block: Block, start: number, step: number): void {
  const a = block[start] ?? 0;
  const b = block[start + step] ?? 0;
  const c = block[start + 2 * step] ?? 0;
  const d = block[start + 3 * step] ?? 0;
  block[start] = a + b + c + d;
  block[start + step] = 2 * (a - d) + b - c;
  block[start + 2 * step] = a - b - c + d;
  block[start + 3 * step] = a - d - 2 * (b - c);
}

function synthesise(block: Block, start: number, step: number): void {
  const a = block[start] ?? 0;
  const b = block[start + step] ?? 0;
  const c = block[start + 2 * step] ?? 0;
  const d = block[start + 3 * step] ?? 0;
  const odd = b + (d >> 1);
  const rest = (b >> 1) - d;
  block[start] = a + c + odd;
  block[start + step] = a - c + rest;
  block[start + 2 * step] = a - c - rest;
  block[start + 3 * step] = a + c - odd;
}

function hadamard(block: Block, start: number, step: number): void {
  const a = block[start] ?? 0;
  const b = block[start + step] ?? 0;
  const c = block[start + 2 * step] ?? 0;
  const d = block[start + 3 * step] ?? 0;
  block[start] = a + b + c + d;
  block[start + step] = a + b - c - d;
  block[start + 2 * step] = a - b - c + d;
  block[start + 3 * step] = a - b + c - d;
}
