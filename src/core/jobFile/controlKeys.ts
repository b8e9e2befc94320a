/** How far a key of `gen:` or `output:` is built. */
export interface ControlKey {
  readonly name: string;
  /** Stands in the `gen` of the whole file only, not in that of a job under `jobs:`. */
  readonly isRootOnly?: boolean;
  /** Known to the format, refused by this version so that nothing is sent without it. */
  readonly isLater?: boolean;
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
  { name: 'repeat', isLater: true },
  { name: 'max_runs', isRootOnly: true, isLater: true },
  { name: 'budget_usd', isLater: true },
  { name: 'on_error', isRootOnly: true, isLater: true },
];

export const outputKeys: readonly ControlKey[] = [
  { name: 'dir' },
  { name: 'name' },
  { name: 'collision' },
  { name: 'metadata' },
];

export const collisions = ['number', 'replace', 'fail'] as const;

export const metadataChoices = ['none', 'embed'] as const;

/** Reserved keys of a job that this version refuses. */
export const laterJobKeys: ReadonlySet<string> = new Set(['vars', 'matrix', 'needs']);
