import type { Transform, TransformCallback } from 'node:stream';
import { createGunzip, gunzipSync } from 'node:zlib';

const prototype = Object.getPrototypeOf(createGunzip()) as object;

/**
 * Lets compressed bodies be decoded at their end, and not piece by piece in another thread, whose time is real. Call
 * the result to undo it.
 */
export function decodeAtOnce(): () => void {
  const chunks = new WeakMap<Transform, Buffer[]>();
  Object.assign(prototype, {
    _transform(this: Transform, chunk: Buffer, _encoding: string, done: TransformCallback) {
      chunks.set(this, [...(chunks.get(this) ?? []), chunk]);
      done();
    },
    _flush(this: Transform, done: TransformCallback) {
      done(null, gunzipSync(Buffer.concat(chunks.get(this) ?? [])));
    },
  });
  return () => ['_transform', '_flush'].forEach((name) => Reflect.deleteProperty(prototype, name));
}
