import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { buildIcons } from '../../../build/icons.ts';
import type { RunsRecord } from '../../../src/core/artifact/runsRecord.ts';
import type { Task } from '../../../src/core/task/model/task.ts';
import { buildPreviewHtml } from '../../../src/host/preview/previewHtml.ts';
import { createPreviewSession, type PreviewSession } from '../../../src/host/preview/previewSession.ts';
import { buildPreviewStrings } from '../../../src/host/preview/previewStrings.ts';
import { ensureChromium, launchChromium } from '../../hosts/chromium.ts';
import { englishL10n as l10n } from '../englishL10n.ts';
import { deliver, playWorkbench } from './inPage.ts';
import { describeHolder } from '../../../src/host/describeHolder.ts';
import { describeError } from '../../../src/host/preview/describeError.ts';
import type { HostMessage } from '../../../src/protocol/preview.ts';
import type { PreviewDetails } from '../../../src/protocol/previewItem.ts';
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

/** What the preview of an invented job file shows. Change it, then call `session.runsChanged()`. */
export interface Scene {
  records: readonly RunsRecord[];
  tasks: readonly Task[];
  /** Artifacts by path. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Codecs of the videos, by path, as if they were read from the files. */
  readonly codecs?: ReadonlyMap<string, PreviewDetails['codecs']>;
}

export interface OpenPreview {
  readonly page: Page;
  readonly session: PreviewSession;
  /** What the page and the session complained about. */
  readonly complaints: readonly string[];
  /** Actions that the buttons asked for. */
  readonly acts: readonly string[];
}

export interface PreviewHarness {
  open(options: { scene: Scene; theme: ThemeName; width: number; height: number }): Promise<OpenPreview>;
  close(): Promise<void>;
}

/**
 * The real webview under its real policy in Chromium, with the real session behind it; only the workbench is played:
 * `acquireVsCodeApi`, the theme's variables and the files.
 */
export async function startPreviewHarness(): Promise<PreviewHarness> {
  const dir = await mkdtemp(join(tmpdir(), 'genwright-preview-'));
  await buildBundles(dir);
  const served = new Map<string, Uint8Array>([['/workbench.css', Buffer.from(workbenchStyle)]]);
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname);
    readServed(path)
      .then((bytes) => sendBytes(bytes, request, response))
      .catch(() => response.writeHead(404).end());
  });
  const readServed = async (path: string): Promise<Uint8Array> =>
    served.get(path) ?? (path === '/preview.css' ? readFile(join(root, 'media', path)) : readFile(join(dir, path)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await launchChromium(await ensureChromium((line) => console.error(line)));

  return {
    async open({ scene, theme, width, height }) {
      const context = await browser.newContext({ viewport: { width, height } });
      const page = await context.newPage();
      const complaints: string[] = [];
      const acts: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      for (const [path, bytes] of scene.files) served.set(`/files/${path}`, bytes);
      const session = createPreviewSession({
        jobFile: { uri: 'file:///project/hero.gen.yaml', name: 'hero.gen.yaml' },
        locale: 'en',
        strings: buildPreviewStrings(l10n),
        isTrusted: () => true,
        clock: { now: () => Date.now(), sleep: (ms, signal) => setTimeout(ms, undefined, { signal }) },
        post: (message) => void page.evaluate(deliver, toWire(message)),
        readRuns: async () => scene.records,
        readTasks: async () => scene.tasks,
        readUri: async ({ path, sha256 }) =>
          scene.files.has(path) ? `${origin}/files/${path}?v=${sha256.slice(0, 12)}` : null,
        describe: (error, place) => describeError(error, { ...place, l10n }),
        describeHolder: (facts) => describeHolder(facts, l10n),
        statArtifact: async ({ path }) => statOf(scene.files.get(path)),
        readArtifact: async ({ path }) => scene.files.get(path) ?? new Uint8Array(),
        readCodecs: async ({ path }) => scene.codecs?.get(path) ?? null,
        canOpenOutside: async ({ path }) => !path.startsWith('broken'),
        actOnTask: async (action, journalId) => void acts.push(`${action} ${journalId}`),
        act: async (action, artifact) => void acts.push(`${action} ${artifact?.path ?? '-'}`),
        fail: (error) => complaints.push(String(error)),
      });
      await page.exposeFunction('hostReceive', (message: unknown) => session.receive(message));
      await page.addInitScript(playWorkbench, themes[theme]);
      const html = buildPreviewHtml({
        cspSource: origin,
        nonce: 'harness',
        scriptUri: `${origin}/preview.js`,
        styleUris: [`${origin}/workbench.css`, `${origin}/codicon.css`, `${origin}/preview.css`],
        locale: 'en',
      });
      served.set('/index.html', new TextEncoder().encode(html));
      await page.goto(`${origin}/index.html`);
      return { page, session, complaints, acts };
    },
    async close() {
      await browser.close();
      server.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
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

async function buildBundles(dir: string): Promise<void> {
  const common = { absWorkingDir: root, bundle: true, logLevel: 'warning' } as const;
  const entryPoints = ['src/webview/preview.ts'];
  const outfile = join(dir, 'preview.js');
  const { metafile } = await build({ ...common, entryPoints, outfile, format: 'iife', metafile: true });
  const { css, svg } = await buildIcons(root, Object.keys(metafile.inputs));
  await writeFile(join(dir, 'codicon.css'), css);
  await writeFile(join(dir, 'codicon.svg'), svg);
}

function statOf(bytes: Uint8Array | undefined): { bytes: number } | null {
  return bytes ? { bytes: bytes.length } : null;
}

/** JSON, as in the workbench: Playwright's own way is slow for long lists. Bytes travel as base64. */
function toWire(message: HostMessage): string {
  const bytes = message.type === 'audio' && message.bytes && Buffer.from(message.bytes).toString('base64');
  return JSON.stringify(bytes ? { ...message, bytes } : message);
}
