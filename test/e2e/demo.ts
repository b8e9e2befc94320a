// `npm run demo`: the main job as a person does it, in a real VS Code, with pictures.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseOptions } from '../../scripts/options.ts';
import type { RunsRecord } from '../../src/core/artifact/runsRecord.ts';
import { type CleanUp, runScript } from '../hosts/cleanUp.ts';
import { outDir } from '../hosts/paths.ts';
import { themes, type Theme } from '../hosts/settings.ts';
import { startWorkbench } from '../hosts/workbench.ts';
import { buildForDevelopment, buildPackage } from '../support/buildPackage.ts';
import { formatTable } from '../support/formatTable.ts';
import { lookAtLanguage } from './editLanguage.ts';
import { generateSample, samples } from './generateSample.ts';
import { createPerson } from './person.ts';
import { createSampleWorkspace } from './sampleWorkspace.ts';
import { translateFor } from './translateFor.ts';

const columns = ['path', 'bytes', 'media type', 'seconds', 'cost (USD)', 'task'] as const;

interface DemoOptions {
  readonly theme: Theme;
  readonly extension: 'packaged' | 'development';
  readonly subject: 'results' | 'editor';
  readonly language: string;
}

const usage = `npm run demo: generates every sample in a real VS Code. Screenshots land in out/demo.

  --theme=light|dark|high-contrast   theme of the workbench; default: dark
  --language=zh-cn                   language of Genwright; default: en
  --editor                           shows the editor in a job file, and generates nothing
  --development                      uses a development build instead of the package`;

function readOptions(): DemoOptions {
  const { values } = parseOptions(usage, {
    theme: { type: 'string', default: 'dark' },
    development: { type: 'boolean', default: false },
    editor: { type: 'boolean', default: false },
    language: { type: 'string', default: 'en' },
  });
  if (!Object.hasOwn(themes, values.theme)) throw new Error(`--theme can be ${Object.keys(themes).join(', ')}`);
  return {
    theme: values.theme as Theme,
    extension: values.development ? 'development' : 'packaged',
    subject: values.editor ? 'editor' : 'results',
    language: values.language,
  };
}

/** Returns one row for each file; the first row of a task contains the cost. Sizes are those on disk. */
async function rowsOf(folder: string, record: RunsRecord): Promise<readonly (readonly string[])[]> {
  const cost = record.amount_usd === null ? '–' : record.amount_usd.toFixed(4);
  const rows = record.artifacts.map(async ({ path, media_type, seconds }, index) => {
    const { size } = await stat(join(folder, path));
    return [path, String(size), media_type, seconds?.toFixed(1) ?? '–', index === 0 ? cost : '', record.status];
  });
  return Promise.all(rows);
}

async function demo(cleanUp: CleanUp): Promise<number> {
  const { theme, extension, subject, language } = readOptions();
  await (extension === 'packaged' ? buildPackage() : buildForDevelopment());
  const folder = await createSampleWorkspace(cleanUp);
  const workbench = await startWorkbench({ name: 'demo', extension, theme, language }, cleanUp);
  const variants = [...(theme === 'dark' ? [] : [theme]), ...(language === 'en' ? [] : [language])];
  const screenshotDir = join(outDir, ['demo', ...variants].join('-'));
  const reader = await createPerson(await workbench.open(folder), screenshotDir);
  const person = await translateFor(reader, language);

  const rows: (readonly string[])[] = [];
  const pictures: string[] = [];
  try {
    if (subject === 'editor') pictures.push(...(await lookAtLanguage(person, folder)));
    else {
      for (const sample of samples) {
        const { records, screenshot } = await generateSample(person, folder, sample);
        for (const record of records) rows.push(...(await rowsOf(folder, record)));
        pictures.push(screenshot);
      }
    }
  } catch (error) {
    if (!cleanUp.isRunning()) console.error(`See ${await person.screenshot('failure')} and ${workbench.logDir}`);
    throw error;
  } finally {
    if (rows.length > 0) console.log(formatTable(columns, rows));
    if (pictures.length > 0) console.log(`\nScreenshots:\n${pictures.map((path) => `  ${path}`).join('\n')}`);
  }
  return 0;
}

await runScript(demo);
