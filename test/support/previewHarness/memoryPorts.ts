import { createHash } from 'node:crypto';
import { noMark, type Mark } from '../../../src/core/artifact/marks.ts';
import type { Artifact } from '../../../src/core/task/model/task.ts';
import type { SessionPorts } from '../../../src/host/preview/sessionPorts.ts';
import { mapCells } from '../../../src/protocol/sheet.ts';
import { previewStrings } from '../../../src/protocol/previewStrings.ts';

interface Memory {
  /** Artifacts by path. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Marks by the SHA-256 of the artifacts. */
  readonly marks: Map<string, Mark>;
  /** Thumbnails that were kept, by the SHA-256 of the originals. */
  readonly thumbnails: Map<string, Uint8Array>;
  /** Actions that the page asked for. */
  readonly acts: string[];
  /** Deletes a file. */
  readonly remove: (path: string) => void;
}

type MemoryPorts = Omit<
  SessionPorts,
  'clock' | 'post' | 'readRuns' | 'readTasks' | 'readUri' | 'readCodecs' | 'canOpenOutside' | 'fail'
>;

/** Ports of a session whose files, marks and thumbnails are in memory. */
export function createMemoryPorts({ files, marks, thumbnails, acts, remove }: Memory): MemoryPorts {
  const note = async (...words: readonly string[]): Promise<void> => void acts.push(words.join(' '));
  const pathsOf = (artifacts: readonly Artifact[]): readonly string[] => artifacts.map(({ path }) => path);
  return {
    source: 'file:///project/hero.gen.yaml',
    groupOf: () => null,
    listJobFiles: async () => ({ jobFiles: ['/project/hero.gen.yaml'], limit: null }),
    locale: 'en',
    strings: previewStrings,
    isTrusted: () => true,
    readAxes: async () => [],
    async readMarks() {
      const now = new Map(marks);
      return ({ sha256 }) => now.get(sha256);
    },
    async mark(artifacts, change) {
      await note('mark', ...pathsOf(artifacts), JSON.stringify(change));
      for (const { sha256 } of artifacts) marks.set(sha256, { ...noMark, ...marks.get(sha256), ...change });
    },
    exportSheet: (sheet) => note('export', JSON.stringify(mapCells(sheet, ({ path }) => path))),
    undoMark: () => note('undoMark'),
    async deleteArtifacts(artifacts) {
      await note('delete', ...pathsOf(artifacts));
      pathsOf(artifacts).forEach(remove);
    },
    hash: async (bytes) => createHash('sha256').update(bytes).digest('hex'),
    readThumbnail: async (sha256) => thumbnails.get(sha256) ?? null,
    keepThumbnail: async (sha256, bytes) => void thumbnails.set(sha256, bytes),
    async statArtifact({ path }) {
      const bytes = files.get(path);
      return bytes ? { path, bytes: bytes.length } : null;
    },
    readArtifact: async ({ path }, maxBytes) => (files.get(path) ?? new Uint8Array()).subarray(0, maxBytes),
    openDiff: (first, second) => note('openDiff', first.path, second.path),
    runRemedy: ({ command }) => note(command),
    actOnTask: (action, journalId) => note(action, journalId),
    act: (action, artifact) => note(action, artifact?.path ?? 'job file'),
  };
}
