/** Commands of positions: splitting and merging pairs of both outcomes, and negative-risk conversion. */
import type { AccountId, CatalogId, MarketId, Micros, WalletId } from '../units/units.ts';

/** Converts collateral into as many pairs of both outcomes. */
export interface SplitPosition {
  readonly kind: 'SplitPosition';
  readonly account: AccountId;
  readonly wallet: WalletId;
  readonly market: MarketId;
  readonly amount: Micros;
}

/** Converts pairs of both outcomes back into collateral. */
export interface MergePositions {
  readonly kind: 'MergePositions';
  readonly account: AccountId;
  readonly wallet: WalletId;
  readonly market: MarketId;
  readonly amount: Micros;
}

/** Negative risk: converts NO on m of n questions into (m - 1) collateral and YES on each of the other n - m. */
export interface ConvertPositions {
  readonly kind: 'ConvertPositions';
  readonly account: AccountId;
  readonly wallet: WalletId;
  readonly catalogEvent: CatalogId;
  readonly markets: readonly MarketId[];
  readonly amount: Micros;
}
