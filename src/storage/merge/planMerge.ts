import { createHash } from 'node:crypto';
import { basename, dirname, extname, join } from 'node:path';
import { hasRunsFileName, jobFileOf } from '../../core/artifact/jobFileName.ts';
import { numberedName } from '../../core/artifact/fileName.ts';
import { parseRunsRecord } from '../../core/artifact/runsRecord.ts';
import { type JsonObject, stringifyJson } from '../../core/support/json/json.ts';
import { parseJsonObject } from '../../core/support/json/parseJson.ts';
import { findArtifactFile, resolveArtifactPath } from '../../node/files/artifactFile.ts';
import { findConfinedFile } from '../../node/files/confine.ts';
import type { FileSystem } from '../../node/files/fileSystem.ts';
import { hashRegularFile, readRegularFile } from '../../node/files/regularFile.ts';
import { ifMissing } from '../../node/files/systemCode.ts';
import type { Processes } from '../../node/processes/processes.ts';
import { noOwner, ownerOf } from '../journal/journalFile.ts';
import { relocateLine } from '../journal/journalLines.ts';

/** A checkout of a repository and its state folder. Absolute paths. */
export interface Checkout {
  readonly folder: string;
  /** Null for a checkout without one. */
  readonly stateDir: string | null;
}

interface MergeSource extends Checkout {
  /** Runs files, marks files and lists of open tasks: relative to the folder, with `/`. */
  readonly lineFiles: readonly string[];
}

/** One change of the checkout that others are merged into. Paths are absolute. Nothing that exists is overwritten. */
export type MergeStep =
  /** The content of `from` has this hash. `to` does not exist. */
  | { readonly kind: 'copy'; readonly from: string; readonly to: string; readonly sha256: string }
  | { readonly kind: 'append'; readonly to: string; readonly lines: readonly string[] }
  /** A journal. What `to` has is the beginning of the text. */
  | { readonly kind: 'write'; readonly to: string; readonly text: string };

interface MergePlan {
  /** Records come after their artifacts, so that the next merge completes one that was cut off. */
  readonly steps: readonly MergeStep[];
  /** Artifacts of records that are not copied: their files are missing, have changed, or are outside of the checkout. */
  readonly left: readonly { readonly path: string; readonly reason: 'missing' | 'changed' | 'outside' }[];
  /** State files (absolute paths) of which no union is known. If there are any, nothing is to be merged. */
  readonly refused: readonly string[];
}

interface MergePorts {
  readonly files: FileSystem;
  readonly processes: Pick<Processes, 'find'>;
}

const maxBytes = 256 * 1024 * 1024;
const maxNumber = 10_000;
const maxStateFiles = 100_000;

/**
 * Plans how the records, marks, artifacts and state of other checkouts join those of one. Lines that are new are
 * appended, in the order of their times. An artifact whose name is taken by another content gets the next free number,
 * and its record follows. A second merge of the same checkouts has no steps. Rejects for a file that cannot be read.
 */
export async function planMerge(
  sources: readonly MergeSource[],
  into: Checkout,
  ports: MergePorts,
): Promise<MergePlan> {
  const merge = createMerge(into, ports);
  for (const source of sources) {
    for (const name of source.lineFiles) await merge.joinLines(source, name);
    if (source.stateDir !== null && into.stateDir !== null)
      await merge.joinState(source, source.stateDir, into.stateDir);
  }
  return merge.finish();
}

