import { closestName } from '../support/closestName.ts';
import { genKeys } from './controlKeys.ts';
import type { FileControls, Job } from './job.ts';
import { buildProblem, type ReportProblem } from './problem.ts';
import { readMap, readPositive, readText } from './readScalar.ts';
import { findEntry, isNull, type MapNode, type SyntaxEntry } from './syntaxTree.ts';

/** What one `gen:` says, of the file or of a job. */
export interface Gen extends FileControls, Pick<Job, 'endpoint' | 'timeoutMinutes'> {
  readonly defaults: MapNode | null;
}

const formatVersion = 1;

const emptyGen: Gen = {
  name: null,
  profile: null,
  concurrency: null,
  endpoint: null,
  timeoutMinutes: null,
  defaults: null,
};

/** Reads `gen: 1` or a map. `place`: the `gen` of a job under `jobs:` takes fewer keys than that of the file. */
export function parseGen(entry: SyntaxEntry | undefined, place: 'file' | 'job', report: ReportProblem): Gen {
  if (entry?.value.kind === 'scalar' && typeof entry.value.value === 'number') {
    checkVersion(entry, report);
    return emptyGen;
  }
  const map = readMap(entry, report);
  if (!map) return emptyGen;
  for (const each of map.entries) checkKey(each, place, report);
  const version = findEntry(map, 'version');
  if (version) checkVersion(version, report);
  readText(findEntry(map, 'description'), report);
  const endpoint = findEntry(map, 'endpoint');
  const path = readText(endpoint, report);
  return {
    name: readText(findEntry(map, 'name'), report),
    profile: readText(findEntry(map, 'profile'), report),
    concurrency: readPositive(findEntry(map, 'concurrency'), 'integer', report),
    endpoint: endpoint && path !== null ? { path, range: endpoint.value } : null,
    timeoutMinutes: readPositive(findEntry(map, 'timeout_minutes'), 'number', report),
    defaults: readMap(findEntry(map, 'defaults'), report),
  };
}

/** A mistyped control must not be dropped in silence: it may be the one that limits what is spent. */
function checkKey({ key, keyRange, value }: SyntaxEntry, place: 'file' | 'job', report: ReportProblem): void {
  const known = genKeys.find(({ name }) => name === key);
  if (!known) {
    const suggestion = closestName(
      key,
      genKeys.map(({ name }) => name),
    );
    const args = suggestion ? { key, owner: 'gen', suggestion, variant: 'suggestion' } : { key, owner: 'gen' };
    report(buildProblem('unknown-key', keyRange, { args }));
  } else if (known.isRootOnly && place === 'job') {
    report(buildProblem('unknown-key', keyRange, { args: { key, variant: 'root-only' } }));
  } else if (known.isLater && !isNull(value)) {
    report(buildProblem('not-available-yet', keyRange, { args: { variant: 'key', key: `gen.${key}` } }));
  }
}

function checkVersion({ value }: SyntaxEntry, report: ReportProblem): void {
  if (isNull(value) || (value.kind === 'scalar' && value.value === formatVersion)) return;
  report(buildProblem('not-available-yet', value, { args: { variant: 'version', version: formatVersion } }));
}
