import type { TextRange } from '../support/textRange.ts';
import { buildProblem, type ReportProblem } from './problem.ts';

/**
 * What planning needs to know from outside a job file, as plain synchronous functions. A run collects the results
 * beforehand, and an editor that only checks leaves them out. What is left out is not checked.
 */
export interface Lookups {
  readonly files?: FileLookups;
  /** A variable of the environment, if it may be read. */
  readonly env?: (name: string) => EnvOutcome;
  /** Milliseconds since the Unix epoch. */
  readonly now?: number;
  /** Minutes that `date(…)` adds to UTC. Default: the time zone of this machine. */
  readonly utcOffsetMinutes?: number;
  readonly run?: RunIdentity;
  /** Whether files and the environment may be read. Default: true. */
  readonly isTrusted?: boolean;
}

interface RunIdentity {
  readonly id: string;
  /** 1-based number of the run of this job file. */
  readonly n: number;
}

/** Paths are written as in the job file: relative to it, with `/`. */
export interface FileLookups {
  readonly readText: (path: string) => TextOutcome;
  readonly inspect: (path: string) => FoundInput;
  /** Whether the gateway still has a URL for a file with this content. If left out, a missing URL is not reported. */
  readonly knowsUrl?: (sha256: string) => boolean;
}

/** Limit in bytes of a text file that becomes part of a prompt. A longer one is a mistake. */
export const maxTextBytes = 1024 * 1024;

export type TextOutcome =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: 'missing' | 'outside' | 'too-large' | 'unreadable' };

export interface FoundInput {
  readonly exists: boolean;
  /** Whether it is inside the workspace folder, with links resolved. */
  readonly isInside: boolean;
  /** 64 hex digits. Left out if it is not needed, as while the user types: such a request has no fingerprint. */
  readonly sha256?: string;
  /**
   * Detected from the bytes, or `lfsPointerType`. Null for an unknown type. Left out if the bytes are not read. While the user types, only
   * text files are detected.
   */
  readonly mediaType?: string | null;
  readonly bytes: number;
}

export type EnvOutcome =
  | { readonly state: 'set'; readonly value: string }
  | { readonly state: 'unset' }
  /** Not among the names that the user allows. */
  | { readonly state: 'blocked' };

/** Larger files are not put into a body: gateways refuse bodies of some tens of megabytes, and base64 adds a third. */
export const maxDataUriBytes = 10 * 1024 * 1024;

/** The media type of a pointer of Git LFS: a small text in the place of a file that was not fetched. */
export const lfsPointerType = 'application/x-git-lfs-pointer';

/** Returns whether a file that starts like this is such a pointer. */
export function isLfsPointer(text: string): boolean {
  return /^version https:\/\/(?:git-lfs|hawser)\.github\.com\/spec\//.test(text);
}

/** The range at which problems of a file are shown, and the name that they use. */
interface FileRange extends TextRange {
  readonly use: 'text' | 'vars';
}

/** Returns what a file contributes: no byte order mark, and `\n` as line breaks, so that it is the same on every system. */
export function normalizeFileText(text: string): string {
  return text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
}

/** Returns the text of `file://`. Null if it cannot be read, which is reported, or if files are not read. */
export function readFileText(
  path: string,
  range: FileRange,
  { lookups, report }: { readonly lookups: Lookups | undefined; readonly report: ReportProblem },
): string | null {
  const refuse = (variant: string): null => {
    report(buildProblem('unreadable-file', range, { args: { path, variant, use: range.use } }));
    return null;
  };
  if (path === '') return refuse('empty');
  if (isAbsolutePath(path)) return refuse('absolute');
  if (lookups?.isTrusted === false) return refuse('untrusted');
  const outcome = lookups?.files?.readText(normalizePath(path));
  if (!outcome) return null;
  if (!outcome.ok) return refuse(outcome.reason);
  return isLfsPointer(outcome.text) ? refuse('lfs-pointer') : normalizeFileText(outcome.text);
}

/** Whether a string is sent unchanged: web URLs, `data:` URIs and registered assets. */
export function isUrl(value: string): boolean {
  return /^(https?|data|asset):/i.test(value);
}

/** Whether a path is absolute on any system, because a job file is shared between systems. A URL counts as well. */
export function isAbsolutePath(path: string): boolean {
  return /^([/\\]|[A-Za-z]:|~[/\\]|[a-z][a-z0-9+.-]*:\/\/)/.test(path);
}

/** Normalizes to `/` and removes `.`: one spelling for one file, as it is recorded. `..` stays. */
export function normalizePath(path: string): string {
  return path
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}

const fileScheme = 'file://';

/** Returns the path of `file://./brief.md`, relative to the job file. Null for any other value. */
export function parseFilePath(value: unknown): string | null {
  return typeof value === 'string' && value.startsWith(fileScheme) ? value.slice(fileScheme.length).trim() : null;
}

/** Whether a value, as it is typed, is or begins a reference to a file. */
export function isFileReference(typed: string): boolean {
  return /^["']?file:/.test(typed);
}
