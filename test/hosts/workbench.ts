import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { ensureChromium, launchChromium } from './chromium.ts';
import type { CleanUp } from './cleanUp.ts';
import { logsDir, packageDir, rootDir } from './paths.ts';
import { linkExtension, startServer } from './server.ts';
import { installServer } from './serverInstall.ts';
import { quietSettings, type Theme } from './settings.ts';
import { openWorkbenchPage } from './workbenchPage.ts';

export interface WorkbenchOptions {
  /** Name of the folder of its logs. */
  readonly name: string;
  /** The files of the package, the checkout with its `dist/`, or another folder that contains an extension. */
  readonly extension: 'packaged' | 'development' | { readonly folder: string };
  /** Folders of more extensions, used as they are. */
  readonly beside?: readonly string[];
  readonly theme?: Theme;
  /** Language of extensions, such as `zh-cn`. VS Code itself stays English, because its language packs are not here. */
  readonly language?: string;
  /** More machine settings, such as `genwright.profiles`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly workspaceTrust?: 'granted' | 'asked';
  /** More variables of the environment of VS Code. */
  readonly env?: NodeJS.ProcessEnv;
  /** Size, density and user agent of the windows. */
  readonly window?: BrowserContextOptions;
}

/** A separate VS Code with a fresh profile. */
export interface Workbench {
  /** Opens a folder in a window. Windows of one workbench share settings, keys and extension storage. */
  open(folder: string): Promise<Page>;
  /** Folder of the settings, storage and logs of this VS Code. The clean-up removes it. */
  readonly dataDir: string;
  readonly logDir: string;
}

const foldersOfExtension = { packaged: packageDir, development: rootDir } as const;

const report = (line: string): void => console.error(line);

export async function startWorkbench(options: WorkbenchOptions, cleanUp: CleanUp): Promise<Workbench> {
  const entry = await installServer(report);
  const executable = await ensureChromium(report);
  const dir = await mkdtemp(join(tmpdir(), 'genwright-workbench-'));
  const dataDir = join(dir, 'data');
  const extensionsDir = join(dir, 'extensions');
  const logDir = join(logsDir, options.name);
  await rm(logDir, { recursive: true, force: true });
  await mkdir(logDir, { recursive: true });
  cleanUp.add(async () => {
    await cp(join(dataDir, 'data/logs'), join(logDir, 'vscode'), { recursive: true, force: true }).catch(
      () => undefined,
    );
    await rm(dir, { recursive: true, force: true, maxRetries: 3 });
  });
  const { extension, beside = [] } = options;
  const folder = typeof extension === 'string' ? foldersOfExtension[extension] : extension.folder;
  for (const each of [folder, ...beside]) await linkExtension(each, extensionsDir);
  const server = await startServer({
    entry,
    dataDir,
    extensionsDir,
    logFile: join(logDir, 'server.log'),
    settings: { ...quietSettings(options.theme ?? 'dark'), ...options.settings },
    workspaceTrust: options.workspaceTrust ?? 'granted',
    automation: 'off',
    lifetime: 'while-used',
    ...(options.env ? { env: options.env } : {}),
  });
  cleanUp.add(() => server.stop());
  const browser = await launchChromium(executable);
  cleanUp.add(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options.window });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  if (options.language !== undefined) {
    // The script of a language pack sets this variable in the page.
    await context.addInitScript(`globalThis._VSCODE_NLS_LANGUAGE = ${JSON.stringify(options.language)};`);
  }
  const logFile = join(logDir, 'page.log');
  return {
    dataDir,
    logDir,
    open: (folder) => openWorkbenchPage(context, { server, folder, logFile }),
  };
}
