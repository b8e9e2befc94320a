/** Writes bits in the order of ITU-T H.264: the highest first. */
export class BitWriter {
  #bytes = new Uint8Array(1 << 14);
  #length = 0;
  /** Bits that do not fill a byte yet, at the low end. */
  #pending = 0;
  #pendingLength = 0;

  /** Writes the low `length` bits of `value`, at most 24. */
  write(value: number, length: number): void {
    this.#pending = (this.#pending << length) | value;
    this.#pendingLength += length;
    while (this.#pendingLength >= 8) {
      this.#pendingLength -= 8;
      this.#push((this.#pending >>> this.#pendingLength) & 0xff);
    }
  }

  /** Writes the Exp-Golomb code of an unsigned number: `ue(v)`. */
  writeUnsigned(value: number): void {
    const length = 32 - Math.clz32(value + 1);
    this.write(0, length - 1);
    this.write(value + 1, length);
  }

  /** Writes the Exp-Golomb code of a signed number: `se(v)`. */
  writeSigned(value: number): void {
    this.writeUnsigned(value > 0 ? 2 * value - 1 : -2 * value);
  }

  /** Closes the payload with its stop bit and returns the bytes. */
  finish(): Uint8Array {
    this.write(1, 1);
    if (this.#pendingLength > 0) this.write(0, 8 - this.#pendingLength);
    return this.#bytes.slice(0, this.#length);
  }

  #push(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }
}
