import { BitWriter } from './bitWriter.ts';
import { buildNalUnit } from './nalUnit.ts';

/** Size in pixels, multiples of 16. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Constrained Baseline, the profile that every player supports. */
export const profile = { id: 66, constraints: 0b1100_0000 } as const;

/** Maximum of macroblocks in a picture and in one second, by level (ITU-T H.264, table A-1). */
const levels = [
  { id: 30, pictureBlocks: 1620, blocksPerSecond: 40_500 },
  { id: 31, pictureBlocks: 3600, blocksPerSecond: 108_000 },
  { id: 40, pictureBlocks: 8192, blocksPerSecond: 245_760 },
] as const;
const highestLevel = 51;

export function levelOf({ width, height }: PictureSize, fps: number): number {
  const blocks = (width * height) / 256;
  const fits = levels.find((level) => blocks <= level.pictureBlocks && blocks * fps <= level.blocksPerSecond);
  return fits?.id ?? highestLevel;
}

/**
 * Builds the sequence parameter set with size, order and colors: pictures are shown in the order of the file, colors
 * are BT.709 in video range.
 */
export function buildSequenceParameters({ width, height }: PictureSize, fps: number): Uint8Array {
  const bits = new BitWriter();
  bits.write(profile.id, 8);
  bits.write(profile.constraints, 8);
  bits.write(levelOf({ width, height }, fps), 8);
  bits.writeUnsigned(0); // seq_parameter_set_id
  bits.writeUnsigned(0); // log2_max_frame_num_minus4
  bits.writeUnsigned(2); // pic_order_cnt_type: decoding order
  bits.writeUnsigned(1); // max_num_ref_frames
  bits.write(0, 1); // gaps_in_frame_num_value_allowed_flag
  bits.writeUnsigned(width / 16 - 1);
  bits.writeUnsigned(height / 16 - 1);
  bits.write(0b110, 3); // frame_mbs_only_flag, direct_8x8_inference_flag, no cropping
  bits.write(1, 1); // vui_parameters_present_flag
  bits.write(0b001, 3); // no aspect ratio, no overscan, video_signal_type_present_flag
  bits.write(0b101_0_1, 5); // video_format unspecified, video range, colour_description_present_flag
  for (const bt709 of [1, 1, 1]) bits.write(bt709, 8);
  bits.write(0, 6); // no chroma location, timing, HRD (two kinds), picture structure, restrictions
  return buildNalUnit('sequence-parameters', bits.finish());
}

export function buildPictureParameters(): Uint8Array {
  const bits = new BitWriter();
  bits.writeUnsigned(0); // pic_parameter_set_id
  bits.writeUnsigned(0); // seq_parameter_set_id
  bits.write(0b00, 2); // CAVLC, no bottom field order
  bits.writeUnsigned(0); // one slice group
  bits.writeUnsigned(0); // num_ref_idx_l0_default_active_minus1
  bits.writeUnsigned(0); // num_ref_idx_l1_default_active_minus1
  bits.write(0, 3); // no weighted prediction
  bits.writeSigned(0); // pic_init_qp_minus26
  bits.writeSigned(0); // pic_init_qs_minus26
  bits.writeSigned(0); // chroma_qp_index_offset
  bits.write(0, 3); // no deblocking control, no constrained intra prediction, no redundant pictures
  return buildNalUnit('picture-parameters', bits.finish());
}
