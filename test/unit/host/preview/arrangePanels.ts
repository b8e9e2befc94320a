import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { Emitter } from '../../../../src/core/support/emitter.ts';
import type { Task } from '../../../../src/core/task/model/task.ts';
import type { HostMessage } from '../../../../src/protocol/preview.ts';
import { makeTempFolder } from '../../../fakes/disk/tempFolder.ts';
import { arrangeCommands } from '../fakes/arrangeCommands.ts';
import { buildArtifact, buildRecord } from '../fakes/builders.ts';
import { panels as open } from '../fakes/fakePanels.ts';
import { Uri, workspace } from '../fakes/fakeVscode.ts';
import { until } from '../fakes/until.ts';

const { createPreviewPanels } = await import('../../../../src/host/preview/previewPanels.ts');
const { createResultFiles } = await import('../../../../src/host/results/resultFiles.ts');

export const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Arranges a folder with two job files, of which the first one has two texts as results. */
export async function arrangePanels(context: TestContext, { marksAreReadable = true } = {}) {
  const folder = await makeTempFolder(context);
  for (const name of ['one.txt', 'two.txt']) await writeFile(join(folder, name), name);
  const reads: string[] = [];
  const errors: string[] = [];
  const tasks: Task[] = [];
  const changed = new Emitter<Task>();
  const changedElsewhere = new Emitter<{ readonly changed: readonly Task[] }>();
  const artifacts = ['one.txt', 'two.txt'].map((path) => {
    const { sha256, bytes } = buildArtifact(path);
    return { path, sha256, bytes, media_type: 'text/plain', width: null, height: null, seconds: null };
  });
  const { services } = arrangeCommands({
    engine: {
      readRuns: async (path) => {
        reads.push(`runs ${path.slice(folder.length + 1)}`);
        return path.endsWith('hero.gen.yaml') ? [buildRecord({ artifacts })] : [];
      },
      searchRuns: async ({ jobFiles }) => ({
        records: jobFiles.map((jobFile) => ({ jobFile, record: buildRecord({ artifacts }) })),
        total: jobFiles.length,
      }),
      readMarks: async (path) => {
        reads.push(`marks ${path.slice(folder.length + 1)}`);
        if (!marksAreReadable) throw new Error('unreadable');
        return new Map();
      },
    },
  });
  workspace.workspaceFolders = [{ uri: Uri.file(folder) }];
  context.after(() => void (workspace.workspaceFolders = [{ uri: Uri.file('/w') }]));
  const resultFiles = createResultFiles();
  context.after(() => resultFiles.dispose());
  const panels = createPreviewPanels({
    jobFiles: services.jobFiles,
    language: services.language,
    resultFiles,
    engineHost: {
      engine: () => services.engineHost.engine(),
      allTasks: () => tasks,
      onDidChangeTask: changed.event,
      onDidChangeForeignTasks: changedElsewhere.event as never,
    },
    log: { error: (text: string) => void errors.push(text), warn: assert.fail, info: assert.fail },
    extensionUri: Uri.file('/extension') as never,
  });
  context.after(() => panels.dispose());
  const uriOf = (name: string): never => Uri.file(join(folder, name)) as never;
  const hero = uriOf('hero.gen.yaml');
  /** Starts the page of a panel. Returns what it receives. */
  const start = async (panel = open.at(-1)): Promise<HostMessage[]> => {
    assert.ok(panel);
    panel.received.fire({ type: 'ready' });
    await until(() => panel.posted.some(({ type }) => type === 'items'));
    return panel.posted.splice(0) as HostMessage[];
  };
  return { panels, folder, hero, uriOf, reads, errors, tasks, changed, changedElsewhere, start };
}

export const typesOf = (messages: readonly { readonly type: string }[]) => messages.map(({ type }) => type);
