/**
 * Two silent frames of AAC-LC, stereo, 44.1 kHz, each after an ADTS header (ISO/IEC 13818-7). VS Code has no AAC
 * decoder, but its browser reports that it can play AAC, so only an attempt shows the truth.
 */
const silence = [0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80];
const frameLength = 7 + silence.length;
const frame = [0xff, 0xf1, 0x50, 0x80 | (frameLength >> 11), (frameLength >> 3) & 0xff];
const aac = Uint8Array.from([...frame, ((frameLength & 7) << 5) | 0x1f, 0xfc, ...silence]);

/** Resolves to true if AAC audio can be played. */
async function canDecodeAac(): Promise<boolean> {
  try {
    const frames = new Uint8Array(2 * aac.length);
    frames.set(aac);
    frames.set(aac, aac.length);
    await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(frames.buffer);
    return true;
  } catch {
    return false;
  }
}

/** Returns the first of the codecs (RFC 6381) that cannot be played. Null if all can, or if it is unknown. */
export async function findUndecodable(codecs: readonly string[], kind: 'video' | 'audio'): Promise<string | null> {
  const probe = document.createElement('video');
  for (const codec of codecs) {
    if (codec === '') continue;
    const container = /^(?:vp0?[89]|opus|vorbis)/.test(codec) ? 'webm' : 'mp4';
    if (probe.canPlayType(`${kind}/${container}; codecs="${codec}"`) === '') return codec;
    if (codec.startsWith('mp4a.40') && !(await canDecodeAac())) return 'AAC';
  }
  return null;
}
