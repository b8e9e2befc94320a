import type { TaskError } from '../../core/task/task.ts';

/** Media that the gateway knows by an id of its own: registered by public URL, used as `asset://<id>`. */
export interface Asset {
  readonly id: string;
  readonly name: string | null;
  readonly url: string | null;
  readonly groupId: string | null;
  readonly kind: AssetKind | null;
  readonly state: AssetState;
  /** As it came. */
  readonly statusWord: string | null;
}

export type AssetKind = 'Image' | 'Video' | 'Audio';

/** Only an active one can be used. An unknown word counts as processing. */
export type AssetState = 'processing' | 'active' | 'failed';

export interface AssetGroup {
  readonly id: string;
  readonly name: string | null;
}

/** Null where the gateway does not say. */
export interface AssetQuota {
  readonly isEnabled: boolean | null;
  readonly maxCount: number | null;
  readonly currentCount: number | null;
}

export interface AssetRegistration {
  /** Public: the gateway fetches it. */
  readonly url: string;
  readonly kind: AssetKind;
  readonly name: string | null;
  readonly groupId: string;
}

/** `no-answer` and `answer-without-task` say of a registration that it may have been charged. */
export type AssetAnswer<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: TaskError };
