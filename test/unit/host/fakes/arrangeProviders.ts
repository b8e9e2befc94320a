import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { Emitter } from '../../../../src/core/support/emitter.ts';
import { makeTempFolder } from '../../../fakes/disk/tempFolder.ts';
import { arrangeCommands, openEditor } from './arrangeCommands.ts';
import { buildRecord } from './builders.ts';
import { type CodeActionKind, providers, type Range, Uri, workspace } from './fakeVscode.ts';

const { registerProviders } = await import('../../../../src/host/language/providers/registerProviders.ts');

export const token = { isCancellationRequested: false };

/** Opens a job file with its providers. The cursor is at the `|`. */
export async function arrangeProviders(
  context: TestContext,
  marked: string,
  { name = 'hero.gen.yaml', isReal = false } = {},
) {
  const folder = isReal ? await makeTempFolder(context) : '/w';
  const { services } = arrangeCommands({ engine: { readRuns: async () => [buildRecord()] } });
  workspace.workspaceFolders = [{ uri: Uri.file(folder) }];
  context.after(() => void (workspace.workspaceFolders = [{ uri: Uri.file('/w') }]));
  const { document, selection } = await openEditor(join(folder, name), marked);
  const { jobFiles, language, engineHost, log } = services;
  const registered = registerProviders({
    jobFiles,
    language,
    world: await language.world(),
    engineHost,
    account: { current: () => null, onDidChange: new Emitter<void>().event, dispose: () => undefined },
    icons: Uri.file('/icons') as never,
    log,
  });
  context.after(() => {
    registered.dispose();
    language.dispose();
  });
  /** Calls a provider with the document and the position of the cursor, the usual arguments. */
  const ask = async (kind: string, method: string, ...args: readonly unknown[]): Promise<never> =>
    (await providers.get(kind)?.[method]?.(document, ...args)) as never;
  const textOf = (range: Range): string => document.getText(range);
  return { folder, document, services, position: selection.active, range: selection, ask, textOf };
}

/** The parts of the results of providers that tests look at. */
export interface Shown {
  readonly label: string | { readonly label: string };
  readonly title: string;
  readonly kind: CodeActionKind;
  readonly range: Range;
  readonly documentation?: { readonly given: readonly string[] };
  readonly given: readonly unknown[];
  readonly diagnostics: readonly unknown[];
  readonly command?: { readonly command: string; readonly arguments: readonly unknown[] };
  readonly edit?: { readonly texts: readonly string[] };
}
