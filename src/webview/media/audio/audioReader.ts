import type { PageContext } from '../../context.ts';

/** Gets the bytes of audio files from the host, for waveforms. */
export class AudioReader {
  readonly #send: PageContext['send'];
  /** What waits for the bytes, by item id. */
  readonly #waiting = new Map<string, ((bytes: Uint8Array) => void)[]>();

  constructor(send: PageContext['send']) {
    this.#send = send;
  }

  /** Asks for the bytes of a file. They do not arrive if the file is too large. */
  read(id: string, receive: (bytes: Uint8Array) => void): void {
    this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), receive]);
    this.#send({ type: 'readAudio', id });
  }

  receive(id: string, bytes: Uint8Array | null): void {
    const readers = this.#waiting.get(id) ?? [];
    this.#waiting.delete(id);
    if (bytes) for (const receive of readers) receive(bytes);
  }
}
