// A gateway in a separate process, as quick as possible: tasks are done at their first query, and `GET /bytes/1000`
// responds with 1000 bytes. Prints its port; ends with its parent.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makePng } from '../fakes/media/media.ts';

const block = Buffer.alloc(256 * 1024, 7);
const png = makePng({ width: 1024, height: 1024 });

const server = createServer((request, response) => {
  const { url = '', method } = request;
  request.resume();
  const [, count] = /^\/bytes\/(\d+)$/.exec(url) ?? [];
  if (count !== undefined) return sendBytes(response, Number(count));
  if (url === '/a.png') return void response.writeHead(200, { 'content-type': 'image/png' }).end(png);
  const link = `http://${request.headers.host}/a.png`;
  const view = method === 'POST' ? { id: 't1', status: 'queued' } : { id: 't1', status: 'succeeded', url: link };
  const respond = (): void =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(view));
  request.once('end', respond);
});

function sendBytes(response: ServerResponse, bytes: number): void {
  let left = bytes;
  response.writeHead(200, { 'content-length': left, 'content-type': 'video/mp4' });
  const send = (): void => {
    while (left > 0) {
      const chunk = left < block.length ? block.subarray(0, left) : block;
      left -= chunk.length;
      if (!response.write(chunk)) break;
    }
    if (left === 0) response.end();
    else response.once('drain', send);
  };
  send();
}

server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
process.stdin.resume().on('end', () => process.exit());
