import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import { createDisposable, type Disposable } from '../core/support/disposable.ts';
import { chooseProxy } from './chooseProxy.ts';
import { plainNetwork, type Environment, type NetworkSettings } from './network.ts';
import { isPrivateName, isPublicAddress } from './publicAddress.ts';
import { createTrust, type Trust } from './trust.ts';

/** Where requests go out. Throws where a request must not or can not be sent: then nothing has left. */
export type Route = Pick<Dispatcher, 'dispatch'>;

/** Our own connections; nothing global is read or set. */
export interface Dispatchers extends Disposable {
  /** For the hosts that a person has named: those of profiles, wherever they are. */
  readonly named: Route;
  /**
   * The same for requests that are sent only once: each on a new connection. One that was idle may have ended without a
   * word, and then nothing tells whether the request arrived.
   */
  readonly fresh: Route;
  /**
   * For hosts that an answer has named: connects to public addresses only, whatever the name resolves to. A proxy
   * resolves names by itself, so there the name is judged.
   */
  readonly foreign: Route;
  /** Closes idle connections, which may be dead after a sleep or a change of network. Calls under way continue. */
  readonly closeIdle: () => void;
}

export interface DispatcherOptions {
  readonly connectTimeoutMs: number;
  /** Asked before each request: what has changed holds for the next one. */
  readonly network?: (() => NetworkSettings) | undefined;
  readonly environment?: Environment;
}

export function createDispatchers({
  connectTimeoutMs,
  network = () => plainNetwork,
  environment = {},
}: DispatcherOptions): Dispatchers {
  let current: { readonly key: string; readonly agents: Agents } | undefined;
  let isDisposed = false;
  // What is under way ends as it began.
  const replaceAgents = (): void => {
    current?.agents.close();
    current = undefined;
  };
  const agentsFor = (settings: NetworkSettings): Agents => {
    if (isDisposed) throw new Error('Disposed');
    const key = JSON.stringify(settings);
    if (current?.key === key) return current.agents;
    replaceAgents();
    current = { key, agents: createAgents(settings, connectTimeoutMs) };
    return current.agents;
  };
  const createRoute = (hosts: Hosts): Route => ({
    dispatch(plainOptions, handler) {
      const options = hosts === 'fresh' ? { ...plainOptions, reset: true } : plainOptions;
      const settings = network();
      const url = new URL(String(options.origin));
      const choice = chooseProxy(url, settings, environment);
      if (choice.kind === 'unusable') throw new UnusableProxyError(choice.proxy);
      if (choice.kind === 'direct') return agentsFor(settings).direct(hosts).dispatch(options, handler);
      if (hosts === 'foreign' && isPrivateName(url.hostname)) throw new PrivateAddressError(url.hostname);
      return agentsFor(settings).proxied(choice.url, hosts).dispatch(options, handler);
    },
  });
  const disposal = createDisposable(() => {
    isDisposed = true;
    current?.agents.destroy();
  });
  return {
    named: createRoute('named'),
    fresh: createRoute('fresh'),
    foreign: createRoute('foreign'),
    closeIdle: replaceAgents,
    ...disposal,
  };
}

type Hosts = 'named' | 'fresh' | 'foreign';

/** The connections of one set of settings, made when they are first used. */
interface Agents {
  direct(hosts: Hosts): Dispatcher;
  proxied(proxy: string, hosts: Hosts): Dispatcher;
  /** Ends when what is under way has ended. */
  close(): void;
  destroy(): void;
}

// HTTP/1.1 tells exactly whether the bytes of a request have left; the submit protocol rests on that.
const common = { allowH2: false, connections: null } as const;

function createAgents(settings: NetworkSettings, timeout: number): Agents {
  const readTrust = createTrust(settings);
  const agents = new Map<string, Dispatcher>();
  const open = (name: string, create: () => Dispatcher): Dispatcher => {
    const agent = agents.get(name) ?? create();
    agents.set(name, agent);
    return agent;
  };
  const token = settings.proxyAuthorization;
  return {
    direct: (hosts) =>
      open(hosts, () => {
        const plain = hosts === 'foreign' ? { timeout, lookup: lookupPublic } : { timeout };
        return new Agent({ ...common, connect: createConnector(plain, readTrust) });
      }),
    proxied: (uri, hosts) =>
      open(`proxy ${hosts} ${uri}`, () => {
        const tls = { ...readTrust(), timeout };
        // The tunnel is part of the connection, so it has no more time than that. How to ask for one is a method that the
        // package's main file would add.
        const clientFactory = (origin: URL, options: object): Dispatcher =>
          Object.assign(new Pool(origin, { ...options, ...common, headersTimeout: timeout }), { connect });
        const authorization = token === null ? {} : { token };
        return new ProxyAgent({ ...common, uri, ...authorization, requestTls: tls, proxyTls: tls, clientFactory });
      }),
    close: () => agents.forEach((agent) => void agent.close().catch(() => undefined)),
    destroy: () => agents.forEach((agent) => void agent.destroy().catch(() => undefined)),
  };
}

/** Certificates are read when the first secure connection is made: the sandbox needs none. */
function createConnector(plain: buildConnector.BuildOptions, readTrust: () => Trust): buildConnector.connector {
  const connectPlain = buildConnector({ ...plain, allowH2: false });
  let connectSecure: buildConnector.connector | undefined;
  return (options, callback) => {
    if (options.protocol !== 'https:') return connectPlain(options, callback);
    connectSecure ??= buildConnector({ ...plain, ...readTrust(), allowH2: false });
    return connectSecure(options, callback);
  };
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

/** Neither HTTP nor SOCKS 5, or no URL at all. */
export class UnusableProxyError extends Error {
  constructor(proxy: string) {
    super(`The proxy ${proxy} can not be used`);
    this.name = 'UnusableProxyError';
  }
}
