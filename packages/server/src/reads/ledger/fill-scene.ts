/** Context shown with fills: their markets and the owners of their wallets, each read once. */
import type { Kysely } from 'kysely';
import type { Database } from '../../queries/database.ts';
import type { ShownFill } from '../../queries/ledger/ledger.ts';
import type { MarketText, WalletOwner } from '../../queries/ledger/ledger-context.ts';
import { found, marketTextsOf, ownersOf } from '../lookup.ts';

export interface PlacedFill {
  readonly fill: ShownFill;
  readonly market: MarketText;
  readonly owner: WalletOwner;
}

/** Adds the context to fills, in the same order. */
export type PlaceFills = (fills: readonly ShownFill[]) => Promise<PlacedFill[]>;

/** Creates a `PlaceFills` that caches rows from call to call. */
export function createFillScene(database: Kysely<Database>): PlaceFills {
  const markets = new Map<number, MarketText>();
  const owners = new Map<number, WalletOwner>();
  return async (fills) => {
    const missing = <Row>(known: ReadonlyMap<number, Row>, keys: readonly number[]) =>
      keys.filter((key) => !known.has(key));
    const newMarkets = missing(
      markets,
      fills.map(({ market }) => market),
    );
    const newOwners = missing(
      owners,
      fills.map(({ wallet }) => wallet),
    );
    for (const [key, text] of await marketTextsOf(database, newMarkets)) markets.set(key, text);
    for (const [key, owner] of await ownersOf(database, newOwners)) owners.set(key, owner);
    return fills.map((fill) => ({
      fill,
      market: found(markets, fill.market, 'market'),
      owner: found(owners, fill.wallet, 'wallet'),
    }));
  };
}
