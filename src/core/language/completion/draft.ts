import type { Completion } from '../languageService.ts';

/** A completion before the order of the list is written into it. */
export type Draft = Omit<Completion, 'sortText'>;
