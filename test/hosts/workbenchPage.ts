import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import type { Server } from './server.ts';

export interface WorkbenchPageOptions {
  readonly server: Pick<Server, 'authority' | 'pageUrl'>;
  readonly folder: string;
  /** File that gets the console of the page. */
  readonly logFile: string;
  /** Absolute paths, for a server with automation. */
  readonly extensionDevelopmentPath?: string;
  readonly extensionTestsPath?: string;
  /** Called with what an automated run prints, and with its end. */
  readonly onLog?: (text: string) => void;
  readonly onExit?: (code: number) => void;
}

/** Longer than anything takes that a test waits for at a page, even on a busy machine. */
const patienceMs = 240_000;

/** Half of the key with which VS Code encrypts secrets. The server of the desktop would create and keep one. */
const secretStorageKey = Buffer.alloc(32, 7);

/** Opens a folder in the workbench. Resolves when the page is loaded, which is before the workbench is. */
export async function openWorkbenchPage(context: BrowserContext, options: WorkbenchPageOptions): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  logConsole(page, options.logFile);
  await page.route('**/mint-key', (route) =>
    route.fulfill({ contentType: 'application/octet-stream', body: secretStorageKey }),
  );
  await page.exposeFunction('codeAutomationLog', (_type: string, args: readonly unknown[]) =>
    options.onLog?.(args.map(String).join(' ')),
  );
  await page.exposeFunction('codeAutomationExit', (code: number) => options.onExit?.(code));
  await page.addInitScript(skipDrawing);
  await page.goto(pageUrl(options));
  return page;
}

/**
 * Runs in each frame. The processor draws the pages, so all content is transparent: it is laid out as usual, but not
 * drawn. Pictures make it opaque again. An animation still starts and ends, at once.
 */
function skipDrawing(): void {
  const styles = new CSSStyleSheet();
  styles.replaceSync(
    'html { opacity: 0; }' +
      '*, ::before, ::after { animation-duration: 0s !important; animation-iteration-count: 1 !important; }',
  );
  document.adoptedStyleSheets.push(styles);
}

function pageUrl({ server, folder, extensionDevelopmentPath, extensionTestsPath }: WorkbenchPageOptions): string {
  const remote = (path: string): string => `vscode-remote://${server.authority}${path}`;
  const payload = [
    ...(extensionDevelopmentPath ? [['extensionDevelopmentPath', remote(extensionDevelopmentPath)]] : []),
    ...(extensionTestsPath ? [['extensionTestsPath', remote(extensionTestsPath)]] : []),
  ];
  if (payload.length === 0) return server.pageUrl({ folder });
  return server.pageUrl({ folder, payload: JSON.stringify([['skipWelcome', 'true'], ...payload]) });
}

function logConsole(page: Page, logFile: string): void {
  mkdirSync(dirname(logFile), { recursive: true });
  const write = (kind: string, text: string): void => appendFileSync(logFile, `[${kind}] ${text}\n`);
  page.on('console', (message) => write(message.type(), message.text()));
  page.on('pageerror', (error) => write('pageerror', error.stack ?? error.message));
  page.on('requestfailed', (request) => write('requestfailed', request.url()));
}
