import type { Job } from '../jobFile/job.ts';
import { findEntry, type MapNode, type SyntaxEntry } from '../jobFile/syntaxTree.ts';
import { isReservedKey } from '../catalog/reservedKeys.ts';
import { describeValue } from './describeValue.ts';
import type { DocumentView } from './documentView.ts';
import type { DocumentSymbol } from './languageService.ts';
import { featureMessages as words } from './messages.ts';

/** An outline refuses a symbol without a name. */
const nameless = '?';

/** The outline: one `job` for each job with its fields below; beside `jobs:` the reserved words of the file. */
export function symbols(view: DocumentView): readonly DocumentSymbol[] {
  const { root, jobs } = view.checked.jobFile;
  if (!root) return [];
  const jobsEntry = findEntry(root, 'jobs');
  const found = jobs.map((job) => jobSymbol(view, job, job.id === null ? root : jobMap(jobsEntry, job.id)));
  const isBesideJobs = jobs.every(({ id }) => id !== null) && jobsEntry !== undefined;
  const others = isBesideJobs ? root.entries.filter(({ key }) => key !== 'jobs') : [];
  return [...others.map(keySymbol), ...found].sort((a, b) => a.start - b.start);
}

function jobMap(jobs: SyntaxEntry | undefined, id: string): MapNode | null {
  const entry = jobs?.value.kind === 'map' ? findEntry(jobs.value, id) : undefined;
  return entry?.value.kind === 'map' ? entry.value : null;
}

function jobSymbol({ translate }: DocumentView, job: Job, map: MapNode | null): DocumentSymbol {
  const model = job.model ? describeValue(job.model.value) : '';
  const { id, start, end } = job;
  const entries = map?.entries.filter(({ isMerged }) => !isMerged) ?? [];
  return {
    name: (id ?? (model || translate(words.jobDetail, {}))) || nameless,
    ...(id === null || model === '' ? {} : { detail: model }),
    kind: 'job',
    job: id,
    start,
    end,
    children: entries.map(keySymbol),
  };
}

/** What an alias brings in has ranges elsewhere and is left out: children must lie inside of their parent. */
function keySymbol({ key, value, start, end }: SyntaxEntry): DocumentSymbol {
  const detail = describeValue(value);
  const entries = value.kind === 'map' ? value.entries.filter(({ isMerged }) => !isMerged) : [];
  return {
    name: key || nameless,
    ...(detail === '' ? {} : { detail }),
    kind: isReservedKey(key) ? 'keyword' : 'field',
    start,
    end,
    children: entries.filter((entry) => entry.start >= start && entry.end <= end).map(keySymbol),
  };
}
