import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { WebSocket } from 'undici';
import { createCleanUp } from '../hosts/cleanUp.ts';
import { logsDir } from '../hosts/paths.ts';
import { startServer, type Server } from '../hosts/server.ts';
import { installServer } from '../hosts/serverInstall.ts';

const logFile = join(logsDir, 'e2e-token/server.log');

describe('The server of the tests', () => {
  const cleanUp = createCleanUp();
  let server: Server;
  let token: string;
  let dir: string;

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'genwright-workbench-'));
    cleanUp.add(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }));
    // The temporary files of this server are apart from those of other servers.
    process.env['TMPDIR'] = dir;
    server = await startServer({
      entry: await installServer((line) => console.error(line)),
      dataDir: join(dir, 'data'),
      extensionsDir: join(dir, 'extensions'),
      logFile,
      settings: {},
      workspaceTrust: 'asked',
      automation: 'off',
      lifetime: 'while-used',
    });
    cleanUp.add(() => server.stop());
    token = new URL(server.pageUrl({})).searchParams.get('tkn') ?? '';
  });

  after(() => cleanUp.run());

  it('shows pages and files to callers with its token only', async () => {
    const cookie = `vscode-tkn=${token}`;
    const wrong = token.replaceAll(/\w/g, '0');
    const origin = 'https://other.example';
    const asks: readonly (readonly [path: string, headers: Record<string, string>])[] = [
      ['/', {}],
      [`/?tkn=${wrong}`, {}],
      ['/', { cookie: `vscode-tkn=${wrong}` }],
      ['/', { origin }],
      [`/vscode-remote-resource?path=${encodeURIComponent(import.meta.filename)}`, {}],
      [`/?tkn=${token}`, {}],
      ['/', { cookie }],
      [`/vscode-remote-resource?path=${encodeURIComponent(import.meta.filename)}`, { cookie }],
    ];
    const statuses = [];
    for (const [path, headers] of asks) {
      const { status } = await fetch(`http://${server.authority}${path}`, { headers, redirect: 'manual' });
      statuses.push(status);
    }
    assert.deepEqual(statuses, [403, 403, 403, 403, 403, 302, 200, 200]);
  });

  it('accepts sockets only with its token, whatever page opens them', async () => {
    const answers = [];
    for (const origin of [`http://${server.authority}`, 'https://other.example']) {
      for (const shown of ['', '00000000000000000000', token]) answers.push(await greet(server, { origin, shown }));
    }
    assert.deepEqual(answers, ['refused', 'refused', 'accepted', 'refused', 'refused', 'accepted']);
  });

  it('keeps its token where only this user can read it, and only while it runs', async () => {
    const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);
    const listTokens = (): string[] => globSync('genwright-token-*/*', { cwd: dir });
    const [file = '', ...more] = listTokens();
    assert.deepEqual(
      [token.length, more, await modeOf(join(dir, file)), await modeOf(logFile)],
      [64, [], '600', '600'],
    );

    await server.stop();
    assert.deepEqual(listTokens(), []);
  });
});

interface Greeting {
  readonly origin: string;
  readonly shown: string;
}

/**
 * Opens a socket like a workbench page and shows a token. A refused socket is sometimes closed before its error is
 * read.
 */
function greet({ authority }: Server, { origin, shown }: Greeting): Promise<'accepted' | 'refused'> {
  const query = `reconnectionToken=${crypto.randomUUID()}&reconnection=false&skipWebSocketFrames=false`;
  const socket = new WebSocket(`ws://${authority}/?${query}`, { headers: { origin } });
  socket.binaryType = 'arraybuffer';
  return new Promise((resolve) => {
    socket.addEventListener('open', () => socket.send(frame(JSON.stringify({ type: 'auth', auth: shown, data: 'x' }))));
    socket.addEventListener('message', ({ data }) => {
      const kind = /"type":"(\w+)"/.exec(Buffer.from(data as ArrayBuffer).toString())?.[1];
      if (kind === undefined) return;
      resolve(kind === 'sign' ? 'accepted' : 'refused');
      socket.close();
    });
    socket.addEventListener('error', () => resolve('refused'));
    socket.addEventListener('close', () => resolve('refused'));
  });
}

const headerBytes = 13;
const controlMessage = 2;

/** A message of VS Code's remote protocol: kind, id, acknowledged id, length, content. */
function frame(text: string): Uint8Array<ArrayBuffer> {
  const message = Buffer.alloc(headerBytes + Buffer.byteLength(text));
  message.writeUInt8(controlMessage, 0);
  message.writeUInt32BE(Buffer.byteLength(text), 9);
  message.write(text, headerBytes);
  return new Uint8Array(message);
}
