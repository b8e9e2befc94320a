import { setTimeout } from 'node:timers/promises';
import type { Mark } from '../../../src/core/artifact/marks.ts';
import type { RunsRecord } from '../../../src/core/artifact/runsRecord.ts';
import type { Task } from '../../../src/core/task/model/task.ts';
import type { PreviewSession } from '../../../src/host/preview/previewSession.ts';
import type { PreviewDetails } from '../../../src/protocol/previewItem.ts';
import type { PageOptions, PreviewHarness, PreviewPage } from './harness.ts';
import { createMemoryPorts } from './memoryPorts.ts';

await import('../../unit/host/fakes/fakeVscode.ts');
const { PreviewSession: Session } = await import('../../../src/host/preview/previewSession.ts');

/** Data of the preview of an invented job file. Change it, then call `session.runsChanged()`. */
export interface Scene {
  records: readonly RunsRecord[];
  tasks: readonly Task[];
  /** Artifacts by path. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Codecs of the videos, by path, as if they were read from the files. */
  readonly codecs?: ReadonlyMap<string, PreviewDetails['codecs']>;
  /** Marks by the SHA-256 of the artifacts. */
  readonly marks?: Map<string, Mark>;
  /** Thumbnails that were kept, by the SHA-256 of the originals. */
  readonly thumbnails?: Map<string, Uint8Array>;
  /** Paths of files that were deleted. */
  readonly deleted?: Set<string>;
}

export interface OpenScene extends PreviewPage {
  readonly session: PreviewSession;
  /** Actions that the buttons asked for. */
  readonly acts: readonly string[];
}

/** A page with the real session of the host, which reads the scene instead of the disk and the engine. */
export async function openScene(
  harness: PreviewHarness,
  { scene, ...options }: { readonly scene: Scene } & Omit<PageOptions, 'receive' | 'files'>,
): Promise<OpenScene> {
  const acts: string[] = [];
  let opened: PreviewPage | null = null;
  const session = new Session({
    ...createMemoryPorts({
      marks: new Map(),
      thumbnails: new Map(),
      ...scene,
      acts,
      remove: (path) => scene.deleted?.add(path),
    }),
    clock: { now: () => Date.now(), sleep: (ms, signal) => setTimeout(ms, undefined, { signal }) },
    // A message to a page that is being closed is lost, as in the workbench.
    post: (message) => void opened?.send(message).catch(() => undefined),
    readRuns: async () => scene.records,
    readTasks: async () => scene.tasks,
    readUri: async ({ path, sha256 }) =>
      scene.files.has(path) && !scene.deleted?.has(path) ? `${harness.uriOf(path)}?v=${sha256.slice(0, 12)}` : null,
    readCodecs: async ({ path }) => scene.codecs?.get(path) ?? null,
    canOpenOutside: async ({ path }) => !path.startsWith('broken'),
    fail: (error) => void opened?.complaints.push(String(error)),
  });
  // The page sends messages before it is returned.
  const early: unknown[] = [];
  const receive = (data: unknown): void => void (opened ? session.receive(data) : early.push(data));
  opened = await harness.open({ ...options, files: scene.files, receive });
  for (const data of early) session.receive(data);
  const page = opened;
  return {
    ...page,
    session,
    acts,
    close() {
      session.dispose();
      return page.close();
    },
  };
}
