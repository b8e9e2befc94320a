import assert from 'node:assert/strict';
import type { Mark } from '../../../../src/core/artifact/marks.ts';
import type { RunsRecord } from '../../../../src/core/artifact/runsRecord.ts';
import type { Task } from '../../../../src/core/task/model/task.ts';
import type { PreviewSession } from '../../../../src/host/preview/previewSession.ts';
import type { HostMessage } from '../../../../src/protocol/preview.ts';
import { createMemoryPorts } from '../../../support/previewHarness/memoryPorts.ts';
import { makeArtifact, makeRecord } from '../../../support/previewHarness/scene.ts';

await import('../fakes/fakeVscode.ts');
const { PreviewSession: Session } = await import('../../../../src/host/preview/previewSession.ts');

/** A session with a page that only listens, and files in memory. */
export interface Stage {
  readonly session: PreviewSession;
  /** Returns the messages to the page since the last call. */
  take(): readonly HostMessage[];
  records: readonly RunsRecord[];
  tasks: readonly Task[];
  readonly files: Map<string, Uint8Array>;
  /** Marks by the SHA-256 of the artifacts. */
  readonly marks: Map<string, Mark>;
  /** Thumbnails that were kept, by the SHA-256 of the originals. */
  readonly thumbnails: Map<string, Uint8Array>;
  readonly acts: string[];
  whileMarksAreRead(): void;
  /** The pause after an update. */
  pause(): Promise<void>;
  runsReads: number;
  /** Why the runs file or the tasks cannot be read. */
  runsError: string | null;
  tasksError: string | null;
  /** Gets the failures, of which there are none unless the test decides. */
  fail(error: string): void;
  isTrusted: boolean;
}

export function arrange(): Stage {
  let posted: HostMessage[] = [];
  const memory = {
    files: new Map<string, Uint8Array>(),
    marks: new Map<string, Mark>(),
    thumbnails: new Map<string, Uint8Array>(),
    acts: [] as string[],
  };
  const ports = createMemoryPorts({ ...memory, remove: (path) => memory.files.delete(path) });
  const stage: Stage = {
    ...memory,
    session: new Session({
      ...ports,
      isTrusted: () => stage.isTrusted,
      clock: {
        now: () => 5,
        // Limits are never reached.
        async sleep(ms, signal) {
          if (ms < 1000) await stage.pause();
          else if (!signal?.aborted) await new Promise<void>((end) => signal?.addEventListener('abort', () => end()));
        },
      },
      post: (message) => void posted.push(message),
      async readRuns() {
        stage.runsReads += 1;
        if (stage.runsError !== null) throw new Error(stage.runsError);
        return stage.records;
      },
      async readTasks() {
        if (stage.tasksError !== null) throw new Error(stage.tasksError);
        return stage.tasks;
      },
      async readMarks(...args) {
        const find = await ports.readMarks(...args);
        stage.whileMarksAreRead();
        return find;
      },
      readUri: async ({ path }) => (memory.files.has(path) ? `web:${path}` : null),
      readCodecs: async () => ({ video: ['avc1.42c01e'], audio: [] }),
      canOpenOutside: async () => stage.isTrusted,
      fail: (error) => stage.fail(String(error)),
    }),
    take() {
      const taken = posted;
      posted = [];
      return taken;
    },
    records: [makeRecord(1, { artifacts: [makeArtifact('a.png', 'image/png')] })],
    tasks: [],
    whileMarksAreRead: () => undefined,
    // Pauses end at once unless the test decides.
    pause: () => Promise.resolve(),
    runsReads: 0,
    runsError: null,
    tasksError: null,
    fail: assert.fail,
    isTrusted: true,
  };
  return stage;
}

/** Lets pending work end. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Lets the page listen. Returns the id of its first item. */
export async function ready(stage: Stage): Promise<string> {
  stage.session.receive({ type: 'ready' });
  await settle();
  const items = stage.take().find((message) => message.type === 'items');
  return items?.changed[0]?.id ?? '';
}

export const brief = (messages: readonly HostMessage[]) =>
  messages.map((message) =>
    message.type === 'items'
      ? {
          part: message.part,
          changed: message.changed.map(({ name }) => name),
          removed: message.removed.length,
        }
      : message.type,
  );
