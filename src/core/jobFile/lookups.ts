/**
 * What planning asks about the world around a job file. Plain synchronous functions: whoever plans for a run gathers the
 * answers beforehand, and an editor that only checks leaves them out. What is not asked is not judged either.
 */
export interface Lookups {
  readonly files?: FileLookups;
  /** A variable of the environment, where it may be read at all. */
  readonly env?: (name: string) => EnvAnswer;
  /** Milliseconds since the Unix epoch. */
  readonly now?: number;
  /** What `date(…)` adds to UTC, in minutes; the zone of this machine when left out. */
  readonly utcOffsetMinutes?: number;
  readonly run?: RunIdentity;
  /** Whether files and the environment may be read; they may when left out. */
  readonly isTrusted?: boolean;
}

export interface RunIdentity {
  readonly id: string;
  /** 1-based number of the run of this job file. */
  readonly n: number;
}

/** Paths are as the job file writes them: relative to it, with `/`. */
export interface FileLookups {
  /** The text behind `file://`. */
  readonly readText: (path: string) => TextAnswer;
  /** A local input file. */
  readonly inspect: (path: string) => InputAnswer;
  /** Whether the gateway still has a file of this content under a URL. Left out: nobody is told that it can not be sent. */
  readonly knowsUrl?: (sha256: string) => boolean;
}

export type TextAnswer =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: 'missing' | 'outside' | 'too-large' | 'unreadable' };

export interface InputAnswer {
  readonly exists: boolean;
  /** Lies in the workspace folder, links resolved. */
  readonly isInside: boolean;
  /** 64 hex digits. Left out where nobody needs it, as while typing: such a request has no fingerprint. */
  readonly sha256?: string;
  /** From the bytes; null when they are of no known kind. Left out where they are not read; while typing, texts are told. */
  readonly mediaType?: string | null;
  readonly bytes: number;
}

export type EnvAnswer =
  | { readonly state: 'set'; readonly value: string }
  | { readonly state: 'unset' }
  /** Not among the names that the user allows. */
  | { readonly state: 'blocked' };

/** Larger files are not put into a body: gateways refuse bodies of some tens of megabytes, and base64 adds a third. */
export const maxDataUriBytes = 10 * 1024 * 1024;
