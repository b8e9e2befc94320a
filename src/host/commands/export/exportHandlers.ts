import { basename, dirname, posix } from 'node:path';
import * as vscode from 'vscode';
import { nodeFileSystem } from '../../../node/files/fileSystem.ts';
import { nodeProcesses } from '../../../node/processes/nodeProcesses.ts';
import { type ArrangedSheet, listCells, mapCells, parseFoundSheet } from '../../../protocol/sheet.ts';
import { readBoundary } from '../../adapters/boundary.ts';
import { commands } from '../../ids.ts';
import { l10n, translate } from '../../ui/l10n.ts';
import { offer, withProgress } from '../../ui/message.ts';
import { openOutside, revealFile } from '../../preview/files/fileActions.ts';
import { createPreviewSource } from '../../preview/previewSource.ts';
import { runInBackground } from '../../runInBackground.ts';
import type { Services } from '../services.ts';
import { UserError } from '../errors.ts';
import { isFileArgument, resolveJobFile } from '../jobFile/requireJobFile.ts';
import type { RecordedArtifact } from '../../../node/sheet/buildSheet.ts';
import { arrangeList, listArtifacts } from '../../../node/sheet/listArtifacts.ts';
import { writeSheet } from '../../../node/sheet/writeSheet.ts';
import { placeSheet } from './placeSheet.ts';
import { createSheetPictures } from '../../../node/sheet/sheetPictures.ts';

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
    : arrangeList(await read(uri.fsPath));
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
  const words = { language: vscode.env.language, translate };
  let bare = await listBare();
  if (bare.size > 0) {
    const title = l10n.t('Making {count} thumbnails', { count: bare.size });
    await withProgress(title, (signal) => services.preview.makeThumbnails(uri, bare, signal), services.log);
    bare = await listBare();
  }
  const folderOf = (jobFile: string, heading: string): string => {
    const group = source.groupOf(jobFile);
    return group === null || group === heading ? '' : posix.dirname(group);
  };
  const page = { words, pictures, folderOf, readMarks: (jobFile: string) => engine.readMarks(jobFile) };
  const path = await placeSheet(writeSheet(basename(stem), sheet, page), {
    stem: `${stem}${isFiltered ? '.filtered' : ''}.contact-sheet`,
    boundary: source.boundaries[0] ?? dirname(stem),
    files: nodeFileSystem,
    processes: nodeProcesses,
  });
  return { path, bare: bare.size };
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
