/** Files that the media library never stops reading. */
export interface HostileFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

const matroskaHead = '1A45DFA39F4286810142F7810142F2810442F381084282886D6174726F736B61';
const segmentOfUnknownSize = '42878104428581021853806701FFFFFFFFFFFFFF';
const seekHead = '114D9B74954DBB9253AB84114D9B7453AC880000000000000000';

function buildFile(hex: string, fill: number, count: number): Buffer {
  return Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(count, fill)]);
}

export const hostileFiles: readonly HostileFile[] = [
  // A frame of length 0.
  { name: 'clip.aac', mediaType: 'audio/aac', bytes: buildFile('fff15080001ffc', 0, 9) },
  // A file without a frame.
  { name: 'clip.flac', mediaType: 'audio/flac', bytes: buildFile(`664c614300000022${'00'.repeat(34)}`, 0xff, 100) },
  {
    name: 'clip.mkv',
    mediaType: 'video/x-matroska',
    bytes: buildFile(`${matroskaHead}${segmentOfUnknownSize}`, 0, 40),
  },
];

/** A file whose codecs are never known either. */
export const hostileVideo: HostileFile = {
  name: 'seek.mkv',
  mediaType: 'video/x-matroska',
  bytes: buildFile(`${matroskaHead}${segmentOfUnknownSize}${seekHead}`, 0, 200),
};
