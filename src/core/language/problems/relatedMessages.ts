import type { RelatedRole } from '../../jobFile/problem.ts';

/** Messages at ranges that explain a problem elsewhere. */
export const relatedMessages: Readonly<Record<RelatedRole, string>> = {
  'first-key': '"{name}" is first written here.',
  'other-field': '"{name}" is defined here.',
  'job-step': '"{name}" waits for "{next}" here.',
  'var-step': '"{name}" needs "{next}" here.',
  model: 'The model is set here.',
  jobs: 'The jobs of this file are here.',
};
