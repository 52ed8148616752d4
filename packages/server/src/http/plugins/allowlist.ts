/** Decides who may read the ledger: everyone, or clients from the networks that the operator names. */
import { type BlockList, isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { clientAddress } from './client-address.ts';

export function mayReadLedger(request: FastifyRequest, allowlist: BlockList | null): boolean {
  if (allowlist === null) return true;
  const address = clientAddress(request);
  return address !== null && allowlist.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}
