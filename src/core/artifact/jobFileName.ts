/** Whether a path, or a name alone, is that of a job file. */
export function isJobFilePath(path: string): boolean {
  return /\.gen\.ya?ml$/i.test(path);
}

/** `hero.gen.yaml` is `hero`: what artifacts are named after. */
export function jobFileStem(name: string): string {
  return name.replace(/\.gen\.ya?ml$/i, '');
}

/** The file beside a job file that holds what users think of its results: `hero.gen.marks.jsonl`. Takes a path or a name. */
export function marksFileOf(jobFile: string): string {
  return `${jobFile.replace(/\.ya?ml$/i, '')}.marks.jsonl`;
}

/** The file beside a job file that records what became of its tasks: `hero.gen.runs.jsonl`. Takes a path or a name. */
export function runsFileOf(jobFile: string): string {
  return `${jobFile.replace(/\.ya?ml$/i, '')}.runs.jsonl`;
}
