import { previewStrings } from '../../../src/protocol/previewStrings.ts';
import type { HostMessage, ItemsMessage } from '../../../src/protocol/preview.ts';
import type { ArtifactItem, PreviewDetails, PreviewItem, TaskItem } from '../../../src/protocol/previewItem.ts';

/** The first message of the host. */
export const initMessage: HostMessage = {
  type: 'init',
  jobFile: 'file:///project/hero.gen.yaml',
  locale: 'en',
  strings: previewStrings,
};

/** Facts that a test needs only if it sets them. */
const noFacts = {
  group: null,
  order: 0,
  isSandbox: false,
  model: null,
  job: null,
  run: 'run-1',
  index: 1,
  axes: [],
  amountUsd: null,
  mark: null,
  rating: null,
  note: null,
};

/** An image whose file is missing unless it has a `uri`. */
export function makeArtifactItem(id: string, at = 0, changes: Partial<ArtifactItem> = {}): ArtifactItem {
  return {
    ...noFacts,
    kind: 'artifact',
    id,
    at,
    name: `${id}.png`,
    media: 'image',
    take: null,
    uri: null,
    width: null,
    height: null,
    seconds: null,
    ...changes,
  };
}

export function makeTaskItem(id: string, at = 0, changes: Partial<TaskItem> = {}): TaskItem {
  return {
    ...noFacts,
    kind: 'task',
    id,
    at,
    name: id,
    state: 'running',
    progress: null,
    statusWord: null,
    message: null,
    hasText: false,
    actions: [],
    remedy: null,
    startedAt: null,
    ...changes,
  };
}

export function makeItems(changed: readonly PreviewItem[], more: Partial<ItemsMessage> = {}): ItemsMessage {
  return { type: 'items', part: 'change', changed: [...changed], removed: [], now: 1000, ...more };
}

/** Details without any facts but those that are always known. */
export function makeDetails(id: string, changes: Partial<PreviewDetails> = {}): PreviewDetails {
  return {
    id,
    file: null,
    isMissing: false,
    model: null,
    endpoint: '/v1/images/generations',
    profile: 'studio',
    isSandbox: false,
    job: null,
    taskId: null,
    amountUsd: null,
    at: 0,
    bytes: null,
    width: null,
    height: null,
    seconds: null,
    tookMs: null,
    prompt: null,
    seed: null,
    fields: [],
    title: null,
    lyrics: null,
    spokenText: null,
    text: null,
    isTextCut: false,
    cut: null,
    images: [],
    pictures: [],
    codecs: null,
    canOpenOutside: false,
    ...changes,
  };
}
