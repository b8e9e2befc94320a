import { basename, join } from 'node:path';
import type { RunsRecord } from '../../src/core/artifact/runsRecord.ts';
import { readRunsFile } from '../support/runsFile.ts';
import { waitUntil } from '../support/waitUntil.ts';
import type { Person } from './person.ts';

export interface Sample {
  readonly file: string;
  readonly mediaType: RegExp;
  /** What the preview shows when the result can be seen or played. */
  readonly shown: string;
}

export const samples: readonly Sample[] = [
  { file: 'lighthouse.gen.yaml', mediaType: /^image\/png$/, shown: 'img.image.loaded' },
  { file: 'harbour-song.gen.yaml', mediaType: /^audio\/mpeg$/, shown: '.audio-view .waveform.drawn' },
  { file: 'welcome.gen.yaml', mediaType: /^audio\/mpeg$/, shown: '.audio-view .waveform.drawn' },
];

/** Opens the sample, runs Generate from the palette and waits until the preview shows what was saved. */
export async function generateSample(
  person: Person,
  folder: string,
  { file, mediaType, shown }: Sample,
): Promise<{ readonly record: RunsRecord; readonly screenshot: string }> {
  const jobFile = join(folder, file);
  const earlier = (await readRunsFile(jobFile)).length;
  await person.openFile(file);
  await person.view('Tasks');
  await person.runCommand('Gen: Generate');
  const record = await waitUntil(`a new line beside ${file}`, async () => (await readRunsFile(jobFile))[earlier]);
  if (record.status !== 'saved') throw new Error(`${file} ended as ${record.status}: ${record.error?.message ?? ''}`);
  const wrong = record.artifacts.find(({ path, media_type }) => !path.endsWith('.txt') && !mediaType.test(media_type));
  if (wrong || record.artifacts.length === 0) throw new Error(`${file} saved ${wrong?.media_type ?? 'nothing'}`);
  await person.preview().locator(shown).first().waitFor();
  const screenshot = await person.screenshot(basename(file, '.gen.yaml'));
  return { record, screenshot };
}
