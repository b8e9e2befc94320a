// Because of the license of this library (LGPL-3.0), it is a file that users can replace: dist/lamejs.cjs.
export { Mp3Encoder } from '@breezystack/lamejs';
