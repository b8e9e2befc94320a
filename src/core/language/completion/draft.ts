import type { Completion } from '../languageService.ts';

/** A completion without its position in the list. */
export type Draft = Omit<Completion, 'sortText'>;
