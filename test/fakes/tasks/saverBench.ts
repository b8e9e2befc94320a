import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createArtifactSaver } from '../../../src/artifacts/artifactSaver.ts';
import type { MediaReader } from '../../../src/artifacts/media/mediaReader.ts';
import type { SaveOrder } from '../../../src/core/task/ports.ts';
import { createDispatchers } from '../../../src/node/network/dispatchers.ts';
import { nodeFileSystem, type FileSystem } from '../../../src/node/files/fileSystem.ts';
import { nodeProcesses } from '../../../src/node/processes/nodeProcesses.ts';
import { backgroundClock } from '../../../src/node/systemClock.ts';
import { sendWhole, startFileServer } from '../gateway/fileServer.ts';
import { createLeapingClock } from '../clocks/leapingClock.ts';
import { makePng } from '../media/media.ts';
import { mediaHere } from '../media/parseHere.ts';
import { makeTempFolder } from '../disk/tempFolder.ts';

export const png = makePng();
export const { signal } = new AbortController();

/** An artifact saver on a temporary folder and a local file server, with the saves that it is asked for. */
export async function createSaverBench(
  context: TestContext,
  files: Partial<FileSystem> = {},
  media: MediaReader = mediaHere,
) {
  const root = await makeTempFolder(context);
  const folder = join(root, 'work');
  await mkdir(folder);
  const server = await startFileServer(context);
  server.respond(sendWhole(200, { 'content-type': 'image/png' }, png));
  const dispatchers = createDispatchers({ connectTimeoutMs: 60_000 });
  context.after(() => dispatchers.dispose());
  const saver = createArtifactSaver({
    dispatchers,
    spool: { read: () => Promise.resolve(png) },
    media,
    clock: createLeapingClock(),
    realClock: backgroundClock,
    processes: nodeProcesses,
    userAgent: 'test',
    idleTimeoutMs: 60_000,
    files: { ...nodeFileSystem, ...files },
  });
  const interruptions: [string, number][] = [];
  const order = (changes: Partial<SaveOrder> = {}): SaveOrder => ({
    content: { kind: 'url', url: server.url },
    jobFile: join(folder, 'hero.gen.yaml'),
    boundary: folder,
    output: { dir: '', name: 'hero', collision: 'number', metadata: 'none' },
    fromEnv: undefined,
    ordinal: { index: 1, count: 1 },
    images: [],
    modality: 'image',
    baseUrl: server.url,
    readKeyHeaders: () => Promise.resolve(null),
    maxBytes: 1_000_000,
    siblingPaths: () => new Set(),
    title: null,
    lyrics: null,
    provenance: null,
    claimed: null,
    lane: 'run',
    onInterrupted: (error, gainedBytes) => {
      interruptions.push([error.message, gainedBytes]);
      return Promise.resolve(interruptions.length < 4);
    },
    isOurs: () => Promise.resolve(false),
    onMeasuring: () => Promise.resolve(),
    onPlacing: () => Promise.resolve(),
    ...changes,
  });
  return {
    root,
    folder,
    server,
    saver,
    order,
    interruptions,
    list: async () => (await readdir(folder, { recursive: true })).toSorted(),
    save: async (changes?: Partial<SaveOrder>) => {
      const outcome = await saver.save(order(changes), signal);
      return outcome.kind === 'saved' ? outcome.artifact.path : { [outcome.kind]: outcome.error };
    },
  };
}
