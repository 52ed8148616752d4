/** Deposit wallet of an account: a second wallet for signature types 1-3, derived from the account's address alone. */
import { createHash } from 'node:crypto';
import { type Address, address } from '@bellwether/engine';
import type { RelayLanguage } from '../relay/relay-language.ts';

/** Address of the deposit wallet. No key exists for it: it trades only through its owner's signatures. */
export function depositWalletOf(owner: Address): Address {
  return address(
    `0x${createHash('sha256').update(`bellwether deposit wallet v1\n${owner}`).digest('hex').slice(0, 40)}`,
  );
}

/** All deposit wallets that an owner may have: by the factory of today, by the one before, and the account's own. */
export function depositWalletsOf(owner: Address, relay: Pick<RelayLanguage, 'walletsOf'>): readonly string[] {
  const { WALLET, EARLIER_WALLET } = relay.walletsOf(owner);
  return [WALLET, EARLIER_WALLET, depositWalletOf(owner)];
}
