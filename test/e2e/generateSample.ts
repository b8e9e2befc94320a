import { basename, join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { RunsRecord } from '../../src/core/artifact/runsRecord.ts';
import { readRunsFile } from '../support/runsFile.ts';
import { waitUntil } from '../support/waitUntil.ts';
import type { Person } from './person.ts';

export interface Sample {
  readonly file: string;
  /** Media types of the files, in the order in which they are saved; lyrics are left out. */
  readonly mediaTypes: readonly string[];
  /** What the preview shows when the newest result can be seen or played. */
  readonly shown: string;
}

/** A video whose first frame is decoded. */
const readyVideo = 'video.video.ready';

export const samples: readonly Sample[] = [
  { file: 'lighthouse.gen.yaml', mediaTypes: ['image/png'], shown: 'img.image.loaded' },
  { file: 'harbor-song.gen.yaml', mediaTypes: ['audio/mpeg', 'audio/mpeg'], shown: '.audio-view .waveform.drawn' },
  { file: 'welcome.gen.yaml', mediaTypes: ['audio/mpeg'], shown: '.audio-view .waveform.drawn' },
  { file: 'storm-keeper.gen.yaml', mediaTypes: ['text/markdown'], shown: '.markdown :is(p, li)' },
  { file: 'paper-boat.gen.yaml', mediaTypes: ['video/mp4'], shown: readyVideo },
  {
    file: 'four-seasons.gen.yaml',
    mediaTypes: Array.from({ length: 5 }, () => 'image/png'),
    shown: 'img.image.loaded',
  },
  {
    file: 'postcard.gen.yaml',
    mediaTypes: ['audio/mpeg', 'image/png', 'text/markdown', 'video/mp4'],
    shown: `${readyVideo}, .audio-view .waveform.drawn`,
  },
];

/** Opens the sample, runs Generate from the palette and waits until the preview shows what was saved. */
export async function generateSample(person: Person, folder: string, sample: Sample): Promise<Generated> {
  await startSample(person, sample);
  return seeSample(person, folder, sample);
}

export interface Generated {
  readonly records: readonly RunsRecord[];
  readonly screenshot: string;
}

export async function startSample(person: Person, { file }: Sample): Promise<void> {
  await person.openFile(file);
  await person.view('Tasks');
  await person.runCommand('Genwright: Generate');
}

/** Waits until the only run of the sample has saved everything. */
export async function awaitSample(folder: string, { file, mediaTypes }: Sample): Promise<readonly RunsRecord[]> {
  const jobFile = join(folder, file);
  const records = await waitUntil(`${String(mediaTypes.length)} files of ${file}`, async () => {
    const added = await readRunsFile(jobFile);
    const bad = added.find(({ status }) => status !== 'saved');
    if (bad) throw new Error(`${file} ended as ${bad.status}: ${bad.error?.message ?? ''}`);
    return mediaTypesOf(added).length >= mediaTypes.length ? added : undefined;
  });
  if (mediaTypesOf(records).join(' ') !== mediaTypes.join(' ')) {
    throw new Error(`${file} saved ${mediaTypesOf(records).join(', ')}`);
  }
  return records;
}

/** Waits until the preview, which is in front, shows what the only run of the sample has saved. */
export async function seeSample(person: Person, folder: string, sample: Sample): Promise<Generated> {
  const { file, shown } = sample;
  const records = await awaitSample(folder, sample);
  // The preview is at the newest result.
  await person
    .preview()
    .locator('.position', { hasText: /^\D*1\D/ })
    .waitFor();
  // The result before it stays, dimmed, until the newest one is loaded.
  await person.preview().locator('.leaving').first().waitFor({ state: 'detached' });
  await person.preview().locator(shown).first().waitFor();
  for (const video of await person.preview().locator(readyVideo).all()) await playSecond(video);
  // The editor shows too that the run has ended.
  await person.page.locator('.codelens-decoration .codicon-debug-stop').first().waitFor({ state: 'detached' });
  const screenshot = await person.screenshot(basename(file, '.gen.yaml'));
  return { records, screenshot };
}

/** Plays a second of a video. After that its frames are on the screen, and the spinner of the browser is not. */
async function playSecond(video: Locator): Promise<void> {
  await video.evaluate(async (element: HTMLVideoElement) => {
    await element.play();
    await new Promise<void>((resolve) => {
      element.addEventListener('timeupdate', () => element.currentTime >= 1 && resolve());
    });
    element.pause();
  });
}

function mediaTypesOf(records: readonly RunsRecord[]): readonly string[] {
  return records
    .flatMap(({ artifacts }) => artifacts.map((each) => each.media_type))
    .filter(isMedia)
    .sort();
}

/** Lyrics belong to a song and are not a separate result. */
function isMedia(mediaType: string): boolean {
  return mediaType !== 'text/plain';
}
