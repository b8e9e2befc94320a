/** A key of `gen:` or `output:`. */
export interface ControlKey {
  readonly name: string;
  /** Stands in the `gen` of the whole file only, not in that of a job under `jobs:`. */
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

export const outputKeys: readonly ControlKey[] = [
  { name: 'dir' },
  { name: 'name' },
  { name: 'collision' },
  { name: 'metadata' },
];

export const collisions = ['number', 'replace', 'fail'] as const;

export const metadataChoices = ['none', 'embed'] as const;

export const onErrorChoices = ['continue', 'stop'] as const;

/** How many requests a file may expand to unless it says otherwise. */
export const defaultMaxRuns = 100;

/** What `max_runs` can not raise: all requests of a file are planned, and kept, together. */
export const highestMaxRuns = 100_000;
