/**
 * What wallets ask for through the relayer: a signed batch of calls of one wallet, done whole or not at all, or the deployment
 * of a wallet that follows from its signer's address. The gateway has read the calls and checked the signature.
 */
import type { ConvertPositions, MergePositions, SplitPosition } from '../positions/commands.ts';
import type { AccountId, Address, MarketId } from '../units/ids.ts';
import type { Micros } from '../units/micros.ts';

/** Whose nonces count together: those of an account's Safe, of its proxy wallet, and of its contract wallets. */
export const RELAY_SCHEMES = ['SAFE', 'PROXY', 'WALLET'] as const;
export type RelayScheme = (typeof RELAY_SCHEMES)[number];

/** A batch of a scheme, or the deployment of one of its wallets. */
export type RelayType = RelayScheme | 'SAFE-CREATE' | 'WALLET-CREATE';

type OfWallet = 'account' | 'wallet';

/** Nothing is left to pay: the resolution has paid or is paying every holder. Refused before that. */
export interface RedeemPositions {
  readonly kind: 'RedeemPositions';
  readonly market: MarketId;
}

/** A call of a batch. */
export type RelayStep =
  | Omit<SplitPosition, OfWallet>
  | Omit<MergePositions, OfWallet>
  | Omit<ConvertPositions, OfWallet>
  | RedeemPositions;

/** What the relayer tells of a transaction later; the exchange does not read it. */
export interface RelayRecord {
  /** 32 bytes that name it, 0x + hex: they follow from its type, its signer and what was signed. */
  readonly id: string;
  readonly to: Address;
  /** Calldata as it was sent, 0x + hex. */
  readonly data: string;
  /** The sender's own words. */
  readonly metadata: string;
  /** Account whose builder key came with it, or null. */
  readonly builder: AccountId | null;
}

export interface RelayTransaction {
  readonly kind: 'RelayTransaction';
  readonly type: RelayType;
  readonly account: AccountId;
  /** The wallet that acts or is deployed. */
  readonly wallet: Address;
  /** The next one of the account's scheme; 0 and without meaning for a deployment. */
  readonly nonce: number;
  /** At most RELAY_STEPS_MAX; none for a deployment and where calls have no effect here. */
  readonly steps: readonly RelayStep[];
  /** Credited once to a wallet that it deploys, as far as starting balances go. */
  readonly startingBalance: Micros;
  readonly record: RelayRecord;
}
