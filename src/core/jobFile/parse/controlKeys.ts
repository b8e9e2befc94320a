interface ControlKey {
  readonly name: string;
  /** Whether the key is valid only in the `gen` of the whole file, not in that of a job under `jobs:`. */
  readonly isRootOnly?: boolean;
}

/** The keys of `gen:`, in the order in which completion offers them. */
export const genKeys: readonly ControlKey[] = [
  { name: 'endpoint' },
  { name: 'profile', isRootOnly: true },
  { name: 'defaults', isRootOnly: true },
  { name: 'concurrency', isRootOnly: true },
  { name: 'timeout_minutes' },
  { name: 'name', isRootOnly: true },
  { name: 'description' },
  { name: 'labels' },
  { name: 'version', isRootOnly: true },
  { name: 'repeat' },
  { name: 'max_runs', isRootOnly: true },
  { name: 'budget_usd' },
  { name: 'on_error', isRootOnly: true },
];

export const outputKeys: readonly string[] = ['dir', 'name', 'collision', 'metadata'];

export const collisions = ['number', 'replace', 'fail'] as const;

export const metadataChoices = ['none', 'embed'] as const;

export const onErrorChoices = ['continue', 'stop'] as const;

/** Number of requests that a file may expand to unless it sets another. */
export const defaultMaxRuns = 100;

/** The upper limit of `max_runs`: all requests of a file are planned, and kept, together. */
export const highestMaxRuns = 100_000;
