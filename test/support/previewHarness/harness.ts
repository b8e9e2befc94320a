import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { buildPreviewHtml } from '../../../src/host/preview/previewHtml.ts';
import { ensureChromium, launchChromium } from '../../hosts/chromium.ts';
import { deliver, playWorkbench, type PlayedWorkbench } from './inPage.ts';
import { themes, workbenchStyle, type ThemeName } from './themes.ts';

const root = join(import.meta.dirname, '../../..');
const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
};

/** Stylesheets in `media`. */
const stylesheets = ['/preview.css', '/sheet.css', '/compare.css'];

export interface PageOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  /** Whether VS Code reduces motion. */
  readonly reducesMotion?: boolean;
  /** The state that the page has saved before a reload. */
  readonly savedState?: unknown;
  /** Artifacts by path. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
  /** Called with what the page sends. */
  readonly receive: (data: unknown) => void;
}

/** The page of the preview. Only the workbench is simulated. */
export interface PreviewPage {
  readonly page: Page;
  /** Errors, warnings and breaches of the policy that the page has reported. */
  readonly complaints: string[];
  /** Sends a message to the page, or any other data. */
  send(data: unknown): Promise<void>;
  close(): Promise<void>;
}

export interface PreviewHarness {
  open(options: PageOptions): Promise<PreviewPage>;
  /** The URL from which a page loads an artifact. */
  uriOf(path: string): string;
  close(): Promise<void>;
}

/**
 * Starts the built webview of `dist` under its real policy in Chromium. The workbench is simulated: `acquireVsCodeApi`,
 * the variables of the theme, and the files.
 */
export async function startPreviewHarness(): Promise<PreviewHarness> {
  const served = new Map<string, Uint8Array>([['/workbench.css', Buffer.from(workbenchStyle)]]);
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname);
    readServed(path)
      .then((bytes) => sendBytes(bytes, request, response))
      .catch(() => response.writeHead(404).end());
  });
  const readServed = async (path: string): Promise<Uint8Array> =>
    served.get(path) ?? readFile(join(root, stylesheets.includes(path) ? 'media' : 'dist', path));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const html = buildPreviewHtml({
    cspSource: origin,
    nonce: 'harness',
    scriptUri: `${origin}/preview.js`,
    styleUris: [`${origin}/workbench.css`, `${origin}/codicon.css`, ...stylesheets.map((path) => `${origin}${path}`)],
    locale: 'en',
  });
  served.set('/index.html', new TextEncoder().encode(html));
  served.set('/favicon.ico', new Uint8Array());
  const browser = await launchChromium(await ensureChromium((line) => console.error(line)));

  const idle: Tab[] = [];
  let opened = 0;

  return {
    uriOf: (path) => `${origin}/files/${path}`,
    async open({ theme = 'dark', width = 900, height = 640, reducesMotion = false, savedState, files, receive }) {
      for (const [path, bytes] of files ?? []) served.set(`/files/${path}`, bytes);
      const tab = idle.pop() ?? (await openTab(browser));
      const { page } = tab;
      const complaints: string[] = [];
      Object.assign(tab, { complaints, receive });
      await page.setViewportSize({ width, height });
      opened += 1;
      const bodyClass = `${themes[theme].bodyClass}${reducesMotion ? ' vscode-reduce-motion' : ''}`;
      const played: PlayedWorkbench = { ...themes[theme], bodyClass, visit: opened, savedState };
      await page.goto(`${origin}/index.html?${opened}#${encodeURIComponent(JSON.stringify(played))}`);
      return {
        page,
        complaints,
        send: (data) => page.evaluate(deliver, toWire(data)),
        async close() {
          await page.goto('about:blank');
          idle.push(tab);
        },
      };
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A page of the browser. It is reused, because a new one takes several times as long as loading the preview. */
interface Tab {
  readonly page: Page;
  complaints: string[];
  receive: (data: unknown) => void;
}

async function openTab(browser: Browser): Promise<Tab> {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const tab: Tab = { page, complaints: [], receive: () => undefined };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') tab.complaints.push(message.text());
  });
  page.on('pageerror', (error) => tab.complaints.push(String(error)));
  await page.exposeFunction('hostReceive', (wire: string) => tab.receive(fromWire(wire)));
  await page.addInitScript(playWorkbench);
  return tab;
}

/** A video can be sought only if ranges are supported. */
function sendBytes(bytes: Uint8Array, { url = '', headers }: IncomingMessage, response: ServerResponse): void {
  const [, start = '0', end = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const part = bytes.subarray(Number(start), end === '' ? bytes.length : Number(end) + 1);
  response.writeHead(headers.range === undefined ? 200 : 206, {
    'Content-Type': mediaTypes[extname(new URL(url, 'http://host').pathname)] ?? 'text/plain',
    'Content-Range': `bytes ${start}-${Number(start) + part.length - 1}/${bytes.length}`,
    'Accept-Ranges': 'bytes',
  });
  response.end(part);
}

/** Reads a message of the page, in which bytes are base64. */
function fromWire(wire: string): unknown {
  return JSON.parse(wire, (_key, value: unknown) => {
    const base64 = value instanceof Object && 'base64' in value ? value.base64 : null;
    return typeof base64 === 'string' ? new Uint8Array(Buffer.from(base64, 'base64')) : value;
  });
}

/** Converts data to JSON, as the workbench does. Playwright's own way is slow for long lists. Bytes are in base64. */
function toWire(data: unknown): string {
  return JSON.stringify({ data }, (_key, value: unknown) =>
    value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value,
  );
}
