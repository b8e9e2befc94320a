/**
 * A film of one picture: a camera moves to the right over its upper part, and the lower part stays in place. The
 * picture is in 4:2:0, with a byte per sample, row by row. Cb and Cr have half the width and half the height of luma.
 * Values are BT.709 in video range.
 */
export interface Pan {
  /** In pixels, multiples of 16. */
  readonly width: number;
  readonly height: number;
  readonly luma: Uint8Array;
  readonly cb: Uint8Array;
  readonly cr: Uint8Array;
  /** Pixels at the right edge of the picture that are outside the frame when the film starts. */
  readonly margin: number;
  /** Height of the lower part in pixels, a multiple of 16. */
  readonly stillHeight: number;
}

/** Edge of a macroblock in pixels. */
const block = 16;

/** Constrained Baseline, the profile that every player supports, at level 5, which allows large key pictures. */
export const profile = { id: 66, constraints: 0b1100_0000, level: 50 } as const;

/**
 * Builds the sequence parameter set (ITU-T H.264, 7.3.2.1): the size of the picture and of the frame, which is the
 * picture without its margin.
 */
export function buildSequenceParameters({ width, height, margin }: Pan): Uint8Array {
  const bits = [
    fixed(profile.id, 8) + fixed(profile.constraints, 8) + fixed(profile.level, 8),
    unsigned(0, 0, 0, 12), // one set, frame_num of 4 bits, pic_order_cnt_type 0 with 16 bits
    unsigned(1) + '0', // one reference frame, no gaps in frame_num
    unsigned(width / block - 1, height / block - 1),
    '111', // frame_mbs_only_flag, direct_8x8_inference_flag, frame_cropping_flag
    unsigned(0, margin / 2, 0, 0), // left, right, top, bottom
    '1001', // vui_parameters_present_flag, no aspect ratio, no overscan, video_signal_type_present_flag
    '10101', // video_format unspecified, video range, colour_description_present_flag
    fixed(1, 8).repeat(3), // BT.709
    // No chroma location, timing, HRD (two kinds) and picture structure, but bitstream_restriction_flag. The restriction
    // is that pictures are in the order of display, so that players show each one when it is decoded.
    '0000011',
    unsigned(0, 0, 16, 16, 0, 1),
  ];
  return buildUnit(0x67, toBytes(`${bits.join('')}1`));
}

/**
 * The picture parameter set: CAVLC, one slice group and no option. It sets QP 0, at which the deblocking filter changes
 * nothing.
 */
export const pictureParameters = buildUnit(0x68, toBytes('110011100000000110101110001'));

/** Builds the IDR picture, which all others are predicted from. Its macroblocks are I_PCM: plain samples. */
export function buildKeyPicture({ width, height, luma, cb, cr }: Pan): Uint8Array {
  const bytes: number[] = [];
  // The header of the slice ends with no_output_of_prior_pics_flag, long_term_reference_flag and slice_qp_delta.
  let header = `${buildSliceHeader(7, 0)}00${signed(0)}`;
  for (let y = 0; y < height; y += block) {
    for (let x = 0; x < width; x += block) {
      bytes.push(...toBytes(header + unsigned(25))); // mb_type: I_PCM
      pushSquare(bytes, luma, { x, y, stride: width, edge: block });
      for (const plane of [cb, cr]) {
        pushSquare(bytes, plane, { x: x / 2, y: y / 2, stride: width / 2, edge: block / 2 });
      }
      header = '';
    }
  }
  return buildUnit(0x65, [...bytes, 0x80]);
}

function pushSquare(
  bytes: number[],
  plane: Uint8Array,
  at: { readonly x: number; readonly y: number; readonly stride: number; readonly edge: number },
): void {
  for (let row = at.y; row < at.y + at.edge; row += 1) {
    const start = row * at.stride + at.x;
    bytes.push(...plane.subarray(start, start + at.edge));
  }
}

/**
 * Builds a picture that shows the key picture moved to the left by quarters of a pixel. `frame` counts from 1. Only the
 * macroblocks at the upper and left edge are coded. All others are P_Skip, which inherits the motion of the adjacent
 * ones, and no motion at the left edge of the lower part.
 */
export function buildMovedPicture({ width, height, stillHeight }: Pan, frame: number, quarters: number): Uint8Array {
  const columns = width / block;
  // After the header: num_ref_idx_active_override_flag, ref_pic_list_modification_flag_l0, slice_qp_delta.
  let bits = `${buildSliceHeader(5, frame)}00${signed(0)}`;
  /** A macroblock after some that are skipped: P_L0_16x16, its vector less that of the adjacent ones, no residual. */
  const move = (skipped: number, vector: number): string =>
    unsigned(skipped, 0) + signed(vector) + signed(0) + unsigned(0);
  for (let column = 0; column < columns; column += 1) bits += move(0, column === 0 ? quarters : 0);
  const rows = (height - stillHeight) / block;
  for (let row = 1; row < rows; row += 1) bits += move(row === 1 ? 0 : columns - 1, 0);
  const skipped = (rows > 1 ? columns - 1 : 0) + (columns * stillHeight) / block;
  if (skipped > 0) bits += unsigned(skipped);
  return buildUnit(0x01, toBytes(`${bits}1`));
}

/** Builds the header of one slice with the whole picture, up to the part that depends on its type: 5 is P, 7 is I. */
function buildSliceHeader(type: 5 | 7, frame: number): string {
  // The first macroblock, the type, the parameter set, and frame_num: only the key picture is a reference.
  const start = unsigned(0, type, 0) + fixed(Math.min(1, frame), 4);
  return start + (frame === 0 ? unsigned(0) : '') + fixed(2 * frame, 16); // idr_pic_id, pic_order_cnt_lsb
}

// Codes are strings of bits, because only the samples of the key picture are many, and those are bytes.

function fixed(value: number, length: number): string {
  return value.toString(2).padStart(length, '0');
}

/** Exp-Golomb codes `ue(v)`. */
function unsigned(...values: readonly number[]): string {
  return values.map((value) => fixed(value + 1, 2 * (32 - Math.clz32(value + 1)) - 1)).join('');
}

/** The Exp-Golomb code `se(v)`. */
function signed(value: number): string {
  return unsigned(value > 0 ? 2 * value - 1 : -2 * value);
}

/** Fills the last byte with zeros. */
function toBytes(bits: string): readonly number[] {
  return (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
}

/**
 * Builds a NAL unit: its header, then the payload with an emulation prevention byte (3) where two zero bytes could look
 * like a start code.
 */
function buildUnit(header: number, payload: readonly number[]): Uint8Array {
  const unit = [header];
  let zeros = 0;
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      unit.push(3);
      zeros = 0;
    }
    unit.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Uint8Array.from(unit);
}
