import { basename } from 'node:path';
import * as vscode from 'vscode';
import { jobFileStem } from '../../../core/artifact/jobFileName.ts';
import { noMark } from '../../../core/artifact/marks.ts';
import type { RunsRecord } from '../../../core/artifact/runsRecord.ts';
import type { Engine } from '../../../engine/index.ts';
import { nodeFileSystem } from '../../../node/files/fileSystem.ts';
import { nodeProcesses } from '../../../node/processes/nodeProcesses.ts';
import { readBoundary } from '../../adapters/boundary.ts';
import { commands } from '../../ids.ts';
import { l10n } from '../../ui/l10n.ts';
import { offer, withProgress } from '../../ui/message.ts';
import { openOutside, revealFile } from '../../preview/files/fileActions.ts';
import { withoutLyrics } from '../../results/withoutLyrics.ts';
import { runInBackground } from '../../runInBackground.ts';
import type { Services } from '../services.ts';
import { UserError } from '../errors.ts';
import { isFileArgument, resolveJobFile } from '../jobFile/requireJobFile.ts';
import { buildSheetResult, buildSheetStart, type RecordedArtifact, sheetEnd } from './buildSheet.ts';
import { placeSheet } from './placeSheet.ts';
import { createSheetPictures } from './sheetPictures.ts';

/** Writes all results of a job file into one HTML file. It sends nothing, so no trust is needed. */
export function createExportHandlers(services: Services) {
  const { jobFiles, preview, log } = services;
  return {
    /** Returns the absolute path. A program passes the job file alone, and the user is then told nothing. */
    [commands.exportContactSheet]: async (target: unknown, ...others: readonly unknown[]) => {
      const isNamed = isFileArgument(target);
      const named = isNamed ? target : preview.activeJobFile();
      const jobFile = await resolveJobFile(named, l10n.t('Export Contact Sheet'), jobFiles);
      if (!jobFile) return undefined;
      const { path, bare } = await exportSheet(jobFile, services);
      if (!isNamed || others.length > 0) runInBackground(offerSheet(path, bare, log), log);
      return path;
    },
  };
}

/**
 * Makes the thumbnails that are missing first, because those of large originals are what keeps the page small. Returns
 * the path, and the number of results that still have none, because none could be made.
 */
async function exportSheet(jobFile: vscode.Uri, services: Services) {
  const engine = await services.engineHost.engine();
  const name = basename(jobFile.fsPath);
  const artifacts = listArtifacts(await engine.readRuns(jobFile.fsPath));
  if (artifacts.length === 0) throw new UserError(l10n.t('{name} has no results yet.', { name }));
  const pictures = createSheetPictures({
    jobFile: jobFile.fsPath,
    boundary: readBoundary(jobFile),
    readThumbnail: (sha256) => engine.thumbnails.read(sha256),
  });
  const listBare = async (): Promise<ReadonlySet<string>> => {
    const bare = new Set<string>();
    for (const { artifact } of artifacts) if (await pictures.lacksThumbnail(artifact)) bare.add(artifact.sha256);
    return bare;
  };
  let bare = await listBare();
  if (bare.size > 0) {
    const title = l10n.t('Making {count} thumbnails', { count: bare.size });
    await withProgress(title, (signal) => services.preview.makeThumbnails(jobFile, bare, signal), services.log);
    bare = await listBare();
  }
  const path = await placeSheet(writeParts(jobFile, artifacts, { engine, pictures }), {
    jobFile: jobFile.fsPath,
    boundary: readBoundary(jobFile),
    files: nodeFileSystem,
    processes: nodeProcesses,
  });
  return { path, bare: bare.size };
}

/**
 * Lists the artifacts of a job file: the newest run first, and each run in the order of its requests. Of artifacts with
 * the same path, only the newest one is still there.
 */
export function listArtifacts(records: readonly RunsRecord[]): readonly RecordedArtifact[] {
  const paths = new Set<string>();
  const runTimes = new Map<string, number>();
  const found: RecordedArtifact[] = [];
  for (const record of records.toReversed()) {
    if (!runTimes.has(record.run)) runTimes.set(record.run, Date.parse(record.at));
    const artifacts = withoutLyrics(record.artifacts).filter(({ path }) => !paths.has(path));
    for (const artifact of artifacts) {
      paths.add(artifact.path);
      found.push({ artifact, record });
    }
  }
  const timeOf = ({ record }: RecordedArtifact): number => runTimes.get(record.run) ?? 0;
  const jobOf = ({ record }: RecordedArtifact): string => record.job ?? '';
  return found.toSorted(
    (a, b) => timeOf(b) - timeOf(a) || jobOf(a).localeCompare(jobOf(b)) || a.record.index - b.record.index,
  );
}

/** Yields the page in parts, because thousands of pictures do not belong in memory at once. */
async function* writeParts(
  jobFile: vscode.Uri,
  artifacts: readonly RecordedArtifact[],
  { engine, pictures }: { readonly engine: Engine; readonly pictures: ReturnType<typeof createSheetPictures> },
): AsyncGenerator<string> {
  const marks = await engine.readMarks(jobFile.fsPath);
  yield buildSheetStart(jobFileStem(basename(jobFile.fsPath)), artifacts);
  for (const each of artifacts) {
    const mark = marks.get(each.artifact.sha256) ?? noMark;
    yield buildSheetResult(each, { mark, picture: await pictures.find(each.artifact) });
  }
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