function createMerge(into: Checkout, { files, processes }: MergePorts) {
  const copies = new Map<string, Extract<MergeStep, { kind: 'copy' }>>();
  const writes = new Map<string, string>();
  const known = new Map<string, Set<string>>();
  const added = new Map<string, Set<string>>();
  const left = new Map<string, MergePlan['left'][number]>();
  const refused = new Set<string>();

  /** The hash of what has this name, or will have it. Null for nothing. */
  const hashAt = async (path: string): Promise<string | null> => {
    const facts = copies.has(path) ? null : await files.lstat(path).catch(ifMissing(null));
    if (facts === null) return copies.get(path)?.sha256 ?? null;
    return facts.isFile() ? hashRegularFile(path, files) : 'no file';
  };
  const linesAt = async (path: string): Promise<Set<string>> => {
    const lines = known.get(path) ?? new Set(await readLines(path, files));
    known.set(path, lines);
    return lines;
  };
  const addLine = (path: string, line: string) => added.set(path, (added.get(path) ?? new Set<string>()).add(line));
  /** Returns the path of the artifact in the checkout that it joins, relative to the job file. */
  const placeArtifact = async (
    { path, sha256 }: { readonly path: string; readonly sha256: string },
    { source, jobFile }: { readonly source: Checkout; readonly jobFile: string },
  ): Promise<string> => {
    const place = { jobFile: join(source.folder, jobFile), boundary: source.folder };
    const target = findTarget(path, { jobFile: join(into.folder, jobFile), boundary: into.folder });
    const wanted = target ?? join(source.folder, path);
    if (target !== null && (await hashAt(target)) === sha256) return path;
    const found = target === null ? null : await findArtifactFile(path, { ...place, files });
    const isSame = found !== null && (await hashRegularFile(found.path, files)) === sha256;
    if (target === null || !found || !isSame) {
      left.set(wanted, { path: wanted, reason: target === null ? 'outside' : found ? 'changed' : 'missing' });
      return path;
    }
    const extension = extname(target).slice(1);
    const stem = basename(target, `.${extension}`);
    for (let number = 1; number <= maxNumber; number += 1) {
      const name = numberedName(stem, number, extension);
      const to = number === 1 ? target : join(dirname(target), name);
      const present = await hashAt(to);
      if (present === null) copies.set(to, { kind: 'copy', from: found.path, to, sha256 });
      if (present === null || present === sha256)
        return number === 1 ? path : [...path.split('/').slice(0, -1), name].join('/');
    }
    throw new Error(`${target} and the names after it are taken`);
  };
  const joinRecord = async (line: string, place: { readonly source: Checkout; readonly jobFile: string }) => {
    const record = parseRunsRecord(line);
    const whole = parseJsonObject(line);
    if (!record || !whole) return line;
    const moved = new Map<string, string>();
    for (const artifact of record.artifacts) moved.set(artifact.path, await placeArtifact(artifact, place));
    if ([...moved].every(([from, to]) => from === to)) return line;
    return stringifyJson({ ...whole, artifacts: movePaths(whole['artifacts'] as readonly JsonObject[], moved) });
  };
  return {
    async joinLines(source: Checkout, name: string): Promise<void> {
      const from = await findConfinedFile(join(source.folder, name), source.folder, files);
      const to = join(into.folder, name);
      const present = await linesAt(to);
      for (const line of from ? await readLines(from.path, files) : []) {
        if (parseJsonObject(line) === null) continue;
        const joined = hasRunsFileName(name) ? await joinRecord(line, { source, jobFile: jobFileOf(name) }) : line;
        if (!present.has(line) && !present.has(joined)) addLine(to, joined);
      }
    },
    joinState: (source: Checkout, stateDir: string, target: string) =>
      joinState(
        { source, stateDir, target },
        { into, files, processes, copies, writes, refused, hashAt, linesAt, addLine },
      ),
    finish(): MergePlan {
      const appends = [...added].map(([to, lines]): MergeStep => ({
        kind: 'append',
        to,
        lines: [...lines].toSorted(byTime),
      }));
      const states = [...writes].map(([to, text]): MergeStep => ({ kind: 'write', to, text }));
      return { steps: [...copies.values(), ...states, ...appends], left: [...left.values()], refused: [...refused] };
    },
  };
}

/** Genwright gives no artifact a hidden name, and tools run what is below one, such as the hooks of Git. */
const findTarget: typeof resolveArtifactPath = (path, place) =>
  /(?:^|[\\/])\.(?!\.(?:[\\/]|$))/.test(path) ? null : resolveArtifactPath(path, place);

function movePaths(artifacts: readonly JsonObject[], moved: ReadonlyMap<string, string>): readonly JsonObject[] {
  return artifacts.map((each) => {
    const { path: written } = each;
    const path = typeof written === 'string' ? moved.get(written) : undefined;
    return path === undefined ? each : { ...each, path };
  });
}

