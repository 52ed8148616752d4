/** Addresses that a hook may reach: those of the public internet, unless the venue allows others. */
import type { LookupAddress } from 'node:dns';
import { BlockList, isIP } from 'node:net';

/** IPv4 without private, shared, loopback, link-local (metadata of clouds), test, multicast and reserved ranges. */
const REFUSED_4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  // The last one is a cloud's own services under a public address.
  ...['224.0.0.0/4', '240.0.0.0/4', '168.63.129.16/32'],
];
/** Of IPv6 only global unicast, which leaves out loopback, mapped, NAT64, local and link-local addresses; and of it: */
const GLOBAL_6 = '2000::/3';
const REFUSED_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const listOf = (ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
};
const refused4 = listOf(REFUSED_4, 'ipv4');
const refused6 = listOf(REFUSED_6, 'ipv6');
const global6 = listOf([GLOBAL_6], 'ipv6');

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refused4.check(address, 'ipv4');
  return family === 6 && global6.check(address, 'ipv6') && !refused6.check(address, 'ipv6');
}

/** The host of an address of the web: names as they are, addresses of IPv6 without brackets. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Reason why an address of the web cannot be a hook's; null if it can, as far as no name has to be resolved. */
export function urlObstacle(text: string, allowsPrivate: boolean): string | null {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return 'url must be an http or https address';
  if (url.username !== '' || url.password !== '') return 'url must have no user name or password';
  const host = hostOf(url);
  if (allowsPrivate || isIP(host) === 0 || isPublicAddress(host)) return null;
  return `url must not be the private address ${host}, unless BELLWETHER_HOOKS_PRIVATE allows it`;
}

/** Addresses of a host, looked up once, if a hook may reach all of them. Rejects otherwise. */
export async function reachableAddresses(
  url: URL,
  allowsPrivate: boolean,
  resolve: (host: string) => Promise<LookupAddress[]>,
): Promise<LookupAddress[]> {
  const host = hostOf(url);
  const family = isIP(host);
  const found = family === 0 ? await resolve(host) : [{ address: host, family }];
  const refused = allowsPrivate ? undefined : found.find(({ address }) => !isPublicAddress(address));
  if (refused !== undefined) throw new Error(`${host} is the private address ${refused.address}`);
  if (found.length === 0) throw new Error(`${host} has no address`);
  return found;
}
