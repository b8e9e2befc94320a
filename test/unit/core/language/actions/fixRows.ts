import { fileFixes } from './fileFixes.ts';
import type { FixRow } from './fixRow.ts';
import { layoutFixes } from './layoutFixes.ts';
import { matrixFixes } from './matrixFixes.ts';
import { signFixes } from './signFixes.ts';
import { textFixes } from './textFixes.ts';
import { valueFixes } from './valueFixes.ts';

export const fixRows: readonly FixRow[] = [
  ...fileFixes,
  ...valueFixes,
  ...matrixFixes,
  ...signFixes,
  ...textFixes,
  ...layoutFixes,
];
