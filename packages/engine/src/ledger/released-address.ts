/**
 * Addresses that the venue creates for wallets whose borrowed address went back to its owner. They lie in a range of
 * 2^32 that no key and no derivation can be made to hit. Each is derived from the number of its wallet.
 */
import { type Address, address, type WalletId } from '../units/ids.ts';

const PREFIX = `0x${'be11'.repeat(8)}`;

export function releasedAddress(wallet: WalletId): Address {
  return address(`${PREFIX}${wallet.toString(16).padStart(8, '0')}`);
}

/** True for every address that a released wallet has or may get: it can be neither borrowed nor claimed. */
export function isReservedAddress(candidate: Address): boolean {
  return candidate.startsWith(PREFIX);
}
