import type { Page } from 'playwright-core';
import { startPreviewHarness, type PreviewHarness } from '../support/previewHarness/harness.ts';
import { makePng } from '../support/previewHarness/media.ts';
import { openScene, type Scene } from '../support/previewHarness/openScene.ts';
import { makeArtifact, makeRecord } from '../support/previewHarness/scene.ts';
import { median, time, type Figure } from './figure.ts';

const [many, few] = [10_000, 100];
const rounds = 3;
const steps = 10;

/** What the contact sheet costs with some number of results. */
interface SheetCost {
  /** From the key until its cells are painted. */
  readonly openMs: number;
  readonly stepMs: number;
  /** Bytes that the script of the page keeps after garbage was collected. */
  readonly heapBytes: number;
  readonly elements: number;
  /** Originals of which the page has made thumbnails. */
  readonly decoded: number;
}

/**
 * Compares the contact sheet of 10,000 results with a sheet of 100, in turn, in the built page with the real session.
 */
export async function measureSheet(): Promise<readonly Figure[]> {
  const harness = await startPreviewHarness();
  try {
    const costs: { readonly many: SheetCost; readonly few: SheetCost }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      costs.push({ few: await openSheet(harness, few), many: await openSheet(harness, many) });
    }
    return buildFigures(costs);
  } finally {
    await harness.close();
  }
}

async function openSheet(harness: PreviewHarness, count: number): Promise<SheetCost> {
  let decoded = 0;
  const thumbnails = new Map<string, Uint8Array>();
  // No original is known by the hash of its record, so each one that is seen is decoded.
  thumbnails.set = (): typeof thumbnails => {
    decoded += 1;
    return thumbnails;
  };
  const opened = await openScene(harness, { scene: { ...makeScene(count), thumbnails }, width: 1000, height: 700 });
  const { page } = opened;
  await page
    .locator('.position', { hasText: `/ ${count}` })
    .or(page.getByText(`of ${count}`))
    .first()
    .waitFor();
  const openMs = await time(async () => {
    await page.keyboard.press('g');
    await page.locator('.cell').first().waitFor();
    await painted(page);
  });
  const times: number[] = [];
  for (let step = 0; step < steps; step += 1) {
    times.push(
      await time(async () => {
        await page.keyboard.press('PageDown');
        await painted(page);
      }),
    );
  }
  const heapBytes = await readHeap(page);
  const elements = await page.locator('*').count();
  await opened.close();
  return { openMs, stepMs: median(times), heapBytes, elements, decoded };
}

/** Records of images that all have the same bytes. */
function makeScene(count: number): Scene {
  const bytes = makePng(640, 400, 1);
  const names = Array.from({ length: count }, (_, at) => `hero-${at}.png`);
  const records = names.map((name, at) => {
    const sha256 = at.toString(16).padStart(64, '0');
    return makeRecord(at, {
      request: {
        model: 'seedream-5-0-260128',
        prompt: `A lighthouse, take ${at}, seen from the sea at dawn`,
        seed: at,
      },
      artifacts: [makeArtifact(name, 'image/png', { sha256, bytes: bytes.length, width: 640, height: 400 })],
    });
  });
  return { records, tasks: [], files: new Map(names.map((name) => [name, bytes])) };
}

async function painted(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

async function readHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

function buildFigures(costs: readonly { readonly many: SheetCost; readonly few: SheetCost }[]): readonly Figure[] {
  const name = `contact sheet of ${many.toLocaleString('en')}`;
  const row = (what: string, read: (cost: SheetCost) => number, describe: (value: number) => string, aim: string) => {
    const ofFew = median(costs.map((each) => read(each.few)));
    const ofMany = median(costs.map((each) => read(each.many)));
    const against = `of ${few}: ${describe(ofFew)}, of ${many.toLocaleString('en')}: ${describe(ofMany)}`;
    return { name: `${name}: ${what}`, value: ofMany / ofFew, unit: '×', against, aim } as const;
  };
  const ms = (value: number): string => `${value.toFixed(0)} ms`;
  return [
    row('first paint', ({ openMs }) => openMs, ms, '< 2'),
    row('a page further', ({ stepMs }) => stepMs, ms, '< 1.5'),
    row('elements', ({ elements }) => elements, String, '1'),
    row('originals decoded', ({ decoded }) => decoded, String, '1'),
    row(
      'memory of the script',
      ({ heapBytes }) => heapBytes,
      (value) => `${(value / 1e6).toFixed(1)} MB`,
      '< 2',
    ),
  ];
}
