import { checkValue } from '../../catalog/checkValue.ts';
import type { Field } from '../../catalog/field.ts';
import { findJobById } from '../../jobFile/compile/scope.ts';
import type { Job } from '../../jobFile/job.ts';
import { findEntry, type MapNode, type SyntaxEntry } from '../../jobFile/syntax/syntaxNode.ts';
import { createFinder } from '../../support/createFinder.ts';
import type { JsonValue } from '../../support/json/json.ts';
import type { TextRange } from '../../support/textRange.ts';
import { keysOf, type NodePath } from '../edits/nodePath.ts';
import type { DocumentView } from '../view/documentView.ts';

export interface JobEntry {
  readonly job: Job;
  /** The entry under `jobs:`. Null for a job at the root. */
  readonly entry: SyntaxEntry | null;
  /** Null for an id with nothing below it yet. */
  readonly map: MapNode | null;
}

const findByLabel = createFinder(({ label }: Job) => label.start);

/** Returns the job whose label has this range, which is where problems of a whole job are shown. */
export function findLabeledJob(view: DocumentView, { start }: TextRange): JobEntry | null {
  return jobEntryOf(view, findByLabel(view.checked.jobFile.jobs, start));
}

/** Returns the job that a value belongs to. A value that applies to all jobs belongs to none. */
export function findJobOf(view: DocumentView, nodePath: NodePath): JobEntry | null {
  const [first, id] = keysOf(nodePath);
  const { jobs } = view.checked.jobFile;
  if (!view.layout.hasJobs) return jobEntryOf(view, jobs[0]);
  return first === 'jobs' ? jobEntryOf(view, findJobById(jobs, id ?? null)) : null;
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

/**
 * Returns the field of the catalog that a value belongs to. An axis of the matrix, and each of its values, belongs to
 * the field with the name of the axis. Items of other lists have no field.
 */
export function findFieldAt(view: DocumentView, nodePath: NodePath): Field | undefined {
  const path = keysOf(nodePath);
  const inJob = path[0] === 'jobs' ? 2 : 0;
  const isAxis = path[inJob] === 'matrix' && path.length === inJob + 2;
  return nodePath.entry || isAxis ? view.findField(path) : undefined;
}

/** Whether a value would be valid alone. A field that is not known accepts any value. */
export function isValidAlone(view: DocumentView, nodePath: NodePath, value: JsonValue): boolean {
  const field = findFieldAt(view, nodePath);
  return !field || checkValue(value, field).length === 0;
}
