import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fillTemplate } from '../../core/support/text/fillTemplate.ts';
import {
  formatJunit,
  formatMarkdown,
  listNewest,
  type ReportedFile,
  type DescribeEnd,
} from '../../core/task/report/reportedFile.ts';
import type { Engine } from '../../engine/index.ts';
import { arrangeList, listArtifacts } from '../../node/sheet/listArtifacts.ts';
import { createSheetPictures } from '../../node/sheet/sheetPictures.ts';
import { writeSheet } from '../../node/sheet/writeSheet.ts';
import { findRepository } from '../../node/jobFilePaths.ts';
import type { Context, Outcome } from '../context.ts';
import { exitCodes } from '../exitCode.ts';
import { findJobFiles, findTarget, type FoundJobFile, showPath } from '../jobFiles.ts';
import { describeFailure } from '../taskTexts.ts';
import { withSession } from '../session.ts';

const reportKinds = ['html', 'junit', 'markdown'] as const;

/** Names of files, by what is written into them. */
export type ReportOptions = Partial<Readonly<Record<(typeof reportKinds)[number], string>>>;

const describeEnd: DescribeEnd = ({ status, error, profile }) =>
  error ? `${status}. ${describeFailure(error, profile, status)}` : status;

/** Writes what was made into reports, from records alone. Needs no key and no network. */
export function report(names: readonly string[], options: ReportOptions, context: Context): Promise<Outcome> {
  return withSession({ sandbox: true }, context, async ({ engine }) => {
    const files = findJobFiles(names, context.cwd);
    const reported = await writeReports(engine, files, { options, context });
    const records = reported.flatMap((file) => file.records);
    const failed = records.filter(({ status }) => status !== 'saved').length;
    if (!reportKinds.some((kind) => options[kind] !== undefined))
      context.output.print(formatMarkdown(reported, describeEnd).trimEnd());
    return { exitCode: exitCodes.done, document: { requests: records.length, failed } };
  });
}

/** Writes the reports that are asked for, and returns what they are about: the last record of each request. */
export async function writeReports(
  engine: Pick<Engine, 'readRuns' | 'readMarks' | 'thumbnails'>,
  files: readonly FoundJobFile[],
  { options, context: { cwd, output } }: { readonly options: ReportOptions; readonly context: Context },
): Promise<readonly ReportedFile[]> {
  const found = await Promise.all(files.map(async (file) => ({ file, records: await engine.readRuns(file.path) })));
  const reported = found.map(({ file, records }) => ({
    name: showPath(file.path, findRepository(cwd)),
    records: listNewest(records),
  }));
  const boundaries = new Map(files.map(({ path, boundary }) => [path, boundary]));
  const pictures = createSheetPictures({
    boundaryOf: (jobFile) => boundaries.get(jobFile) ?? '',
    readThumbnail: (sha256) => engine.thumbnails.read(sha256),
  });
  const lines = found.flatMap(({ file, records }, at) => {
    const own = listArtifacts(records, file.path);
    const heading = { kind: 'heading', text: reported[at]?.name ?? '' } as const;
    return own.length === 0 ? [] : [heading, ...arrangeList(own).lines];
  });
  const words = { language: 'en', translate: (text: string, args = {}) => fillTemplate(text, args) };
  const build = {
    html: () =>
      writeSheet(
        basename(findRepository(cwd)),
        { ...arrangeList([]), lines },
        { words, pictures, readMarks: (jobFile) => engine.readMarks(jobFile) },
      ),
    junit: () => formatJunit(reported, describeEnd),
    markdown: () => formatMarkdown(reported, describeEnd),
  };
  for (const kind of reportKinds) {
    const name = options[kind];
    if (name === undefined) continue;
    await writeFile(findTarget(name, cwd), build[kind]());
    output.note(`Wrote ${name}.`);
  }
  return reported;
}
