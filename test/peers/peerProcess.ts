// Runs the server that the first argument names, on a free port of loopback, and sends the port to the parent. Ends
// with the parent.
import { Server, type AddressInfo } from 'node:net';
import { secretKey } from '../fakes/tasks/engineBench.ts';
import type { PeerName } from './startPeer.ts';

const start: Readonly<Record<PeerName, () => Promise<unknown>>> = {
  aimock: async () => (await import('@copilotkit/aimock')).createServer([], { auth: { apiKeys: [secretKey] } }),
  portkey() {
    process.argv.push('--headless');
    // It starts when it is loaded, and has no types.
    const program: string = '@portkey-ai/gateway/build/start-server.js';
    return import(program);
  },
};

// One of them listens at all addresses of the machine, and does not say which port was free.
const listen = Object.getOwnPropertyDescriptor(Server.prototype, 'listen')?.value as Server['listen'];
Server.prototype.listen = function listenOnLoopback(this: Server, ...given: readonly unknown[]): Server {
  const ready = given.find((each) => typeof each === 'function');
  return listen.call(this, { port: 0, host: '127.0.0.1' }, () => {
    ready?.();
    process.send?.((this.address() as AddressInfo).port);
  });
};

// The proxy adds headers to the responses of others, which those of the present Node do not allow.
const { fetch: call, Response: Answer } = globalThis;
globalThis.fetch = async (...given) => {
  const response = await call(...given);
  return new Answer(response.body, response);
};

process.once('disconnect', () => process.exit());
const [name] = process.argv.splice(2) as [PeerName];
await start[name]();
