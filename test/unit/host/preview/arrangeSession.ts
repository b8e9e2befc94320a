import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { noMark, type Mark } from '../../../../src/core/artifact/marks.ts';
import type { RunsRecord } from '../../../../src/core/artifact/runsRecord.ts';
import type { Task } from '../../../../src/core/task/model/task.ts';
import type { PreviewSession } from '../../../../src/host/preview/previewSession.ts';
import { previewStrings } from '../../../../src/protocol/previewStrings.ts';
import type { HostMessage } from '../../../../src/protocol/preview.ts';
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
  const stage: Stage = {
    session: new Session({
      jobFile: { uri: 'file:///hero.gen.yaml', name: 'hero.gen.yaml' },
      locale: 'en',
      strings: previewStrings,
      isTrusted: () => stage.isTrusted,
      clock: {
        now: () => 5,
        // Limits are never reached.
        sleep: (ms, signal) =>
          ms < 1000 ? stage.pause() : new Promise((resolve) => signal?.addEventListener('abort', () => resolve())),
      },
      post: (message) => posted.push(message),
      async readRuns() {
        stage.runsReads += 1;
        if (stage.runsError !== null) throw new Error(stage.runsError);
        return stage.records;
      },
      readMarks: async () => {
        const marks = new Map(stage.marks);
        stage.whileMarksAreRead();
        return ({ sha256 }) => marks.get(sha256);
      },
      async mark(artifacts, change) {
        stage.acts.push(`mark ${artifacts.map(({ path }) => path).join(' ')} ${JSON.stringify(change)}`);
        for (const { sha256 } of artifacts) stage.marks.set(sha256, { ...noMark, ...change });
      },
      undoMark: async () => void stage.acts.push('undoMark'),
      async deleteArtifacts(artifacts) {
        stage.acts.push(`delete ${artifacts.map(({ path }) => path).join(' ')}`);
        for (const { path } of artifacts) stage.files.delete(path);
      },
      hash: async (bytes) => createHash('sha256').update(bytes).digest('hex'),
      readThumbnail: async (sha256) => stage.thumbnails.get(sha256) ?? null,
      keepThumbnail: async (sha256, bytes) => void stage.thumbnails.set(sha256, bytes),
      async readTasks() {
        if (stage.tasksError !== null) throw new Error(stage.tasksError);
        return stage.tasks;
      },
      readUri: async ({ path }) => (stage.files.has(path) ? `web:${path}` : null),
      async statArtifact({ path }) {
        const bytes = stage.files.get(path);
        return bytes ? { path, bytes: bytes.length } : null;
      },
      readArtifact: async ({ path }, maxBytes) => (stage.files.get(path) ?? new Uint8Array()).subarray(0, maxBytes),
      readCodecs: async () => ({ video: ['avc1.42c01e'], audio: [] }),
      canOpenOutside: async () => stage.isTrusted,
      openDiff: async (first, second) => void stage.acts.push(`openDiff ${first.path} ${second.path}`),
      runRemedy: async ({ command }) => void stage.acts.push(command),
      actOnTask: async (action, journalId) => void stage.acts.push(`${action} ${journalId}`),
      act: async (action, artifact) => void stage.acts.push(`${action} ${artifact?.path ?? 'job file'}`),
      fail: (error) => stage.fail(String(error)),
    }),
    take() {
      const taken = posted;
      posted = [];
      return taken;
    },
    records: [makeRecord(1, { artifacts: [makeArtifact('a.png', 'image/png')] })],
    tasks: [],
    files: new Map(),
    marks: new Map(),
    thumbnails: new Map(),
    acts: [],
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
