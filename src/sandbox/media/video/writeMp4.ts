import { profile } from './h264.ts';

/** A silent video: NAL units without start codes, one picture per frame. Only the first is a key picture. */
interface Mp4Video {
  /** Size of a frame in pixels. */
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  readonly sequenceParameters: Uint8Array;
  readonly pictureParameters: Uint8Array;
  readonly pictures: readonly Uint8Array[];
}

/** Matrix without rotation and scaling. */
const upright = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000);

/**
 * Writes an MP4 file (ISO/IEC 14496-12 and -15), index first, so that it plays while it loads. The library that reads
 * such files is not used, because it writes the current time into its files, and equal seeds must produce equal bytes.
 */
export function writeMp4(video: Mp4Video): Uint8Array {
  const samples = video.pictures.map((picture) => Buffer.concat([u32(picture.length), picture]));
  const type = box('ftyp', text('isom'), u32(0x200), text('isomiso2avc1mp41'));
  // The index contains the offset of the data after it, and its length does not depend on the offset.
  const { length } = buildIndex(video, samples, 0);
  return Buffer.concat([type, buildIndex(video, samples, type.length + length + 8), box('mdat', ...samples)]);
}

function buildIndex(video: Mp4Video, samples: readonly Uint8Array[], dataAt: number): Uint8Array {
  const { width, height, framesPerSecond } = video;
  // Creation and modification, which are unknown, then the frame as the unit of time.
  const times = u32(0, 0, framesPerSecond, samples.length);
  const movie = box('mvhd', u32(0), times, u32(0x10000), u16(0x100, 0), u32(0, 0), upright, zeros(24), u32(2));
  const layer = u16(0, 0, 0, 0);
  const size = u32(width * 0x10000, height * 0x10000);
  const header = box('tkhd', u32(0b11), u32(0, 0, 1, 0, samples.length), u32(0, 0), layer, upright, size);
  const undefinedLanguage = u16(0x55c4, 0);
  const media = box(
    'mdia',
    box('mdhd', u32(0), times, undefinedLanguage),
    box('hdlr', u32(0, 0), text('vide'), zeros(12), text('Video\0')),
    box(
      'minf',
      box('vmhd', u32(1), zeros(8)),
      box('dinf', box('dref', u32(0, 1), box('url ', u32(1)))),
      buildSampleTable(video, samples, dataAt),
    ),
  );
  return box('moov', movie, box('trak', header, media));
}

/** All samples are in one chunk, and each is one unit of time long. */
function buildSampleTable(video: Mp4Video, samples: readonly Uint8Array[], dataAt: number): Uint8Array {
  const count = samples.length;
  return box(
    'stbl',
    box('stsd', u32(0, 1), buildSampleEntry(video)),
    box('stts', u32(0, 1, count, 1)),
    box('stss', u32(0, 1, 1)),
    box('stsc', u32(0, 1, 1, count, 1)),
    box('stsz', u32(0, 0, count, ...samples.map(({ length }) => length))),
    box('stco', u32(0, 1, dataAt)),
  );
}

function buildSampleEntry({ width, height, sequenceParameters, pictureParameters }: Mp4Video): Uint8Array {
  const configuration = box(
    'avcC',
    // Lengths of NAL units have four bytes (0xff). One parameter set of each kind follows (0xe1 and 1).
    Uint8Array.of(1, profile.id, profile.constraints, profile.level, 0xff, 0xe1, 0, sequenceParameters.length),
    sequenceParameters,
    Uint8Array.of(1, 0, pictureParameters.length),
    pictureParameters,
  );
  const size = [u16(width, height), u32(0x48_0000, 0x48_0000, 0)];
  return box('avc1', u16(0, 0, 0, 1), zeros(16), ...size, u16(1), zeros(32), u16(0x18, 0xffff), configuration);
}

/** Builds a box: length, four letters, content. In a full box, the content starts with version and flags. */
function box(name: string, ...content: readonly Uint8Array[]): Uint8Array {
  const body = Buffer.concat([text(name), ...content]);
  return Buffer.concat([u32(body.length + 4), body]);
}

function text(letters: string): Uint8Array {
  return Buffer.from(letters, 'latin1');
}

function zeros(count: number): Uint8Array {
  return new Uint8Array(count);
}

function u16(...values: readonly number[]): Uint8Array {
  return Uint8Array.from(values.flatMap((value) => [value >>> 8, value]));
}

function u32(...values: readonly number[]): Uint8Array {
  return Uint8Array.from(values.flatMap((value) => [value >>> 24, value >>> 16, value >>> 8, value]));
}
