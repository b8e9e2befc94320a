import type { JsonObject } from '../../core/support/json.ts';
import type { TaskKind, TaskRecord } from '../store/taskRecord.ts';
import { toUnixSeconds } from './phase.ts';

/** The interface specification names three of them. A video task has been observed to start with an empty status. */
const firstWords: Readonly<Record<TaskKind, { readonly object: string; readonly status: string }>> = {
  image: { object: 'image', status: 'queued' },
  music: { object: 'music', status: 'submitted' },
  speech: { object: 'audio.speech', status: 'submitted' },
  video: { object: 'video', status: '' },
  chat: { object: 'chat', status: '' },
};

/** Builds the task acknowledgement of the interface specification 2.1. */
export function buildAcknowledgement({ id, kind, model, createdAtMs }: TaskRecord): JsonObject {
  const { object, status } = firstWords[kind];
  return { id, task_id: id, object, model, status, progress: 0, created_at: toUnixSeconds(createdAtMs) };
}
