/**
 * Commands of wallets through the relayer: a signed batch of calls of one wallet, all or nothing, or the deployment of
 * a wallet derived from its signer's address. The gateway has decoded the calls and checked the signature.
 */
import type { AddKey, RevokeKey } from '../keys/commands.ts';
import type { ConvertPositions, MergePositions, SplitPosition } from '../positions/commands.ts';
import type { AccountId, Address, MarketId, Micros } from '../units/units.ts';

/** Schemes with a nonce each: an account's Safe, its proxy wallet, and its contract wallets. */
export const RELAY_SCHEMES = ['SAFE', 'PROXY', 'WALLET'] as const;
export type RelayScheme = (typeof RELAY_SCHEMES)[number];

/** A batch of a scheme, or the deployment of one of its wallets. */
export type RelayType = RelayScheme | 'SAFE-CREATE' | 'WALLET-CREATE';

type OfWallet = 'account' | 'wallet';

/**
 * Redeems a resolved market. No effect, because the resolution pays every holder itself. Refused before the resolution.
 */
export interface RedeemPositions {
  readonly kind: 'RedeemPositions';
  readonly market: MarketId;
}

/** A call of a batch. */
export type RelayStep =
  | Omit<SplitPosition, OfWallet>
  | Omit<MergePositions, OfWallet>
  | Omit<ConvertPositions, OfWallet>
  | RedeemPositions
  | Omit<AddKey, OfWallet>
  | Omit<RevokeKey, OfWallet>;

/** Data that the relayer reports about a transaction later; the exchange does not read it. */
export interface RelayRecord {
  /** Id of the transaction, 32 bytes as 0x + hex, derived from its type, its signer and the signed data. */
  readonly id: string;
  readonly to: Address;
  /** Calldata as sent, 0x + hex. */
  readonly data: string;
  /** Free text of the sender. */
  readonly metadata: string;
  /** Account of the builder key in the request, or null. */
  readonly builder: AccountId | null;
}

export interface RelayTransaction {
  readonly kind: 'RelayTransaction';
  readonly type: RelayType;
  readonly account: AccountId;
  /** The wallet that acts or is deployed. */
  readonly wallet: Address;
  /** Key of the wallet that signed in place of the owner; only for `WALLET`. */
  readonly key?: Address;
  /** The next nonce of the account's scheme; 0 and meaningless for a deployment. */
  readonly nonce: number;
  /** At most RELAY_STEPS_MAX; none for a deployment or if the calls have no effect here. */
  readonly steps: readonly RelayStep[];
  /** Credited once to a wallet that it deploys, within the limit for starting balances. */
  readonly startingBalance: Micros;
  readonly record: RelayRecord;
}

/** Number of nonces used so far, by scheme: batches are accepted in order, each once. Only `apply` changes them. */
export type RelayNonces = Record<RelayScheme, number>;

export function createRelayNonces(): RelayNonces {
  return { SAFE: 0, PROXY: 0, WALLET: 0 };
}

/** The scheme of a batch; null for a deployment, which has no nonce. */
export function schemeOf(type: RelayType): RelayScheme | null {
  return RELAY_SCHEMES.find((scheme) => scheme === type) ?? null;
}
