import { sanitizeFileName } from '../artifact/fileName.ts';
import { closestName } from '../support/closestName.ts';
import { collisions, metadataChoices, outputKeys } from './controlKeys.ts';
import type { OutputChoice } from './job.ts';
import { buildProblem, type ReportProblem } from './problem.ts';
import { readMap, readText } from './readScalar.ts';
import { findEntry, type SyntaxEntry } from './syntaxTree.ts';

const noChoice: OutputChoice = { dir: null, name: null, collision: null };

/** A path as text, or a map. Paths are relative to the job file; `..` is judged where the workspace folder is known. */
export function parseOutput(entry: SyntaxEntry | undefined, report: ReportProblem): OutputChoice {
  if (entry?.value.kind === 'scalar' && typeof entry.value.value === 'string') {
    checkRelative(entry, entry.value.value, report);
    return splitPath(entry.value.value);
  }
  const map = readMap(entry, report);
  if (!map) return noChoice;
  for (const { key, keyRange } of map.entries) checkOutputKey(key, keyRange, report);
  const dirEntry = findEntry(map, 'dir');
  const dir = readText(dirEntry, report);
  if (dirEntry && dir !== null) checkRelative(dirEntry, dir, report);
  const name = readText(findEntry(map, 'name'), report);
  checkMetadata(findEntry(map, 'metadata'), report);
  return {
    dir: dir === null ? null : cleanDir(dir),
    name: name === null ? null : cleanName(name),
    collision: readChoice(findEntry(map, 'collision'), collisions, report),
  };
}

function checkOutputKey(key: string, keyRange: SyntaxEntry['keyRange'], report: ReportProblem): void {
  const names = outputKeys.map(({ name }) => name);
  if (names.includes(key)) return;
  const suggestion = closestName(key, names);
  const args = suggestion ? { key, owner: 'output', suggestion, variant: 'suggestion' } : { key, owner: 'output' };
  report(buildProblem('unknown-key', keyRange, { args }));
}

function checkMetadata(entry: SyntaxEntry | undefined, report: ReportProblem): void {
  const metadata = readChoice(entry, metadataChoices, report);
  if (entry && metadata === 'embed') {
    report(buildProblem('not-available-yet', entry.value, { args: { variant: 'embed' } }));
  }
}

function readChoice<T extends string>(
  entry: SyntaxEntry | undefined,
  choices: readonly T[],
  report: ReportProblem,
): T | null {
  const text = readText(entry, report);
  const choice = choices.find((each) => each === text) ?? null;
  if (entry && text !== null && choice === null) {
    const args = { field: entry.key, value: text, values: choices.join(', ') };
    report(buildProblem('not-in-enum', entry.value, { args }));
  }
  return choice;
}

/** Absolute on any system: a job file is shared between them. */
function checkRelative({ key, value }: SyntaxEntry, path: string, report: ReportProblem): void {
  if (/^([/\\]|[A-Za-z]:|~[/\\]|[a-z][a-z0-9+.-]*:\/\/)/.test(path)) {
    report(buildProblem('absolute-path', value, { args: { field: key, path } }));
  }
}

/** `images/door` is a folder and a name, `images/` a folder alone. */
function splitPath(path: string): OutputChoice {
  const parts = path.split(/[/\\]/);
  const last = parts.pop() ?? '';
  const isFolder = last === '' || last === '.' || last === '..';
  const dir = isFolder ? path : parts.join('/');
  return { dir: cleanDir(dir), name: isFolder ? null : cleanName(last), collision: null };
}

/** Every folder by itself, so that no name reaches out; `..` stays for the check against the workspace. */
function cleanDir(dir: string): string {
  return dir
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.')
    .map((part) => (part === '..' ? part : sanitizeFileName(part)))
    .join('/');
}

/** The extension follows the content, so one that is written out would be doubled. */
const mediaExtension = /(?<=.)\.(png|jpe?g|webp|gif|mp3|wav|ogg|opus|pcm|flac|m4a|mp4|webm|mov|md|txt)$/i;

function cleanName(name: string): string {
  return sanitizeFileName(name.replace(mediaExtension, ''));
}
