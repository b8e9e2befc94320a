/** `hero.png`, `hero-2.png`, `hero-3.png` … `number` starts at 1. */
export function numberedName(stem: string, number: number, extension: string): string {
  return `${stem}${number === 1 ? '' : `-${number}`}.${extension}`;
}
