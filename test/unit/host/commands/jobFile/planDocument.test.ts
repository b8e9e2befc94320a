import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrangeCommands } from '../../fakes/arrangeCommands.ts';
import { planJobFile } from '../../fakes/builders.ts';
import { FakeDocument } from '../../fakes/fakeDocument.ts';
import { Uri, workspace } from '../../fakes/fakeVscode.ts';

const { planDocument } = await import('../../../../../src/host/commands/jobFile/planDocument.ts');

test('the problems of a plan are shown if the editor shows the text that was planned', async (context) => {
  const planned: unknown[] = [];
  const problems: unknown[] = [];
  const { services } = arrangeCommands({
    engine: {
      async plan(options) {
        planned.push([options.jobFile, options.boundary]);
        return planJobFile(options);
      },
    },
    services: {
      diagnostics: {
        showPlanned: async ({ uri }, found) => void problems.push([String(uri), found.length]),
        dispose: () => undefined,
      },
    },
  });
  workspace.workspaceFolders = [];
  context.after(() => void (workspace.workspaceFolders = [{ uri: Uri.file('/w') }]));
  for (const uri of ['file:///w/hero.gen.yaml', 'untitled:hero.gen.yaml']) {
    const document = new FakeDocument(Uri.parse(uri), 'model: nonsense\n') as never;
    await planDocument(document, 'model: nonsense\n', services);
    await planDocument(document, 'model: seedream-5-0-260128\nprompt: x\n', services);
  }
  assert.deepEqual(planned, [
    ['/w/hero.gen.yaml', '/w'],
    ['/w/hero.gen.yaml', '/w'],
    ['hero.gen.yaml', '.'],
    ['hero.gen.yaml', '.'],
  ]);
  assert.deepEqual(problems, [
    ['file:///w/hero.gen.yaml', 1],
    ['untitled:hero.gen.yaml', 1],
  ]);
});
