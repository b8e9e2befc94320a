interface Color {
  /** All 0..1. */
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** `#RRGGBB`. */
export function formatColor({ red, green, blue }: Color): string {
  const digits = [red, green, blue].map((part) =>
    Math.round(part * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('').toUpperCase()}`;
}
