/** The deposit wallet of an account: a further wallet for signature types 1-3 that follows from its address alone. */
import { createHash } from 'node:crypto';
import { type Address, address } from '@bellwether/engine';

/** No one holds a key for it: it trades only through its owner's signatures. */
export function depositWalletOf(owner: Address): Address {
  return address(
    `0x${createHash('sha256').update(`bellwether deposit wallet v1\n${owner}`).digest('hex').slice(0, 40)}`,
  );
}
