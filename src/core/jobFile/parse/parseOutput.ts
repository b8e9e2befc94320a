import { closestName } from '../../support/text/closestName.ts';
import { collisions, metadataChoices, outputKeys } from './controlKeys.ts';
import { isAbsolutePath } from '../filePath.ts';
import type { OutputChoice } from '../job.ts';
import { buildProblem, type ReportProblem } from '../problem.ts';
import { parseChoice, parseMap, parseTextNode } from './parseControl.ts';
import { findEntry, type ScalarNode, type SyntaxEntry } from '../syntax/syntaxTree.ts';

const noChoice: OutputChoice = { dir: null, name: null, path: null, collision: null, metadata: null };

/** Parses a path, or a map. Paths are relative to the job file. `..` is checked where the workspace folder is known. */
export function parseOutput(entry: SyntaxEntry | undefined, report: ReportProblem): OutputChoice {
  if (entry?.value.kind === 'scalar' && typeof entry.value.value === 'string') {
    checkRelative(entry.key, entry.value, report);
    return { ...noChoice, path: entry.value };
  }
  const map = parseMap(entry, report);
  if (!map) return noChoice;
  for (const { key, keyRange } of map.entries) checkOutputKey(key, keyRange, report);
  const dir = parseTextNode(findEntry(map, 'dir'), report);
  if (dir) checkRelative('dir', dir, report);
  return {
    dir,
    name: parseTextNode(findEntry(map, 'name'), report),
    path: null,
    collision: parseChoice(findEntry(map, 'collision'), collisions, report),
    metadata: parseChoice(findEntry(map, 'metadata'), metadataChoices, report),
  };
}

/** Merges key by key: a job may set its name and leave the folder to the file. A path of the job sets both. */
export function mergeOutput(own: OutputChoice, file: OutputChoice): OutputChoice {
  const chosen = own.path ? own : { dir: own.dir ?? file.dir, name: own.name ?? file.name, path: file.path };
  return {
    dir: chosen.dir,
    name: chosen.name,
    path: chosen.path,
    collision: own.collision ?? file.collision,
    metadata: own.metadata ?? file.metadata,
  };
}

function checkOutputKey(key: string, keyRange: SyntaxEntry['keyRange'], report: ReportProblem): void {
  const names = outputKeys.map(({ name }) => name);
  if (names.includes(key)) return;
  const suggestion = closestName(key, names);
  const args = suggestion ? { key, owner: 'output', suggestion, variant: 'suggestion' } : { key, owner: 'output' };
  report(buildProblem('unknown-key', keyRange, { args }));
}

function checkRelative(field: string, node: ScalarNode, report: ReportProblem): void {
  const path = String(node.value);
  if (isAbsolutePath(path)) report(buildProblem('absolute-path', node, { args: { field, path } }));
}
