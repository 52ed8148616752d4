/** Events of relayed transactions, besides the events of the positions they move. */
import type { AccountId, Micros, WalletId } from '../units/units.ts';
import type { RelayRecord, RelayType } from './commands.ts';

/** A wallet that the demo had lent to the account is now its own; `credit` (may be 0) came from outside. */
export interface WalletClaimed {
  readonly kind: 'WalletClaimed';
  readonly wallet: WalletId;
  readonly credit: Micros;
}

/** A batch was carried out, or a wallet deployed: the last event of its entry. A batch uses up a nonce. */
export interface TransactionRelayed extends RelayRecord {
  readonly kind: 'TransactionRelayed';
  readonly type: RelayType;
  readonly account: AccountId;
  readonly wallet: WalletId;
  /** 0 for a deployment. */
  readonly nonce: number;
}

export type RelayEvent = WalletClaimed | TransactionRelayed;
