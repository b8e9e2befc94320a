import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { createSecureContext, getCACertificates, rootCertificates, type SecureContext } from 'node:tls';
import type { Dispatcher } from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import { createDisposable, type Disposable } from '../../core/support/disposable.ts';
import { chooseProxy, isPrivateName, isPublicAddress } from './hopPolicy.ts';
import { plainNetwork, type ProcessEnvironment, type NetworkSettings } from './network.ts';

/** Sends requests out. Throws if a request must not or cannot be sent. In that case no byte has left. */
export type Route = Pick<Dispatcher, 'dispatch'>;

/** Our own connections. Nothing global is read or set. */
export interface Dispatchers extends Disposable {
  /** For hosts that the user has named: the hosts of profiles, on any network. */
  readonly named: Route;
  /**
   * Same as `named`, for requests that are sent only once: each uses a new connection. An idle connection may have
   * ended without notice, and then it is unknown whether the request arrived.
   */
  readonly fresh: Route;
  /**
   * For hosts that a response has named. Connects to public addresses only, whatever the name resolves to. A proxy
   * resolves names itself, so with a proxy the name is checked.
   */
  readonly foreign: Route;
  /** Closes idle connections, which may be dead after sleep or a change of network. Calls in progress continue. */
  readonly closeIdle: () => void;
}

interface DispatcherOptions {
  readonly connectTimeoutMs: number;
  /** Called before each request, so that a change applies to the next one. */
  readonly network?: (() => NetworkSettings) | undefined;
  readonly environment?: ProcessEnvironment;
}

export function createDispatchers({
  connectTimeoutMs,
  network = () => plainNetwork,
  environment = {},
}: DispatcherOptions): Dispatchers {
  let current: { readonly key: string; readonly agents: ReturnType<typeof createAgents> } | undefined;
  let isDisposed = false;
  // Calls in progress keep the settings with which they began.
  const replaceAgents = (): void => {
    current?.agents.close();
    current = undefined;
  };
  const agentsFor = (settings: NetworkSettings) => {
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
      if (choice.kind === 'direct') return agentsFor(settings).direct(hosts, url.origin).dispatch(options, handler);
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

// HTTP/1.1 shows exactly whether the bytes of a request have left. The submit protocol relies on it.
const common = { allowH2: false, connections: null } as const;

/** The connections for one set of settings, created on first use. */
function createAgents(settings: NetworkSettings, timeout: number) {
  const readTrust = createTrust(settings);
  const agents = new Map<string, Dispatcher>();
  const open = (name: string, create: () => Dispatcher): Dispatcher => {
    const agent = agents.get(name) ?? create();
    agents.set(name, agent);
    return agent;
  };
  const token = settings.proxyAuthorization;
  return {
    direct(hosts: Hosts, origin: string): Dispatcher {
      const plain = hosts === 'foreign' ? { timeout, lookup: lookupPublic } : { timeout };
      const options = (): Pool.Options => ({ ...common, connect: createConnector(plain, readTrust) });
      // An agent makes another pool after each moment without a connection, which is nearly each fresh request. Profiles
      // have few origins.
      if (hosts === 'fresh') return open(`fresh ${origin}`, () => new Pool(origin, options()));
      return open(hosts, () => new Agent(options()));
    },
    proxied: (uri: string, hosts: Hosts): Dispatcher =>
      open(`proxy ${hosts} ${uri}`, () => {
        const tls = { ...readTrust(), timeout, allowH2: false };
        // The tunnel is part of the connection and shares its timeout. How to request one is a method that the
        // package's main file would add.
        const clientFactory = (origin: URL, options: object): Dispatcher =>
          Object.assign(new Pool(origin, { ...options, ...common, headersTimeout: timeout }), { connect });
        const authorization = token === null ? {} : { token };
        return new ProxyAgent({ ...common, uri, ...authorization, requestTls: tls, proxyTls: tls, clientFactory });
      }),
    /** Closes the connections after the calls in progress have ended. */
    close: (): void => agents.forEach((agent) => void agent.close().catch(() => undefined)),
    destroy: (): void => agents.forEach((agent) => void agent.destroy().catch(() => undefined)),
  };
}

/** Certificates are read for the first secure connection, because the sandbox needs none. */
function createConnector(plain: buildConnector.BuildOptions, readTrust: () => Trust): buildConnector.connector {
  const connectPlain = buildConnector({ ...plain, allowH2: false });
  let connectSecure: buildConnector.connector | undefined;
  return (options, callback) => {
    if (options.protocol !== 'https:') return connectPlain(options, callback);
    connectSecure ??= buildConnector({ ...plain, ...readTrust(), allowH2: false });
    return connectSecure(options, callback);
  };
}

/** Checks the address at connect time, so that a name cannot resolve to another address between check and use. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), '');
    const isPublic = addresses.every(({ address }) => isPublicAddress(address));
    if (!isPublic) return callback(new PrivateAddressError(hostname), '');
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};

/** A result URL, or a redirect of one, leads into a network where the gateway must not send us. */
export class PrivateAddressError extends Error {
  constructor(host: string) {
    super(`${host} is a private address`);
    this.name = 'PrivateAddressError';
  }
}

/** The proxy setting is neither HTTP nor SOCKS 5, or not a URL. */
class UnusableProxyError extends Error {
  constructor(proxy: string) {
    super(`The proxy ${proxy} cannot be used`);
    this.name = 'UnusableProxyError';
  }
}

/** What a TLS connection needs to verify the server. */
interface Trust {
  readonly secureContext: SecureContext;
  readonly rejectUnauthorized: boolean;
}

type TrustSettings = Pick<NetworkSettings, 'strictSsl' | 'systemCertificates'>;

/** Reads certificates of the runtime. May throw, because not every system and not every runtime provides them. */
export type ReadCertificates = (from: 'default' | 'system') => readonly string[];

/**
 * The trust is built once, for the first TLS connection, because reading the system's certificates can take a while. If
 * they cannot be read, those of the runtime are used.
 */
export function createTrust(
  { strictSsl, systemCertificates }: TrustSettings,
  readCertificates: ReadCertificates = getCACertificates,
): () => Trust {
  const readOr = (from: 'default' | 'system', otherwise: readonly string[]): readonly string[] => {
    try {
      return readCertificates(from);
    } catch {
      return otherwise;
    }
  };
  const buildContext = (): SecureContext => {
    const ca = [...readOr('default', rootCertificates), ...(systemCertificates ? readOr('system', []) : [])];
    return createSecureContext({ ca: [...new Set(ca)] });
  };
  let trust: Trust | undefined;
  return () => (trust ??= { secureContext: buildContext(), rejectUnauthorized: strictSsl });
}
