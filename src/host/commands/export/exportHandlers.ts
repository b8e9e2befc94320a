import { basename, dirname, posix } from 'node:path';
import * as vscode from 'vscode';
import { noMark } from '../../../core/artifact/marks.ts';
import type { RunsRecord } from '../../../core/artifact/runsRecord.ts';
import type { Engine } from '../../../engine/index.ts';
import { nodeFileSystem } from '../../../node/files/fileSystem.ts';
import { nodeProcesses } from '../../../node/processes/nodeProcesses.ts';
import { listCells, mapCells, parseFoundSheet, type ArrangedSheet } from '../../../protocol/sheet.ts';
import { readBoundary } from '../../adapters/boundary.ts';
import { commands } from '../../ids.ts';
import { l10n } from '../../ui/l10n.ts';
import { offer, withProgress } from '../../ui/message.ts';
import { openOutside, revealFile } from '../../preview/files/fileActions.ts';
import { createPreviewSource, type PreviewSource } from '../../preview/previewSource.ts';
import { withoutLyrics } from '../../results/withoutLyrics.ts';
import { runInBackground } from '../../runInBackground.ts';
import type { Services } from '../services.ts';
import { UserError } from '../errors.ts';
import { isFileArgument, resolveJobFile } from '../jobFile/requireJobFile.ts';
import { buildSheetLines, buildSheetResult, buildSheetStart, type RecordedArtifact, sheetEnd } from './buildSheet.ts';
import { placeSheet } from './placeSheet.ts';
import { createSheetPictures } from './sheetPictures.ts';

/** Writes the results of a job file, or what a preview shows, into one HTML file. It sends nothing, so no trust is needed. */
export function createExportHandlers(services: Services) {
  const { jobFiles, preview, log } = services;
  return {
    /** Returns the absolute path. A program passes the job file alone, and the user is then told nothing. */
    [commands.exportContactSheet]: async (target: unknown, ...others: readonly unknown[]) => {
      const shown = target instanceof vscode.Uri ? parseFoundSheet(others[0]) : null;
      const isNamed = isFileArgument(target);
      // The page then calls this command.
      if (!isNamed && preview.exportShown()) return undefined;
      const named = isNamed ? target : preview.activeJobFile();
      const isFolder = shown !== null && target instanceof vscode.Uri && target.path.endsWith('/');
      const uri = isFolder ? target : await resolveJobFile(named, l10n.t('Export Contact Sheet'), jobFiles);
      if (!uri) return undefined;
      const { path, bare } = await exportSheet(uri, { shown, isFiltered: others[1] === true }, services);
      if (!isNamed || others.length > 0) runInBackground(offerSheet(path, bare, log), log);
      return path;
    },
  };
}

/**
 * Makes the thumbnails that are missing first, because those of large originals are what keeps the page small. Returns
 * the path, and the number of results that still have none, because none could be made. What a filter leaves does not
 * replace the page of all results.
 */
async function exportSheet(
  uri: vscode.Uri,
  { shown, isFiltered }: { readonly shown: ReturnType<typeof parseFoundSheet>; readonly isFiltered: boolean },
  services: Services,
) {
  const engine = await services.engineHost.engine();
  const source = createPreviewSource(uri);
  const { name, stem } = source;
  const read = async (jobFile: string) => listArtifacts(await engine.readRuns(jobFile), jobFile);
  const sheet = shown
    ? await findRecorded(shown, (jobFile) => (source.covers(jobFile) ? read(jobFile) : []))
    : listAll(await read(uri.fsPath));
  const artifacts = listCells(sheet);
  if (artifacts.length === 0) throw new UserError(l10n.t('{name} has no results yet.', { name }));
  const pictures = createSheetPictures({
    boundaryOf: (jobFile) => readBoundary(vscode.Uri.file(jobFile)),
    readThumbnail: (sha256) => engine.thumbnails.read(sha256),
  });
  const listBare = async (): Promise<ReadonlySet<string>> => {
    const bare = new Set<string>();
    for (const each of artifacts) if (await pictures.lacksThumbnail(each)) bare.add(each.artifact.sha256);
    return bare;
  };
  let bare = await listBare();
  if (bare.size > 0) {
    const title = l10n.t('Making {count} thumbnails', { count: bare.size });
    await withProgress(title, (signal) => services.preview.makeThumbnails(uri, bare, signal), services.log);
    bare = await listBare();
  }
  const path = await placeSheet(writeParts(basename(stem), sheet, { engine, pictures, source }), {
    stem: `${stem}${isFiltered ? '.filtered' : ''}.contact-sheet`,
    boundary: source.boundaries[0] ?? dirname(stem),
    files: nodeFileSystem,
    processes: nodeProcesses,
  });
  return { path, bare: bare.size };
}