/** What the parts of a merge share. */
interface StateMerge extends MergePorts {
  readonly into: Checkout;
  readonly copies: Map<string, Extract<MergeStep, { kind: 'copy' }>>;
  readonly writes: Map<string, string>;
  readonly refused: Set<string>;
  readonly hashAt: (path: string) => Promise<string | null>;
  readonly linesAt: (path: string) => Promise<ReadonlySet<string>>;
  readonly addLine: (path: string, line: string) => unknown;
}

async function joinState(
  { source, stateDir, target }: { readonly source: Checkout; readonly stateDir: string; readonly target: string },
  { into, files, processes, copies, writes, refused, hashAt, linesAt, addLine }: StateMerge,
): Promise<void> {
  const list = (folder: string) => files.readdir(join(stateDir, folder)).catch(ifMissing<readonly string[]>([]));
  const [own, ledgers, spooled] = [await list(''), await list('ledger'), await list('spool')];
  if (own.length + ledgers.length + spooled.length > maxStateFiles) throw new Error(`${stateDir} has too many files`);
  for (const name of own.filter((each) => /^(?:journal|late|damaged)-[0-9a-z.-]+\.jsonl$/.test(each))) {
    const path = join(stateDir, name);
    if (processes.find(ownerOf(name)) === 'alive') throw new Error(`${path} is in use: its command still runs`);
    const text = await relocate(await readText(path, files), { source, into, files });
    const to = join(target, name.startsWith('journal-') ? nameCopy(name) : name);
    const present = writes.get(to) ?? (await readText(to, files).catch(ifMissing('')));
    if (text.startsWith(present)) {
      if (text !== present) writes.set(to, text);
    } else if (!present.startsWith(text)) refused.add(path);
  }
  for (const name of [...ledgers.map((each) => join('ledger', each)), 'reached-origins.txt']) {
    const present = await linesAt(join(target, name));
    for (const line of await readLines(join(stateDir, name), files))
      if (!present.has(line)) addLine(join(target, name), line);
  }
  for (const name of spooled.map((each) => join('spool', each))) {
    const [from, to] = [join(stateDir, name), join(target, name)];
    const [sha256, present] = [await hashRegularFile(from, files), await hashAt(to)];
    if (present === null) copies.set(to, { kind: 'copy', from, to, sha256 });
    else if (present !== sha256) refused.add(from);
  }
}

/** The copy of a journal belongs to no process, so that the next command continues its tasks. */
function nameCopy(name: string): string {
  return `journal-${noOwner}-${createHash('sha256').update(name).digest('hex').slice(0, 12)}.jsonl`;
}

/** Moves the tasks of a checkout to the one that it joins. */
async function relocate(
  text: string,
  { source, into, files }: { readonly source: Checkout; readonly into: Checkout; readonly files: FileSystem },
): Promise<string> {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const moved = relocateLine(line, into.folder);
    const places = moved === null ? [] : [source.folder, into.folder].map((folder) => join(folder, moved.name));
    const found = await Promise.all(places.map((path) => files.lstat(path).catch(() => null)));
    lines.push(moved !== null && found.some((each) => each !== null) ? moved.line : line);
  }
  return lines.join('\n');
}

async function readText(path: string, files: FileSystem): Promise<string> {
  const bytes = await readRegularFile(path, maxBytes + 1, files);
  if (bytes.length > maxBytes) throw new Error(`${path} is too large`);
  return bytes.toString();
}

/** A missing file has no lines. */
async function readLines(path: string, files: FileSystem): Promise<readonly string[]> {
  const text = await readText(path, files).catch(ifMissing(''));
  return text.split(/\r?\n/).filter((line) => line.trim() !== '');
}

function byTime(one: string, other: string): number {
  const [first, second] = [timeOf(one), timeOf(other)];
  return first === second ? (one < other ? -1 : 1) : first - second;
}

/** Times are texts in records, and numbers in the ledger. A line without one is old. */
function timeOf(line: string): number {
  const at = parseJsonObject(line)?.['at'];
  const time = typeof at === 'string' ? Date.parse(at) : Number(at);
  return Number.isNaN(time) ? 0 : time;
}
