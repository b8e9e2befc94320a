/** Files with the name of a job file. Other tools use this name too: `JobFiles` decides which of them are job files. */
export const jobFilePattern = '**/*.gen.{yaml,yml}';

/** Documents on disk and documents that are not saved yet, but not the left side of a diff. */
export const jobFileSelector = [
  { scheme: 'file', pattern: jobFilePattern },
  { scheme: 'untitled', pattern: jobFilePattern },
] as const;
