/**
 * Addresses that the venue makes for wallets whose borrowed address went back to its owner. They lie in a range of 2^32
 * that no key and no derivation can be made to hit, and one follows from the number of its wallet.
 */
import { type Address, address, type WalletId } from '../units/ids.ts';

const PREFIX = `0x${'be11'.repeat(8)}`;

export function releasedAddress(wallet: WalletId): Address {
  return address(`${PREFIX}${wallet.toString(16).padStart(8, '0')}`);
}

/** True for every address that is or may become that of a released wallet: it can neither be borrowed nor claimed. */
export function isReservedAddress(candidate: Address): boolean {
  return candidate.startsWith(PREFIX);
}
