import { createPicture, type Picture } from '../picture.ts';
import { BitWriter } from './bitWriter.ts';
import { createBrightnessCoder, type CodedBrightness } from './codeBrightness.ts';
import { createColorCoder, type CodedColor } from './codeColor.ts';
import { createLevelCounts } from './levelCounts.ts';
import { buildNalUnit } from './nalUnit.ts';
import type { PictureSize } from './parameterSets.ts';
import { colorQpOf, createQuantizer } from './quantizer.ts';
import { colorMeans, writeLevels } from './writeLevels.ts';

export type PictureEncoder = (picture: Picture, index: number) => Uint8Array;

/**
 * Creates an encoder of IDR pictures: a player can seek to each one, and an error never lasts. Macroblocks are
 * predicted as a whole (Intra 16x16) and smoothed by the decoder's deblocking filter. `qp`: 20 is fine, 35 coarse.
 * Returns NAL units.
 */
export function createPictureEncoder({ width, height }: PictureSize, qp: number): PictureEncoder {
  const quantizer = createQuantizer(qp);
  const colorQuantizer = createQuantizer(colorQpOf(qp));
  const codeBrightness = createBrightnessCoder(quantizer);
  const codeBlue = createColorCoder(colorQuantizer);
  const codeRed = createColorCoder(colorQuantizer);
  const decoded = createPicture(width, height);

  return (picture, index) => {
    const bits = new BitWriter();
    const counts = createCounts(width / 16, height / 16);
    writeHeader(bits, index, qp);
    for (let y = 0; y < height / 16; y += 1) {
      for (let x = 0; x < width / 16; x += 1) {
        const at = [8 * x, 8 * y] as const;
        const brightness = codeBrightness(picture.brightness, decoded.brightness, [16 * x, 16 * y]);
        const blue = codeBlue(picture.blueness, decoded.blueness, at);
        const red = codeRed(picture.redness, decoded.redness, at);
        writeMacroblock(bits, { x, y, counts, brightness, colors: [blue, red] });
      }
    }
    return buildNalUnit('picture', bits.finish());
  };
}

/** Writes the header of one slice with the whole picture. Consecutive pictures must differ in `idr_pic_id`. */
function writeHeader(bits: BitWriter, index: number, qp: number): void {
  bits.writeUnsigned(0); // first_mb_in_slice
  bits.writeUnsigned(7); // slice_type: only I
  bits.writeUnsigned(0); // pic_parameter_set_id
  bits.write(0, 4); // frame_num
  bits.writeUnsigned(index % 2); // idr_pic_id
  bits.write(0, 2); // no_output_of_prior_pics_flag, long_term_reference_flag
  bits.writeSigned(qp - 26);
}

/** Number of non-zero coefficients in each block of the picture, by plane. */
type Counts = ReturnType<typeof createCounts>;

function createCounts(columns: number, rows: number) {
  return {
    brightness: createLevelCounts(4 * columns, 4 * rows),
    colors: [createLevelCounts(2 * columns, 2 * rows), createLevelCounts(2 * columns, 2 * rows)],
  } as const;
}

interface Macroblock {
  /** Position in macroblocks. */
  readonly x: number;
  readonly y: number;
  readonly counts: Counts;
  readonly brightness: CodedBrightness;
  readonly colors: readonly [CodedColor, CodedColor];
}

/** Writes a macroblock (ITU-T H.264, 7.3.5). */
function writeMacroblock(bits: BitWriter, block: Macroblock): void {
  const { x, y, counts, brightness, colors } = block;
  const hasColorLevels = colors.some(({ hasLevels }) => hasLevels);
  const colorParts = hasColorLevels ? 2 : colors.some(({ hasMeans }) => hasMeans) ? 1 : 0;
  bits.writeUnsigned(1 + brightness.mode + 4 * colorParts + (brightness.hasLevels ? 12 : 0)); // mb_type
  bits.writeUnsigned(0); // intra_chroma_pred_mode: DC
  bits.writeSigned(0); // mb_qp_delta
  writeLevels(bits, brightness.means, counts.brightness.nearby(4 * x, 4 * y));
  if (brightness.hasLevels) writeBrightness(bits, block);
  if (colorParts > 0) for (const { means } of colors) writeLevels(bits, means, colorMeans);
  if (!hasColorLevels) return;
  for (const [plane, { levels }] of colors.entries()) {
    for (const [index, block] of levels.entries()) {
      const at = [2 * x + (index & 1), 2 * y + (index >> 1)] as const;
      const nearby = counts.colors[plane]?.nearby(...at) ?? 0;
      counts.colors[plane]?.set(...at, writeLevels(bits, block, nearby));
    }
  }
}

/** Writes the luma blocks. They are coded quarter by quarter. */
function writeBrightness(bits: BitWriter, { x, y, counts, brightness }: Macroblock): void {
  for (let index = 0; index < 16; index += 1) {
    const column = (index & 1) | ((index >> 1) & 2);
    const row = ((index >> 1) & 1) | ((index >> 2) & 2);
    const levels = brightness.levels[4 * row + column];
    const at = [4 * x + column, 4 * y + row] as const;
    if (levels) counts.brightness.set(...at, writeLevels(bits, levels, counts.brightness.nearby(...at)));
  }
}
