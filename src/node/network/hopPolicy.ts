// What the host of a URL decides: whether it is public, whether a result may come from it, and which proxy leads to it.

import { BlockList, isIP, isIPv6 } from 'node:net';
import type { ProcessEnvironment, NetworkSettings } from './network.ts';

/** Ranges of the IANA special-purpose registries that no public result is served from. */
const privateRanges: readonly (readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

const blocked = new BlockList();
for (const range of privateRanges) blocked.addSubnet(...range);

/** Whether an IP address is public. An IPv4 address inside an IPv6 address is checked as IPv4. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  // A BlockList matches IPv4 rules against IPv4-mapped IPv6 addresses too.
  return !blocked.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

function isLoopbackHost(hostname: string): boolean {
  const name = stripBrackets(hostname).toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127\.\d+\.\d+\.\d+$/.test(name);
}

/** Domains that only the name servers inside a network know. A cluster's own names end in `svc` or `cluster.local`. */
const privateDomain =
  /(?:^|\.)(?:local|localhost|localdomain|internal|intranet|intra|private|corp|home|lan|svc|consul|test|home\.arpa|fritz\.box)$/;

/**
 * Whether a name has a meaning only inside a network: it has no dot, its domain is reserved for private use, it is the
 * metadata service of a cloud, or it contains a private address, as in `127.0.0.1.nip.io`. A public name whose owner
 * points it to a private address cannot be recognized.
 */
export function isPrivateName(hostname: string): boolean {
  const name = stripBrackets(hostname).toLowerCase().replace(/\.$/, '');
  if (isIP(name) !== 0) return !isPublicAddress(name);
  if (!name.includes('.') || privateDomain.test(name) || name.startsWith('metadata.')) return true;
  return listWrittenAddresses(name).some((address) => isIP(address) !== 0 && !isPublicAddress(address));
}

/**
 * Lists strings in a name that may be addresses: IPv4 with dots or hyphens, labels that are IPv6 with hyphens for
 * colons, and IPv4 of 8 hex digits. Hex digits are read for nip.io alone, because the public name of a CDN may be a
 * hash.
 */
function listWrittenAddresses(name: string): readonly string[] {
  // The lookahead consumes nothing, so that addresses may overlap.
  const quads = name.matchAll(/(?<=^|[.-])(?=(\d{1,3})([.-])(\d{1,3})\2(\d{1,3})\2(\d{1,3})(?:[.-]|$))/g);
  const ipv4 = [...quads].map(([, first, , ...rest]) => [first, ...rest].join('.'));
  const hex = name.matchAll(/(?<=^|[.-])([\da-f]{2})([\da-f]{2})([\da-f]{2})([\da-f]{2})(?=\.nip\.io$)/g);
  const ipv4OfHex = [...hex].map(([, ...bytes]) => bytes.map((byte) => Number.parseInt(byte, 16)).join('.'));
  return [...ipv4, ...ipv4OfHex, ...name.split('.').map((label) => label.replaceAll('-', ':'))];
}

/** Removes the brackets that `URL.hostname` writes around IPv6 addresses. */
function stripBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

export interface HopPolicy {
  /** Base URL of the profile that the result belongs to. Its host may be private. Null without a profile. */
  readonly baseUrl: string | null;
}

type HopDecision =
  | {
      readonly ok: true;
      readonly url: URL;
      /** The user has named this host, so its address is not checked at connect time. */
      readonly isNamedHost: boolean;
    }
  | { readonly ok: false; readonly message: string };

/**
 * Checks whether a result may come from this URL: it must be `https:` with a public address. The host of the profile's
 * own base URL is always allowed. A gateway on loopback may use loopback, also with `http:`. Names are checked again at
 * connect time.
 */
export function checkHop(hop: string, { baseUrl }: HopPolicy): HopDecision {
  if (!URL.canParse(hop)) return { ok: false, message: 'The link is not a URL' };
  const url = new URL(hop);
  const base = baseUrl === null ? null : new URL(baseUrl);
  const isLoopback = isLoopbackHost(url.hostname);
  const isLoopbackAllowed = base !== null && isLoopbackHost(base.hostname);
  const isNamedHost = base !== null && (url.hostname === base.hostname || (isLoopback && isLoopbackAllowed));
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback && isNamedHost)) {
    return { ok: false, message: `The link to ${url.host || url.protocol} is not https:` };
  }
  const host = stripBrackets(url.hostname);
  const isPrivate = isLoopback || (isIP(host) !== 0 && !isPublicAddress(host));
  if (!isNamedHost && isPrivate) return { ok: false, message: `${url.host} is a private address` };
  url.hash = '';
  return { ok: true, url, isNamedHost };
}

type ProxyChoice =
  | { readonly kind: 'direct' }
  | { readonly kind: 'proxy'; readonly url: string }
  /** The setting is not a proxy that can be used. A direct call would defeat its purpose. */
  | { readonly kind: 'unusable'; readonly proxy: string };

type ProxySettings = Pick<NetworkSettings, 'proxySupport' | 'proxy' | 'noProxy'>;

const direct: ProxyChoice = { kind: 'direct' };
const usableProtocols = ['http:', 'https:', 'socks5:', 'socks:'];

/** Returns the proxy for a URL. Settings win over the environment. This machine is always called directly. */
export function chooseProxy(url: URL, settings: ProxySettings, environment: ProcessEnvironment): ProxyChoice {
  if (settings.proxySupport === 'off' || isLoopbackHost(url.hostname)) return direct;
  const secure = url.protocol === 'https:' ? findEither(environment, 'https_proxy') : '';
  const proxy = settings.proxy?.trim() || secure || findEither(environment, 'http_proxy');
  if (!proxy) return direct;
  const exempt = findEither(environment, 'no_proxy')
    .split(/[\s,]+/)
    .filter(Boolean);
  const entries = settings.noProxy.length > 0 ? settings.noProxy : exempt;
  if (entries.some((entry) => isExempt(url, entry))) return direct;
  const proxyUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
  const isUsable = URL.canParse(proxyUrl) && usableProtocols.includes(new URL(proxyUrl).protocol);
  return isUsable ? { kind: 'proxy', url: proxyUrl } : { kind: 'unusable', proxy: proxyUrl };
}

/** The lowercase name wins, as in other programs. */
function findEither(environment: ProcessEnvironment, name: string): string {
  return environment[name]?.trim() || environment[name.toUpperCase()]?.trim() || '';
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
