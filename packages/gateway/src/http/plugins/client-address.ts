/**
 * Origin of a request: the one address that the allow-list, the caps and everything else use. The server has already
 * followed `X-Forwarded-For` through the operator's own proxies, and no further.
 */
import { type BlockList, isIP, isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Origin } from '../../limits/clients.ts';

/** Prefix of an IPv4 address in IPv6 notation. */
const MAPPED = '::ffff:';
const MAPPED_HEX = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;
const WITH_PORT = /^(?:\[([^\]]+)\]|([0-9.]+)):[0-9]{1,5}$/;
/** Number of groups of an IPv6 address that form its 64-bit network. */
const NETWORK_GROUPS = 4;
const GROUPS = 8;

/** True if a client may read the ledger: everyone may, or clients from the networks that the operator names. */
export function mayReadLedger(request: FastifyRequest, allowlist: BlockList | null): boolean {
  if (allowlist === null) return true;
  const address = readAddress(request.ip);
  return address !== null && allowlist.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

/** Reads an address with or without a port, in IPv4 form where possible; null for anything else. */
export function readAddress(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (isIPv4(text)) return text;
  let address = text.toLowerCase();
  if (isIP(address) === 0) {
    const [, inBrackets, plain] = WITH_PORT.exec(address) ?? [];
    address = inBrackets ?? plain ?? '';
    if (isIP(address) === 0) return null;
  }
  if (isIPv4(address)) return address;
  // The zone names the server's own link, not the client.
  const [unzoned = ''] = address.split('%', 1);
  if (!unzoned.startsWith(MAPPED)) return unzoned;
  const tail = unzoned.slice(MAPPED.length);
  if (isIPv4(tail)) return tail;
  const [, high, low] = MAPPED_HEX.exec(unzoned) ?? [];
  if (high === undefined || low === undefined) return unzoned;
  const bits = Number.parseInt(high, 16) * 0x10000 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join('.');
}

/**
 * The origin that caps count an address for; all clients without an address share one. Takes the result of
 * `readAddress`.
 */
export function originOf(address: string | null): Origin {
  if (address === null) return { address: 'unknown', network: null, kin: 'unknown' };
  if (!address.includes(':')) {
    const [first, second] = address.split('.', 2);
    return { address, network: null, kin: `${first}.${second}.0.0/16` };
  }
  const groups = groupsOf(address);
  const prefix = (count: number): string => `${groups.slice(0, count).join(':')}::/${count * 16}`;
  return { address: prefix(4), network: prefix(3), kin: prefix(2) };
}

/** Origin of each connection's latest request: mostly the same for all its requests. */
const latest = new WeakMap<object, { readonly ip: string; readonly origin: Origin }>();

export function requestOrigin(request: FastifyRequest): Origin {
  const { ip, socket } = request;
  const known = latest.get(socket);
  if (known !== undefined && known.ip === ip) return known.origin;
  const origin = originOf(readAddress(request.ip));
  latest.set(socket, { ip, origin });
  return origin;
}

/** The first groups of an IPv6 address, which name its network, without leading zeros. */
function groupsOf(address: string): string[] {
  const [before = '', after] = address.split('::', 2);
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  // A dotted IPv4 ending counts as two groups.
  const tailGroups = tail.length + (tail.at(-1)?.includes('.') === true ? 1 : 0);
  const filled = after === undefined ? head : [...head, ...zeros(GROUPS - head.length - tailGroups), ...tail];
  return filled.slice(0, NETWORK_GROUPS).map((group) => group.replace(/^0+(?=.)/, ''));
}

function zeros(count: number): string[] {
  return Array.from({ length: Math.max(count, 0) }, () => '0');
}
