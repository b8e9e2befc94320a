import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runCommand } from '../hosts/commandResult.ts';
import { cleanUpOnSignal, createCleanUp } from '../hosts/cleanUp.ts';
import { inspectorExtensionDir, logsDir, rootDir } from '../hosts/paths.ts';
import { startWorkbench } from '../hosts/workbench.ts';
import { waitUntil } from '../support/waitUntil.ts';
import { attachDebugger, type Debugger } from './attachDebugger.ts';
import { createPerson, type Person } from './person.ts';
import { createSampleWorkspace } from './sampleWorkspace.ts';

/** A development build in a separate folder, because `dist/` has the production build of the other tests. */
async function buildExtension(folder: string): Promise<void> {
  const dist = join(folder, 'dist');
  const { code, output } = await runCommand(process.execPath, ['esbuild.mjs', `--outdir=${dist}`], { cwd: rootDir });
  assert.equal(code, 0, output);
  const names = await readdir(rootDir);
  const others = names.filter((name) => /^package\.|^l10n$|^media$|^samples$|^syntaxes$/.test(name));
  await Promise.all(others.map((name) => cp(join(rootDir, name), join(folder, name), { recursive: true })));
}

describe('A development build in the extension host', () => {
  const cleanUp = createCleanUp();
  let person: Person;
  let attached: Debugger;

  before(async () => {
    cleanUp.add(cleanUpOnSignal(cleanUp));
    // The debugger knows scripts by their real paths.
    const dir = await realpath(await mkdtemp(join(tmpdir(), 'genwright-breakpoint-')));
    cleanUp.add(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }));
    const folder = join(dir, 'extension');
    await mkdir(folder);
    await buildExtension(folder);
    const workspace = await createSampleWorkspace(cleanUp);
    const workbench = await startWorkbench(
      {
        name: 'e2e-breakpoint',
        extension: { folder },
        beside: [inspectorExtensionDir],
        env: { GENWRIGHT_INSPECT_PORT: '0' },
      },
      cleanUp,
    );
    person = await createPerson(await workbench.open(workspace), join(logsDir, 'e2e-breakpoint'));
    const urlFile = join(workbench.dataDir, 'data/User/globalStorage/genwright.genwright-test-inspector/url');
    const url = await waitUntil('the inspector', () =>
      readFile(urlFile, 'utf8').then(
        (text) => text || undefined,
        () => undefined,
      ),
    );
    attached = await attachDebugger(url, join(folder, 'dist'));
    cleanUp.add(() => attached.close());
  });

  after(() => cleanUp.run());

  it('stops at a breakpoint in a TypeScript file, with the variables of that line', async () => {
    const source = join(rootDir, 'src/engine/generate/generate.ts');
    const lines = (await readFile(source, 'utf8')).split('\n');
    const line = lines.findIndex((text) => text.includes('if (broken.length > 0)')) + 1;
    await attached.setBreakpoint({ source, line });
    await person.openFile('lighthouse.gen.yaml');
    await person.runCommand('Genwright: Generate');
    const made = person.preview().locator('img.loaded').waitFor();
    const stopped = await Promise.race([attached.paused(), made]);
    assert.ok(stopped, 'the image was made without a stop at the breakpoint');
    const { variables, ...place } = stopped;
    assert.deepEqual(place, { source, line });
    assert.deepEqual([variables['profile'], variables['broken']], ['"sandbox"', 'Array(0)']);
    await attached.resume();
    await made;
  });
});
