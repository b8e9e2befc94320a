import { BlockList, isIP } from 'node:net';
import type { Environment, NetworkSettings } from './network.ts';
import { isLoopbackHost, stripBrackets } from './publicAddress.ts';

export type ProxyChoice =
  | { readonly kind: 'direct' }
  | { readonly kind: 'proxy'; readonly url: string }
  /** The setting is not a proxy that can be used. A direct call would defeat its purpose. */
  | { readonly kind: 'unusable'; readonly proxy: string };

type ProxySettings = Pick<NetworkSettings, 'proxySupport' | 'proxy' | 'noProxy'>;

const direct: ProxyChoice = { kind: 'direct' };
const usableProtocols = ['http:', 'https:', 'socks5:', 'socks:'];

/** Returns the proxy for a URL. Settings win over the environment. This machine is always called directly. */
export function chooseProxy(url: URL, settings: ProxySettings, environment: Environment): ProxyChoice {
  if (settings.proxySupport === 'off' || isLoopbackHost(url.hostname)) return direct;
  const proxy = settings.proxy?.trim() || readProxy(url, environment);
  if (!proxy) return direct;
  const entries = settings.noProxy.length > 0 ? settings.noProxy : splitEntries(readEither(environment, 'no_proxy'));
  if (entries.some((entry) => isExempt(url, entry))) return direct;
  const proxyUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
  const isUsable = URL.canParse(proxyUrl) && usableProtocols.includes(new URL(proxyUrl).protocol);
  return isUsable ? { kind: 'proxy', url: proxyUrl } : { kind: 'unusable', proxy: proxyUrl };
}

function readProxy({ protocol }: URL, environment: Environment): string {
  const own = protocol === 'https:' ? readEither(environment, 'https_proxy') : '';
  return own || readEither(environment, 'http_proxy');
}

/** The lowercase name wins, as in other programs. */
function readEither(environment: Environment, name: string): string {
  return environment[name]?.trim() || environment[name.toUpperCase()]?.trim() || '';
}

function splitEntries(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((entry) => entry !== '');
}

const defaultPorts: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' };

/** Accepts `example.com` and `.example.com` with all subdomains, `*.example.com`, `host:port`, `10.0.0.0/8` and `*`. */
function isExempt(url: URL, entry: string): boolean {
  const text = entry.trim().toLowerCase();
  if (text === '*') return true;
  // An IPv6 address may be written without brackets.
  const [, name = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(text) ?? [text, text];
  const host = stripBrackets(url.hostname).toLowerCase().replace(/\.$/, '');
  if (port !== undefined && port !== (url.port || defaultPorts[url.protocol])) return false;
  if (name.includes('/')) return isInSubnet(host, name);
  const domain = stripBrackets(name).replace(/^\*?\./, '');
  if (domain === '') return false;
  const isBelow = host.endsWith(`.${domain}`) && isIP(host) === 0;
  return isBelow || (host === domain && !name.startsWith('*.'));
}

function isInSubnet(host: string, subnet: string): boolean {
  const [network = '', prefix = ''] = subnet.split('/');
  const version = isIP(network);
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Infinity;
  if (version === 0 || isIP(host) !== version || bits > (version === 4 ? 32 : 128)) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(network, bits, family);
  return list.check(host, family);
}
