/** Whether a path, or a name alone, is that of a job file. */
export function hasJobFileName(path: string): boolean {
  return /\.gen\.ya?ml$/i.test(path);
}

/** `hero.gen.yaml` is `hero`. Artifacts are named after it. */
export function jobFileStem(name: string): string {
  return name.replace(/\.gen\.ya?ml$/i, '');
}

export function hasRunsFileName(path: string): boolean {
  return /\.gen\.runs\.jsonl$/i.test(path);
}

/** Returns the job file of a runs file or a marks file, if its name ends in `.yaml`. Accepts a path or a name. */
export function jobFileOf(resultFile: string): string {
  return `${resultFile.replace(/\.(?:runs|marks)\.jsonl$/i, '')}.yaml`;
}

/** The file beside a job file that holds the marks of its results: `hero.gen.marks.jsonl`. Accepts a path or a name. */
export function marksFileOf(jobFile: string): string {
  return `${jobFile.replace(/\.ya?ml$/i, '')}.marks.jsonl`;
}

/** The file beside a job file that records how its tasks ended: `hero.gen.runs.jsonl`. Accepts a path or a name. */
export function runsFileOf(jobFile: string): string {
  return `${jobFile.replace(/\.ya?ml$/i, '')}.runs.jsonl`;
}
