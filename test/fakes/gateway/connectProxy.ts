import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import type { Server, Socket } from 'node:net';
import type { TestContext } from 'node:test';

const fixture = (name: string): string => readFileSync(new URL(`../../fixtures/tls/${name}`, import.meta.url), 'utf8');
/** A self-signed certificate for `gateway.example.com`. */
export const testCertificate = fixture('cert.pem');

export interface ConnectProxy {
  readonly url: string;
  /** The requested targets, such as `gateway.example.com:443`, one for each tunnel. */
  readonly tunnels: readonly string[];
  readonly headers: readonly IncomingHttpHeaders[];
  /** What the next tunnels get: a connection, a refusing status, no response, or the end of the connection. */
  response: 'pass' | 403 | 407 | 'stall' | 'drop';
}

/** With a certificate, and HTTP/2 for a client that offers it. Only HTTP/1.1 is answered. */
const secure = { key: fixture('key.pem'), cert: testCertificate, ALPNProtocols: ['h2', 'http/1.1'] };

/** Starts a proxy on loopback whose tunnels all lead to one server. */
export async function startConnectProxy(
  context: TestContext,
  { targetPort, isSecure = false }: { readonly targetPort: number; readonly isSecure?: boolean },
): Promise<ConnectProxy> {
  const tunnels: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const sockets = new Set<Socket>();
  const server = isSecure ? createHttpsServer(secure) : createHttpServer();
  server.on('connection', (socket) => sockets.add(socket.on('error', () => undefined)));
  server.on('connect', (request, socket: Socket) => {
    tunnels.push(request.url ?? '');
    headers.push(request.headers);
    const { response: answer } = proxy;
    if (answer === 'drop') socket.destroy();
    if (typeof answer === 'number') socket.end(`HTTP/1.1 ${answer} No\r\ncontent-length: 0\r\n\r\n`);
    if (answer !== 'pass') return;
    const target = connect(targetPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    sockets.add(target.on('error', () => socket.destroy()));
  });
  const url = await listen(server);
  const proxy: ConnectProxy = {
    url: isSecure ? url.replace('http:', 'https:') : url,
    tunnels,
    headers,
    response: 'pass',
  };
  context.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return proxy;
}

export interface SecureServer {
  readonly port: number;
  /** The calls, such as `POST /x`. */
  readonly lines: readonly string[];
}

/** A server with TLS on loopback that says `hello` to everything. */
export async function startSecureServer(context: TestContext): Promise<SecureServer> {
  const lines: string[] = [];
  const server = createHttpsServer(secure, (request, response) => {
    lines.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => response.end('hello'));
  });
  await listen(server);
  context.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port, lines };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
