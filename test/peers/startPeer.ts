import { fork } from 'node:child_process';
import { join } from 'node:path';

/** `aimock` returns what it is told, in the formats of several vendors. `portkey` is a proxy. */
export type PeerName = 'aimock' | 'portkey';

/** A published server in a process of its own. */
export interface Peer {
  readonly url: string;
  close(): Promise<void>;
}

/** Rejects with the output of the server if it ends at once. */
export async function startPeer(name: PeerName): Promise<Peer> {
  const child = fork(join(import.meta.dirname, 'peerProcess.ts'), [name], { silent: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => void (output += text));
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await Promise.race([
    new Promise((resolve) => child.once('message', resolve)),
    ended.then(() => Promise.reject(new Error(`${name} has ended:\n${output}`))),
  ]);
  return {
    url: `http://127.0.0.1:${String(port)}`,
    async close() {
      child.kill();
      await ended;
    },
  };
}
