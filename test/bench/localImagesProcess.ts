// Sends local images in a separate process, by the engine or by a bare script. Prints what that took.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import Agent from 'undici/lib/dispatcher/agent.js';
import { createEngine } from '../../src/engine/index.ts';
import { engineSettings } from '../fakes/tasks/engineSettings.ts';
import { buildRequest } from '../fakes/planning/requests.ts';
import { call } from './bareCall.ts';
import { watchTurns } from './watchTurns.ts';

/** The argument, as JSON. */
export interface ImagesOrder {
  readonly by: 'engine' | 'script';
  readonly url: string;
  /** Absolute paths in one folder. */
  readonly images: readonly string[];
  /** Number of requests at the same time, each with all images. */
  readonly requests: number;
  /** Absolute path of a folder that the engine creates. */
  readonly storageDir: string;
}

/** What is printed, as JSON. */
export interface ImagesCost {
  /** By how much the resident memory grew at most. */
  readonly peakBytes: number;
  readonly blockMs: number;
}

const order = JSON.parse(process.argv[2] ?? '') as ImagesOrder;
const path = '/v1/images/generations';
const before = process.memoryUsage().rss;
const turns = watchTurns();
await (order.by === 'engine' ? sendByEngine(order) : sendByScript(order));
const blockMs = await turns.end();
const peakBytes = process.resourceUsage().maxRSS * 1024 - before;
const cost: ImagesCost = { peakBytes, blockMs };
process.stdout.write(`${JSON.stringify(cost)}\n`);

async function sendByEngine({ url, images, requests, storageDir }: ImagesOrder): Promise<void> {
  const folder = dirname(images[0] ?? '');
  const inputs: { readonly path: string; readonly sha256: string }[] = [];
  for (const image of images) {
    inputs.push({
      path: basename(image),
      sha256: createHash('sha256')
        .update(await readFile(image))
        .digest('hex'),
    });
  }
  const placeholders = inputs.map(({ path: file, sha256 }, at) => ({
    path: ['images', at],
    value: { kind: 'file', file, sha256, takesData: true } as const,
  }));
  const body = { model: 'seedream-5-0-260128', prompt: 'A cat', images: images.map(() => null) };
  const planned = Array.from({ length: requests }, (_, at) =>
    buildRequest({ index: at + 1, body, placeholders, inputs }),
  );
  const engine = createEngine({
    storageDir,
    version: '0.0.0',
    openProfile: async (name) => ({ name, baseUrl: url, isSandbox: false, readKey: async () => 'sk-bench' }),
    settings: () => ({ ...engineSettings, maxDownloadBytes: 1024 ** 3 }),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const place = { jobFile: join(folder, 'hero.gen.yaml'), boundary: folder, profile: 'studio', concurrency: requests };
  const tasks = await engine.start({ parts: [{ ...place, requests: planned }] }).done;
  engine.dispose();
  const failed = tasks.find(({ state }) => state !== 'saved');
  if (failed) throw new Error(`A task is ${failed.state}: ${failed.error?.code} ${failed.error?.message}`);
}

async function sendByScript({ url, images, requests }: ImagesOrder): Promise<void> {
  const agent = new Agent();
  const send = async (): Promise<void> => {
    const files = await Promise.all(images.map((image) => readFile(image, 'base64')));
    const body = JSON.stringify({ prompt: 'A cat', images: files.map((file) => `data:image/png;base64,${file}`) });
    await call(agent, `${url}${path}`, body);
  };
  await Promise.all(Array.from({ length: requests }, send));
  await agent.destroy();
}
