/** Files with the name of a job file. Other tools use it too: `JobFiles` tells which of them are job files. */
export const jobFilePattern = '**/*.gen.{yaml,yml}';

/** Documents on disk or on their way there; not the left side of a diff. */
export const jobFileSelector = [
  { scheme: 'file', pattern: jobFilePattern },
  { scheme: 'untitled', pattern: jobFilePattern },
] as const;
