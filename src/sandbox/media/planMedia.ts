import { assertNever } from '../../core/support/assertNever.ts';
import type { TaskKind } from '../store/taskRecord.ts';
import type { MediaSpec } from './mediaSpec.ts';
import { findUnpaintable, planImages } from './planImages.ts';
import { findUnspeakable, planClips, planSpeech } from './planSound.ts';
import { planVideo } from './planVideo.ts';
import type { TaskBody } from './taskBody.ts';

/** Returns the files that a task will have. A pure function of its body. */
export function planMedia({ kind, body }: { readonly kind: TaskKind; readonly body: TaskBody }): readonly MediaSpec[] {
  switch (kind) {
    case 'image':
      return planImages(body);
    case 'music':
      return planClips(body);
    case 'speech':
      return [planSpeech(body)];
    case 'video':
      return [planVideo(body)];
    case 'chat':
      return [];
    default:
      return assertNever(kind);
  }
}

/** Names a request that the interface allows but the sandbox cannot fulfill. Null if there is none. */
export function findUnmakeable(kind: TaskKind, body: TaskBody): string | null {
  if (kind === 'image') return findUnpaintable(body);
  return kind === 'speech' ? findUnspeakable(body) : null;
}
