/** A color as Y'CbCr: BT.709 in video range, luma 16 to 235, Cb and Cr 16 to 240. */
export type Shade = readonly [brightness: number, blueness: number, redness: number];

/** The shade of black. Colors are sums of distances from it, so they can be mixed and faded. */
export const black: Shade = [16, 128, 128];

export function toShade(red: number, green: number, blue: number): Shade {
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return [16 + 219 * light, 128 + (224 * (blue - light)) / 1.8556, 128 + (224 * (red - light)) / 1.5748];
}