/**
 * Lists the artifacts of a job file: the newest run first, and each run in the order of its requests. Of artifacts with
 * the same path, only the newest one is still there.
 */
export function listArtifacts(records: readonly RunsRecord[], jobFile: string): readonly RecordedArtifact[] {
  const paths = new Set<string>();
  const runTimes = new Map<string, number>();
  const found: RecordedArtifact[] = [];
  for (const record of records.toReversed()) {
    if (!runTimes.has(record.run)) runTimes.set(record.run, Date.parse(record.at));
    const artifacts = withoutLyrics(record.artifacts).filter(({ path }) => !paths.has(path));
    for (const artifact of artifacts) {
      paths.add(artifact.path);
      found.push({ jobFile, artifact, record });
    }
  }
  const timeOf = ({ record }: RecordedArtifact): number => runTimes.get(record.run) ?? 0;
  const jobOf = ({ record }: RecordedArtifact): string => record.job ?? '';
  return found.toSorted(
    (a, b) => timeOf(b) - timeOf(a) || jobOf(a).localeCompare(jobOf(b)) || a.record.index - b.record.index,
  );
}

/** Arranges all results as one list. */
function listAll(cells: readonly RecordedArtifact[]): ArrangedSheet<RecordedArtifact> {
  return { rowsName: null, columnLabels: null, lines: [{ kind: 'cells', label: null, cells }] };
}

/** Finds what is recorded about each result. One that is in no record is left out. */
async function findRecorded(
  shown: NonNullable<ReturnType<typeof parseFoundSheet>>,
  read: (jobFile: string) => Promise<readonly RecordedArtifact[]> | readonly RecordedArtifact[],
): Promise<ArrangedSheet<RecordedArtifact>> {
  const recorded = new Map<string, ReadonlyMap<string, RecordedArtifact>>();
  for (const jobFile of new Set(listCells(shown).map((cell) => cell.jobFile))) {
    recorded.set(jobFile, new Map((await read(jobFile)).map((each) => [each.artifact.path, each])));
  }
  return mapCells(shown, ({ jobFile, path }) => recorded.get(jobFile)?.get(path) ?? null);
}

interface WriteParts {
  readonly source: PreviewSource;
  readonly engine: Engine;
  readonly pictures: ReturnType<typeof createSheetPictures>;
}

/** Yields the page in parts, because thousands of pictures do not belong in memory at once. */
async function* writeParts(
  title: string,
  sheet: ArrangedSheet<RecordedArtifact>,
  { engine, pictures, source }: WriteParts,
): AsyncGenerator<string> {
  const artifacts = listCells(sheet);
  const marks = new Map<string, Awaited<ReturnType<Engine['readMarks']>>>();
  for (const jobFile of new Set(artifacts.map((each) => each.jobFile))) {
    marks.set(jobFile, await engine.readMarks(jobFile));
  }
  yield buildSheetStart(title, artifacts);
  yield* buildSheetLines(sheet, async (each, heading) => {
    const mark = marks.get(each.jobFile)?.get(each.artifact.sha256) ?? noMark;
    const group = source.groupOf(each.jobFile);
    const folder = group === null || group === heading ? '' : posix.dirname(group);
    return buildSheetResult(each, { mark, picture: await pictures.find(each), folder });
  });
  yield sheetEnd;
}

async function offerSheet(path: string, bare: number, log: Services['log']): Promise<void> {
  const [reveal, open] = [l10n.t('Reveal in Explorer'), l10n.t('Open in Browser')];
  // To open the page is to start a program.
  const buttons = vscode.workspace.isTrusted ? [reveal, open] : [reveal];
  const saved = l10n.t('{name} saved', { name: basename(path) });
  const text = bare === 0 ? saved : l10n.t('{saved}. {count} results have no thumbnail.', { saved, count: bare });
  const selected = await offer('information', { text, buttons }, log);
  if (selected === reveal) await revealFile(path, log);
  if (selected === open) await openOutside(path, log);
}
