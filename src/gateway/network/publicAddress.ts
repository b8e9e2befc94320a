import { BlockList, isIP, isIPv6 } from 'node:net';

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

const blocked = buildBlockList();

function buildBlockList(): BlockList {
  const list = new BlockList();
  for (const [network, prefix, family] of privateRanges) list.addSubnet(network, prefix, family);
  return list;
}

/** Whether an IP address is public. An IPv4 address inside an IPv6 address is checked as IPv4. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  // A BlockList matches IPv4 rules against IPv4-mapped IPv6 addresses too.
  return !blocked.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

export function isLoopbackHost(hostname: string): boolean {
  const name = stripBrackets(hostname).toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127\.\d+\.\d+\.\d+$/.test(name);
}

/** Domains that only the name servers inside a network know. A cluster's own names end in `svc` or `cluster.local`. */
const privateDomain =
  /(?:^|\.)(?:local|localhost|localdomain|internal|intranet|intra|private|corp|home|lan|svc|consul|test|home\.arpa|fritz\.box)$/;

/**
 * Whether a name has a meaning only inside a network: it has no dot, its domain is reserved for that, it is the
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
export function stripBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
