/** Codec strings of RFC 6381, as browsers take them, by kind of track; empty for a codec that is not known. */
export interface MediaCodecs {
  readonly video: readonly string[];
  readonly audio: readonly string[];
}

/** What a player must know to play this file; null when the file does not say. */
export async function readCodecs(path: string): Promise<MediaCodecs | null> {
  try {
    // Loaded when the first sound or video is there: it is the largest part of the engine.
    const { readTrackCodecs } = await import('./measureTracks.ts');
    return await readTrackCodecs(path);
  } catch {
    return null;
  }
}
