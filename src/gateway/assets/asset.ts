import type { TaskError } from '../../core/task/model/task.ts';

/** Media that the gateway knows by an id, registered by public URL and used as `asset://<id>`. */
export interface Asset {
  readonly id: string;
  readonly name: string | null;
  readonly url: string | null;
  readonly groupId: string | null;
  readonly kind: AssetKind | null;
  readonly state: AssetState;
  /** Status as the gateway words it, verbatim. */
  readonly statusWord: string | null;
}

export type AssetKind = 'Image' | 'Video' | 'Audio';

/** Only an active asset can be used. An unknown status word counts as `processing`. */
export type AssetState = 'processing' | 'active' | 'failed';

export interface AssetGroup {
  readonly id: string;
  readonly name: string | null;
}

/** Limits of the account. A property is null if the gateway does not report it. */
export interface AssetQuota {
  readonly maxCount: number | null;
  readonly currentCount: number | null;
}

export interface AssetRegistration {
  /** Must be public, because the gateway fetches it. */
  readonly url: string;
  readonly kind: AssetKind;
  readonly name: string | null;
  readonly groupId: string;
}

/** For a registration, `no-answer` and `answer-without-task` mean that it may have been charged. */
export type AssetOutcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: TaskError };
