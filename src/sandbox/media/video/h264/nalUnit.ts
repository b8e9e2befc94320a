export type NalType = 'picture' | 'sequence-parameters' | 'picture-parameters';

/** Header bytes: `nal_ref_idc` 3 and `nal_unit_type`, which is 5 for an IDR picture, 7 and 8 for the parameter sets. */
const headers: Readonly<Record<NalType, number>> = {
  picture: 0x65,
  'sequence-parameters': 0x67,
  'picture-parameters': 0x68,
};

/**
 * Returns a payload with its header, as MP4 stores it: no start code, but an emulation prevention byte (3) where two
 * zero bytes could look like one.
 */
export function buildNalUnit(type: NalType, payload: Uint8Array): Uint8Array {
  const unit = new Uint8Array(1 + payload.length + Math.ceil(payload.length / 2));
  unit[0] = headers[type];
  let length = 1;
  let zeros = 0;
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      unit[length] = 3;
      length += 1;
      zeros = 0;
    }
    unit[length] = byte;
    length += 1;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return unit.slice(0, length);
}
