/** Red, green and blue in sRGB, 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number];

/** Returns the color for `0xrrggbb`. */
export function rgb(hex: number): Color {
  return [((hex >> 16) & 255) / 255, ((hex >> 8) & 255) / 255, (hex & 255) / 255];
}

/** Mixes two colors. `share` 0 is `from`, 1 is `to`. */
export function mixColors(from: Color, to: Color, share: number): Color {
  const mixed = (index: 0 | 1 | 2): number => from[index] + (to[index] - from[index]) * share;
  return [mixed(0), mixed(1), mixed(2)];
}

/** Returns the luma of a color, 0 to 1: the channels are weighted as the eye sees them. */
export function brightnessOf([red, green, blue]: Color): number {
  return 0.3 * red + 0.59 * green + 0.11 * blue;
}

/** Changes the saturation: 0 is gray, 1 leaves the color unchanged, more makes it gaudy. */
export function saturate(color: Color, amount: number): Color {
  const grey = brightnessOf(color);
  const [red, green, blue] = mixColors([grey, grey, grey], color, amount);
  return [clamp(red), clamp(green), clamp(blue)];
}

/** Turns the hue and keeps luma and saturation approximately. */
export function turnHue(color: Color, degrees: number): Color {
  const angle = (degrees * Math.PI) / 180;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle) * Math.sqrt(1 / 3);
  const rest = (1 - cos) / 3;
  const [red, green, blue] = color;
  return [
    clamp(red * (cos + rest) + green * (rest - sin) + blue * (rest + sin)),
    clamp(red * (rest + sin) + green * (cos + rest) + blue * (rest - sin)),
    clamp(red * (rest - sin) + green * (rest + sin) + blue * (cos + rest)),
  ];
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
