import type { Page } from 'playwright-core';

/** Records of what would have left the workbench. */
export interface Exits {
  readonly list: () => readonly string[];
}

/** Hosts that VS Code itself uses: frames of webviews, and the extension gallery. */
const ownHosts = /\.vscode-cdn\.net$|^open-vsx\.org$/;

/** Records new windows, navigations, and requests to other hosts from now on. */
export async function recordExits(page: Page): Promise<Exits> {
  const found: string[] = [];
  const { host } = new URL(page.url());
  const isOwn = (address: string): boolean => {
    const url = new URL(address);
    return !url.protocol.startsWith('http') || url.host === host || ownHosts.test(url.hostname);
  };
  await page.exposeFunction('noteExit', (address: string) => found.push(`window.open ${address}`));
  await page.evaluate(() => {
    const { noteExit } = globalThis as unknown as { noteExit: (address: string) => void };
    globalThis.open = (url) => {
      noteExit(String(url));
      return null;
    };
  });
  const context = page.context();
  context.on('page', (other) => found.push(`page ${other.url()}`));
  context.on('request', (request) => {
    if (!isOwn(request.url())) found.push(`request ${request.url()}`);
  });
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) found.push(`navigation ${frame.url()}`);
  });
  return { list: () => found };
}
