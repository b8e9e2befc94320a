import type { Job } from '../../jobFile/job.ts';
import { findEntry, type MapNode, type SyntaxEntry } from '../../jobFile/syntax/syntaxNode.ts';
import type { TextRange } from '../../support/textRange.ts';
import { keysOf, type NodePath } from '../edits/nodePath.ts';
import { type DocumentView, hasJobs } from '../view/documentView.ts';

/** The keys of a job and where they are written. */
export interface JobEntry {
  readonly job: Job;
  /** The entry under `jobs:`. Null for a job at the root. */
  readonly entry: SyntaxEntry | null;
  /** Null for an id with nothing below it yet. */
  readonly map: MapNode | null;
}

/** Returns the job whose label has this range, which is where problems of a whole job are shown. */
export function findLabeledJob(view: DocumentView, { start }: TextRange): JobEntry | null {
  return jobEntryOf(
    view,
    view.checked.jobFile.jobs.find(({ label }) => label.start === start),
  );
}

/** Returns the job that a value belongs to. A value that applies to all jobs belongs to none. */
export function findJobOf(view: DocumentView, nodePath: NodePath): JobEntry | null {
  const [first, id] = keysOf(nodePath);
  const { jobs } = view.checked.jobFile;
  if (!hasJobs(view)) return jobEntryOf(view, jobs[0]);
  return first === 'jobs'
    ? jobEntryOf(
        view,
        jobs.find((job) => job.id === id),
      )
    : null;
}

function jobEntryOf(view: DocumentView, job: Job | undefined): JobEntry | null {
  const { root } = view.checked.jobFile;
  if (!job || !root) return null;
  if (job.id === null) return { job, entry: null, map: root };
  const jobs = findEntry(root, 'jobs')?.value;
  const entry = jobs?.kind === 'map' ? findEntry(jobs, job.id) : undefined;
  if (!entry || entry.isMerged) return null;
  return { job, entry, map: entry.value.kind === 'map' ? entry.value : null };
}
