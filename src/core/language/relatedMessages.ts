import type { RelatedRole } from '../jobFile/problem.ts';

/** What stands at a place that explains a problem elsewhere. */
export const relatedMessages: Readonly<Record<RelatedRole, string>> = {
  'first-key': '"{name}" stands here first.',
  'other-field': '"{name}" is given here.',
  'job-step': '"{name}" waits for "{next}" here.',
  'var-step': '"{name}" needs "{next}" here.',
  model: 'The model is named here.',
  jobs: 'The jobs of this file are here.',
};
