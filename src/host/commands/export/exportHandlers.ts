import { basename } from 'node:path';
import * as vscode from 'vscode';
import { jobFileStem } from '../../../core/artifact/jobFileName.ts';
import type { Engine } from '../../../engine/index.ts';
import { nodeFileSystem } from '../../../node/files/fileSystem.ts';
import { nodeProcesses } from '../../../node/processes/nodeProcesses.ts';
import { readBoundary } from '../../adapters/boundary.ts';
import { commands } from '../../ids.ts';
import { l10n } from '../../l10n.ts';
import { offer } from '../../message.ts';
import { openOutside, revealFile } from '../../preview/files/fileActions.ts';
import { runInBackground } from '../../runInBackground.ts';
import type { Services } from '../../services.ts';
import { UserError } from '../commandError.ts';
import { pickJobFile, toUri } from '../generate/openJobFile.ts';
import { requireJobFile } from '../requireJobFile.ts';
import { buildSheetResult, buildSheetStart, sheetEnd } from './buildSheetHtml.ts';
import { placeSheet } from './placeSheet.ts';
import { createPictures } from './sheetPicture.ts';
import { describeArtifact, describeHead, listArtifacts, type RecordedArtifact } from './sheetResults.ts';

/** Writes all results of a job file into one HTML file. It sends nothing, so no trust is needed. */
export function createExportHandlers({ engineHost, jobFiles, preview, log }: Services) {
  const ask = async (): Promise<vscode.Uri | undefined> =>
    preview.activeJobFile() ?? pickJobFile(jobFiles, l10n.t('Export Contact Sheet'));
  return {
    /** Returns the absolute path. A program passes the job file alone, and the user is then told nothing. */
    [commands.exportContactSheet]: async (target: unknown, ...others: readonly unknown[]) => {
      const isNamed = typeof target === 'string' || target instanceof vscode.Uri;
      const jobFile = isNamed ? toUri(target) : await ask();
      if (!jobFile) return undefined;
      await requireJobFile(jobFile, jobFiles);
      const path = await exportSheet(jobFile, await engineHost.engine());
      if (!isNamed || others.length > 0) runInBackground(offerSheet(path, log), log);
      return path;
    },
  };
}

type Records = Pick<Engine, 'readRuns' | 'readMarks' | 'thumbnails'>;

async function exportSheet(jobFile: vscode.Uri, engine: Records): Promise<string> {
  const name = basename(jobFile.fsPath);
  const artifacts = listArtifacts(await engine.readRuns(jobFile.fsPath));
  if (artifacts.length === 0) throw new UserError(l10n.t('{name} has no results yet.', { name }));
  return placeSheet(writeParts(jobFile, artifacts, engine), {
    jobFile: jobFile.fsPath,
    boundary: readBoundary(jobFile),
    files: nodeFileSystem,
    processes: nodeProcesses,
  });
}

/** Yields the page in parts, because thousands of pictures do not belong in memory at once. */
async function* writeParts(
  jobFile: vscode.Uri,
  artifacts: readonly RecordedArtifact[],
  engine: Records,
): AsyncGenerator<string> {
  const language = { l10n, locale: vscode.env.language };
  const marks = await engine.readMarks(jobFile.fsPath);
  const head = describeHead(jobFileStem(basename(jobFile.fsPath)), artifacts, language);
  const findPicture = createPictures({
    jobFile: jobFile.fsPath,
    boundary: readBoundary(jobFile),
    readThumbnail: (sha256) => engine.thumbnails.read(sha256),
  });
  yield buildSheetStart(head);
  for (const each of artifacts) {
    const picture = await findPicture(each.artifact);
    yield buildSheetResult({ ...describeArtifact(each, { ...language, marks }), ...picture }, head.words);
  }
  yield sheetEnd;
}

async function offerSheet(path: string, log: Services['log']): Promise<void> {
  const [reveal, open] = [l10n.t('Reveal in Explorer'), l10n.t('Open in Browser')];
  // Opening it starts a program.
  const buttons = vscode.workspace.isTrusted ? [reveal, open] : [reveal];
  const selected = await offer('information', { text: l10n.t('{name} saved', { name: basename(path) }), buttons }, log);
  if (selected === reveal) await revealFile(path);
  if (selected === open) await openOutside(path, log);
}
