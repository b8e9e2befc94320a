/** Builds a box of ISO/IEC 14496-12: length, four letters, content. */
export function box(name: string, ...content: readonly Uint8Array[]): Uint8Array {
  const size = 8 + content.reduce((sum, { length }) => sum + length, 0);
  return concat([u32(size), letters(name), ...content]);
}

/** Builds a box whose content starts with version 0 and flags. */
export function fullBox(name: string, flags: number, ...content: readonly Uint8Array[]): Uint8Array {
  return box(name, u32(flags), ...content);
}

export function letters(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

export function bytes(...values: readonly number[]): Uint8Array {
  return Uint8Array.from(values);
}

export function u16(...values: readonly number[]): Uint8Array {
  return Uint8Array.from(values.flatMap((value) => [value >>> 8, value]));
}

export function u32(...values: readonly number[]): Uint8Array {
  return Uint8Array.from(values.flatMap((value) => [value >>> 24, value >>> 16, value >>> 8, value]));
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
