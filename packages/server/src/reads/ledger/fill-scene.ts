/** What is shown around fills: their markets and the owners of their wallets, each read once. */
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

/** Places any of these fills. */
export async function fillScene(
  database: Kysely<Database>,
  fills: readonly ShownFill[],
): Promise<(fill: ShownFill) => PlacedFill> {
  const markets = await marketTextsOf(
    database,
    fills.map(({ market }) => market),
  );
  const owners = await ownersOf(
    database,
    fills.map(({ wallet }) => wallet),
  );
  return (fill) => ({
    fill,
    market: found(markets, fill.market, 'market'),
    owner: found(owners, fill.wallet, 'wallet'),
  });
}
