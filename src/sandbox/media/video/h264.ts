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
  const bits = new BitWriter();
  for (const byte of [profile.id, profile.constraints, profile.level]) bits.write(byte, 8);
  bits.unsigned(0); // seq_parameter_set_id
  bits.unsigned(0); // log2_max_frame_num_minus4
  bits.unsigned(0); // pic_order_cnt_type
  bits.unsigned(12); // log2_max_pic_order_cnt_lsb_minus4
  bits.unsigned(1); // max_num_ref_frames
  bits.write(0, 1); // gaps_in_frame_num_value_allowed_flag
  bits.unsigned(width / block - 1);
  bits.unsigned(height / block - 1);
  bits.write(0b111, 3); // frame_mbs_only_flag, direct_8x8_inference_flag, frame_cropping_flag
  for (const pixels of [0, margin, 0, 0]) bits.unsigned(pixels / 2); // left, right, top, bottom
  bits.write(0b1001, 4); // vui_parameters_present_flag, aspect ratio, overscan, video_signal_type_present_flag
  bits.write(0b101_0_1, 5); // video_format unspecified, video range, colour_description_present_flag
  for (const bt709 of [1, 1, 1]) bits.write(bt709, 8);
  // No chroma location, timing, HRD (two kinds) and picture structure, but bitstream_restriction_flag. The restriction
  // is that pictures are in the order of display, so that players show each one when it is decoded.
  bits.write(0b000001_1, 7);
  for (const value of [0, 0, 16, 16, 0, 1]) bits.unsigned(value);
  return bits.finish(0x67);
}

export function buildPictureParameters(): Uint8Array {
  const bits = new BitWriter();
  bits.unsigned(0); // pic_parameter_set_id
  bits.unsigned(0); // seq_parameter_set_id
  bits.write(0b00, 2); // CAVLC, no bottom field order
  bits.unsigned(0); // one slice group
  bits.unsigned(0); // num_ref_idx_l0_default_active_minus1
  bits.unsigned(0); // num_ref_idx_l1_default_active_minus1
  bits.write(0, 3); // no weighted prediction
  bits.signed(-26); // pic_init_qp_minus26: at QP 0, the deblocking filter changes nothing
  bits.signed(0); // pic_init_qs_minus26
  bits.signed(0); // chroma_qp_index_offset
  bits.write(0, 3); // no deblocking control, no constrained intra prediction, no redundant pictures
  return bits.finish(0x68);
}

/** Builds the IDR picture, which all others are predicted from. Its macroblocks are I_PCM: plain samples. */
export function buildKeyPicture({ width, height, luma, cb, cr }: Pan): Uint8Array {
  const bits = new BitWriter();
  writeSliceHeader(bits, { type: 7, frame: 0 });
  bits.write(0, 2); // no_output_of_prior_pics_flag, long_term_reference_flag
  bits.signed(0); // slice_qp_delta
  for (let y = 0; y < height; y += block) {
    for (let x = 0; x < width; x += block) {
      bits.unsigned(25); // mb_type: I_PCM
      bits.align();
      bits.samples(luma, { x, y, stride: width, edge: block });
      for (const plane of [cb, cr]) bits.samples(plane, { x: x / 2, y: y / 2, stride: width / 2, edge: block / 2 });
    }
  }
  return bits.finish(0x65);
}

/**
 * Builds a picture that shows the key picture moved to the left by quarters of a pixel. `frame` counts from 1. Only the
 * macroblocks at the upper and left edge are coded. All others are P_Skip, which inherits the motion of the adjacent
 * ones, and no motion at the left edge of the lower part.
 */
export function buildMovedPicture({ width, height, stillHeight }: Pan, frame: number, quarters: number): Uint8Array {
  const columns = width / block;
  const bits = new BitWriter();
  writeSliceHeader(bits, { type: 5, frame });
  bits.write(0, 2); // num_ref_idx_active_override_flag, ref_pic_list_modification_flag_l0
  bits.signed(0); // slice_qp_delta
  let skipped = 0;
  for (let at = 0; at < (columns * (height - stillHeight)) / block; at += 1) {
    const isEdge = at < columns || at % columns === 0;
    if (!isEdge) {
      skipped += 1;
      continue;
    }
    bits.unsigned(skipped); // mb_skip_run
    skipped = 0;
    bits.unsigned(0); // mb_type: P_L0_16x16
    bits.signed(at === 0 ? quarters : 0); // mvd_l0: the vector, less that of the adjacent macroblocks
    bits.signed(0);
    bits.unsigned(0); // coded_block_pattern: no residual
  }
  skipped += (columns * stillHeight) / block;
  if (skipped > 0) bits.unsigned(skipped);
  return bits.finish(0x01);
}

/** Writes the header of one slice with the whole picture, up to the part that depends on its type. */
function writeSliceHeader(bits: BitWriter, { type, frame }: { readonly type: 5 | 7; readonly frame: number }): void {
  bits.unsigned(0); // first_mb_in_slice
  bits.unsigned(type); // slice_type: 5 is P, 7 is I
  bits.unsigned(0); // pic_parameter_set_id
  bits.write(Math.min(1, frame), 4); // frame_num: only the key picture is a reference
  if (frame === 0) bits.unsigned(0); // idr_pic_id
  bits.write(2 * frame, 16); // pic_order_cnt_lsb
}

/** Writes the payload of a NAL unit, highest bit first. */
class BitWriter {
  readonly #bytes: number[] = [];
  /** Bits of the last byte that are not written yet. */
  #free = 0;

  /** Writes the low `length` bits of a number. */
  write(value: number, length: number): void {
    for (let bit = length - 1; bit >= 0; bit -= 1) {
      if (this.#free === 0) this.#bytes.push(0);
      this.#free = (this.#free || 8) - 1;
      const last = this.#bytes.length - 1;
      this.#bytes[last] = (this.#bytes[last] ?? 0) | (((value >>> bit) & 1) << this.#free);
    }
  }

  /** Writes the Exp-Golomb code `ue(v)`. */
  unsigned(value: number): void {
    this.write(value + 1, 2 * (32 - Math.clz32(value + 1)) - 1);
  }

  /** Writes the Exp-Golomb code `se(v)`. */
  signed(value: number): void {
    this.unsigned(value > 0 ? 2 * value - 1 : -2 * value);
  }

  /** Fills the last byte with zeros. */
  align(): void {
    this.#free = 0;
  }

  /** Writes a square of a plane. The last byte must be full. */
  samples(plane: Uint8Array, at: { x: number; y: number; stride: number; edge: number }): void {
    for (let row = at.y; row < at.y + at.edge; row += 1) {
      const start = row * at.stride + at.x;
      this.#bytes.push(...plane.subarray(start, start + at.edge));
    }
  }

  /**
   * Adds the stop bit and returns the NAL unit: its header, then the payload with an emulation prevention byte (3)
   * where two zero bytes could look like a start code.
   */
  finish(header: number): Uint8Array {
    this.write(1, 1);
    const unit = [header];
    let zeros = 0;
    for (const byte of this.#bytes) {
      if (zeros >= 2 && byte <= 3) {
        unit.push(3);
        zeros = 0;
      }
      unit.push(byte);
      zeros = byte === 0 ? zeros + 1 : 0;
    }
    return Uint8Array.from(unit);
  }
}
