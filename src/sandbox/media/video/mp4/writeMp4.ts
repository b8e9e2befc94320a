import { profile } from '../h264/parameterSets.ts';
import { box, bytes, concat, fullBox, letters, u16, u32 } from './boxes.ts';

/** A silent video: NAL units without start codes, one picture per frame, each decodable alone. */
export interface Mp4Video {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly level: number;
  readonly sequenceParameters: Uint8Array;
  readonly pictureParameters: Uint8Array;
  readonly pictures: readonly Uint8Array[];
}

/** Time units of one frame. */
const frameTicks = 1000;
/** Matrix without rotation and scaling. */
const upright = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000);

/**
 * Writes an MP4 file (ISO/IEC 14496-12 and -15), index first, so that it plays while it loads. The library that reads
 * such files is not used, because it writes the current time into its files, and equal seeds must produce equal bytes.
 */
export function writeMp4(video: Mp4Video): Uint8Array {
  const samples = video.pictures.map((picture) => concat([u32(picture.length), picture]));
  const type = box('ftyp', letters('isom'), u32(0x200), letters('isomiso2avc1mp41'));
  // The index contains the offset of the data after it, and its length does not depend on the offset.
  const indexLength = buildIndex(video, samples, 0).length;
  const index = buildIndex(video, samples, type.length + indexLength + 8);
  return concat([type, index, box('mdat', ...samples)]);
}

function buildIndex(video: Mp4Video, samples: readonly Uint8Array[], dataAt: number): Uint8Array {
  const { width, height, fps } = video;
  const ticks = samples.length * frameTicks;
  const ticksPerSecond = Math.round(fps * frameTicks);
  const times = u32(0, 0);
  const movie = fullBox(
    'mvhd',
    0,
    times,
    u32(ticksPerSecond, ticks),
    u32(0x10000),
    u16(0x100, 0),
    u32(0, 0),
    upright,
    new Uint8Array(24),
    u32(2),
  );
  const trackHeader = fullBox(
    'tkhd',
    0b11,
    times,
    u32(1, 0, ticks),
    u32(0, 0),
    u16(0, 0, 0, 0),
    upright,
    u32(width * 0x10000, height * 0x10000),
  );
  const undefinedLanguage = 0x55c4;
  const media = box(
    'mdia',
    fullBox('mdhd', 0, times, u32(ticksPerSecond, ticks), u16(undefinedLanguage, 0)),
    fullBox('hdlr', 0, u32(0), letters('vide'), u32(0, 0, 0), letters('Video\0')),
    box(
      'minf',
      fullBox('vmhd', 1, u16(0, 0, 0, 0)),
      box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1))),
      buildSampleTable(video, samples, dataAt),
    ),
  );
  return box('moov', movie, box('trak', trackHeader, media));
}

/** All samples are in one chunk. Without a list of key frames, each sample is one. */
function buildSampleTable(video: Mp4Video, samples: readonly Uint8Array[], dataAt: number): Uint8Array {
  return box(
    'stbl',
    fullBox('stsd', 0, u32(1), buildSampleEntry(video)),
    fullBox('stts', 0, u32(1, samples.length, frameTicks)),
    fullBox('stsc', 0, u32(1, 1, samples.length, 1)),
    fullBox('stsz', 0, u32(0, samples.length), u32(...samples.map(({ length }) => length))),
    fullBox('stco', 0, u32(1, dataAt)),
  );
}

function buildSampleEntry({ width, height, level, sequenceParameters, pictureParameters }: Mp4Video): Uint8Array {
  const resolution = u32(0x48_0000, 0x48_0000);
  const configuration = box(
    'avcC',
    bytes(1, profile.id, profile.constraints, level),
    // Lengths of NAL units have four bytes. One parameter set of each kind follows.
    bytes(0b1111_1111, 0b1110_0001),
    u16(sequenceParameters.length),
    sequenceParameters,
    bytes(1),
    u16(pictureParameters.length),
    pictureParameters,
  );
  return box(
    'avc1',
    new Uint8Array(6),
    u16(1),
    new Uint8Array(16),
    u16(width, height),
    resolution,
    u32(0),
    u16(1),
    new Uint8Array(32),
    u16(0x18, 0xffff),
    configuration,
  );
}
