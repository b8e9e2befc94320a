// The parts of this library that are in use. Because of its license (MPL-2.0), they are a file that users can replace:
// dist/mediabunny.cjs.
export { ADTS, CustomSource, FLAC, Input, MATROSKA, MP3, MP4, OGG, QTFF, WAVE, WEBM } from 'mediabunny';
