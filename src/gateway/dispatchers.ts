import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';
import type { Disposable } from '../core/support/disposable.ts';
import { createDisposable } from '../core/support/disposable.ts';
import { isPublicAddress } from './publicAddress.ts';

/** Our own connections; nothing global is read or set. */
export interface Dispatchers extends Disposable {
  /** For the hosts that a person has named: those of profiles, wherever they are. */
  readonly named: Dispatcher;
  /** For hosts that an answer has named: connects to public addresses only, whatever the name resolves to. */
  readonly foreign: Dispatcher;
}

export function createDispatchers({ connectTimeoutMs }: { readonly connectTimeoutMs: number }): Dispatchers {
  // HTTP/1.1 tells exactly whether the bytes of a request have left; the submit protocol rests on that.
  const common = { allowH2: false, connections: null } as const;
  const named = new Agent({ ...common, connect: { timeout: connectTimeoutMs } });
  const foreign = new Agent({ ...common, connect: { timeout: connectTimeoutMs, lookup: lookupPublic } });
  const disposal = createDisposable(() => {
    for (const agent of [named, foreign]) agent.destroy().catch(() => undefined);
  });
  return { named, foreign, ...disposal };
}

/** Checked where the connection is made, so that a name can not resolve to another address between check and use. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), '');
    const isPublic = addresses.every(({ address }) => isPublicAddress(address));
    if (!isPublic) return callback(new PrivateAddressError(hostname), '');
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};

/** A result URL, or a redirect of one, leads into a network that the gateway has no business to send us to. */
export class PrivateAddressError extends Error {
  constructor(host: string) {
    super(`${host} is a private address`);
    this.name = 'PrivateAddressError';
  }
}
