/** The reads `holders` and `live-volume`: holders of markets' outcomes, and matched volumes. */
import {
  HOLDERS_LIMIT_MAX,
  type Holder,
  type HolderGroup,
  type HoldersQuery,
  type LiveVolume,
} from '@bellwether/contract';
import { amountText } from '@bellwether/wire/forms/decimal.ts';
import { found } from '../../lookup.ts';
import { sumNumber } from '../../portfolio/answer/portfolio-output.ts';
import { createRead, type Read } from '../../read.ts';
import { type Holding, holdersOf, selectVolumes } from '../query/data.ts';
import { ownersOf, selectMarketsOfEvent, selectNamedMarkets } from '../query/ledger-context.ts';
import { holder } from './data-output.ts';
import { microsRoundedUp } from './trade-output.ts';

/**
 * The checked query. `limit` is the number of rows read for the whole answer, `holders` the number shown per market.
 */
export interface HoldersParameters extends Omit<HoldersQuery, 'limit'> {
  readonly limit: number;
  readonly holders: number;
}

export function holdersParameters({ market, minBalance, limit }: HoldersQuery): HoldersParameters {
  const holders = Math.min(limit, HOLDERS_LIMIT_MAX);
  return { market, minBalance, holders, limit: 2 * market.length * holders };
}

export const holdersRead: Read<HoldersParameters, HolderGroup[]> = {
  name: 'holders',
  async run(database, { market, minBalance, holders }) {
    // Only holders of shares have a row: 0 means all holders.
    const minimum = Math.max(1, microsRoundedUp(minBalance));
    const groups: { asset: string; outcome: number; holdings: Holding[] }[] = [];
    for (const named of await selectNamedMarkets(database, market)) {
      const of = (outcome: number) => holdersOf(database, named.market, outcome, minimum, holders).execute();
      const sides = largest([await of(0), await of(1)], holders);
      for (const [outcome, holdings] of sides.entries())
        groups.push({ asset: `${named.condition_id}:${outcome}`, outcome, holdings });
    }
    const shown = groups.flatMap(({ holdings }) => holdings);
    const owners = await ownersOf(database, shown);
    const value = groups.map(({ asset, outcome, holdings }): HolderGroup => {
      const rows = holdings.map((row): Holder => holder(row, asset, outcome, found(owners, row.wallet, 'wallet')));
      return { token: asset, holders: rows };
    });
    return { value };
  },
  // A group may be empty or have hundreds of holders: none says how large the next one is.
  *pieces(groups) {
    yield '[';
    for (const [index, group] of groups.entries()) yield (index === 0 ? '' : ',') + JSON.stringify(group);
    yield ']';
  },
};

/**
 * The largest `count` holdings of both outcomes together, by outcome. Among equal ones the wallet that was bound first.
 */
function largest(sides: readonly [readonly Holding[], readonly Holding[]], count: number): Holding[][] {
  const all = sides.flatMap((holdings, outcome) => holdings.map((holding) => ({ holding, outcome })));
  all.sort(
    (one, other) =>
      other.holding.shares_micros - one.holding.shares_micros ||
      one.holding.wallet - other.holding.wallet ||
      one.outcome - other.outcome,
  );
  const shown = all.slice(0, count);
  return [0, 1].map((side) => shown.filter(({ outcome }) => outcome === side).map(({ holding }) => holding));
}

/** Distinct condition ids in lower case, or a catalog event. `tokenIds`: for the clients that know tokens by decimal ids. */
export type LiveVolumeParameters = ({ readonly market: readonly string[] } | { readonly event: number }) & {
  readonly tokenIds?: true;
};

export const liveVolumeRead = createRead<LiveVolumeParameters, LiveVolume[]>('live-volume', async (database, query) => {
  const markets: LiveVolume['markets'] = [];
  let total = 0n;
  const shown = query.tokenIds ? (amount: bigint) => sumNumber(String(amount)) : amountText;
  const named = await ('event' in query
    ? selectMarketsOfEvent(database, query.event)
    : selectNamedMarkets(database, query.market));
  const volumes = await selectVolumes(
    database,
    named.map(({ market: key }) => key),
  );
  for (const { market: key, condition_id } of named) {
    const volume = volumes.get(key) ?? 0n;
    total += volume;
    markets.push({ market: condition_id, value: shown(volume) });
  }
  return { value: [{ total: shown(total), markets }] };
});
