/** Who may read the ledger: everyone, or clients from the networks that the operator names. */
import type { BlockList } from 'node:net';
import { isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** An IPv4 client on an IPv6 socket. */
const MAPPED = '::ffff:';

export function mayReadLedger(request: FastifyRequest, allowlist: BlockList | null): boolean {
  if (allowlist === null) return true;
  const address = request.ip.toLowerCase();
  const plain =
    address.startsWith(MAPPED) && isIPv4(address.slice(MAPPED.length)) ? address.slice(MAPPED.length) : address;
  return allowlist.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
}
