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
  const opened = await openScene(harness, { scene: makeScene(count), width: 1000, height: 700 });
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
  await opened.close();
  return { openMs, stepMs: median(times) };
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

function buildFigures(costs: readonly { readonly many: SheetCost; readonly few: SheetCost }[]): readonly Figure[] {
  const row = (what: string, read: (cost: SheetCost) => number, aim: string): Figure => {
    const [ofFew, ofMany] = [median(costs.map((each) => read(each.few))), median(costs.map((each) => read(each.many)))];
    const against = `of ${few}: ${ofFew.toFixed(0)} ms, of ${many.toLocaleString('en')}: ${ofMany.toFixed(0)} ms`;
    const name = `contact sheet of ${many.toLocaleString('en')}: ${what}`;
    return { name, value: ofMany / ofFew, unit: '×', against, aim };
  };
  return [row('first paint', ({ openMs }) => openMs, '< 2'), row('a page further', ({ stepMs }) => stepMs, '< 1.5')];
}
