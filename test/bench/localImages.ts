import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makePng } from '../fakes/media/media.ts';
import type { Figure } from './figure.ts';
import type { ImagesCost, ImagesOrder } from './localImagesProcess.ts';
import { startBenchServer } from './startBenchServer.ts';

const imageCount = 14;
const imageBytes = 10 * 1024 * 1024;
const manyRequests = 4;

/** Compares requests with many large local images with a script that puts the images into one text. */
export async function measureLocalImages(): Promise<readonly Figure[]> {
  const root = await mkdtemp(join(tmpdir(), 'genwright-images-'));
  const server = await startBenchServer();
  try {
    const images = await writeImages(join(root, 'work'));
    const send = (by: ImagesOrder['by'], requests: number): Promise<ImagesCost> =>
      runProcess({ by, requests, url: server.url, images, storageDir: join(root, `storage-${requests}`) });
    return buildFigures({
      script: await send('script', 1),
      one: await send('engine', 1),
      many: await send('engine', manyRequests),
    });
  } finally {
    server.stop();
    await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

async function writeImages(folder: string): Promise<readonly string[]> {
  await mkdir(folder);
  const head = makePng();
  const images = Array.from({ length: imageCount }, (_, at) => join(folder, `image-${at}.png`));
  for (const image of images) {
    await writeFile(image, Buffer.concat([head, randomBytes(imageBytes - head.length)]));
  }
  return images;
}

async function runProcess(order: ImagesOrder): Promise<ImagesCost> {
  const script = join(import.meta.dirname, 'localImagesProcess.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(order)]);
  return JSON.parse(stdout) as ImagesCost;
}

function buildFigures({
  script,
  one,
  many,
}: Readonly<Record<'script' | 'one' | 'many', ImagesCost>>): readonly Figure[] {
  const name = `${imageCount} local images of 10 MB`;
  const megabytes = ({ peakBytes }: ImagesCost): string => `${(peakBytes / 1024 ** 2).toFixed(0)} MB`;
  return [
    {
      name: `${name}: peak memory`,
      value: one.peakBytes / script.peakBytes,
      unit: '×',
      against: `${megabytes(one)}; a script that sends them as one text: ${megabytes(script)}`,
      aim: '< 1',
    },
    {
      name: `${name}, ${manyRequests} requests: peak memory`,
      value: many.peakBytes / one.peakBytes,
      unit: '×',
      against: `one request; ${megabytes(many)}`,
      aim: '< 3',
    },
    {
      name: `${name}: longest block`,
      value: one.blockMs,
      unit: 'ms',
      against: `the script: ${script.blockMs.toFixed(0)} ms`,
      aim: '< 50',
    },
  ];
}
