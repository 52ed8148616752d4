/** A venue with trades, results and texts that are hard to export, and what its exports must hold. */
import type { MarketId, TradeExecuted, WalletId } from '@bellwether/engine';
import { emptyStart, Follower } from '@bellwether/ledger/log/follower.ts';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import { NaivePortfolio, type NaivePosition } from '@bellwether/read-model/testing/naive-portfolio.ts';
import { naivePrices } from '@bellwether/read-model/testing/naive-price.ts';
import { RecordedVenue, seeded, testConditionId, testMarket } from '@bellwether/read-model/testing/recorded-venue.ts';

/** Texts with everything that a format gives a meaning to. */
export const HARD_TEXTS = [
  '=1+1',
  '+cmd|/C calc',
  '-2',
  '@SUM(A1)',
  "'=already quoted",
  'a "quote", a comma',
  'two\nlines; and a semicolon',
  '＝1＋1',
  'é 🙂 ﷽',
];

export function exportedVenue(orders = 400): RecordedVenue {
  const venue = new RecordedVenue(60_000);
  venue.openAccounts(4);
  venue.addMarkets(3, { takerFeeRate: 200, question: 'Will "it", or not?\n=Really' });
  const chance = seeded(11);
  for (let count = 0; count < orders; count++) {
    venue.place({
      trader: chance(4),
      market: chance(3),
      outcome: chance(2) as 0 | 1,
      side: chance(3) === 0 ? 'SELL' : 'BUY',
      price: 100 * (30 + chance(40)),
      shares: (100 + chance(9_999)) / 100,
    });
  }
  for (const [index, body] of HARD_TEXTS.entries()) {
    venue.timeMs += 600_000;
    const entity = { type: 'market', id: venue.state.marketsByCatalogId.keys().next().value as never } as const;
    venue.must({ kind: 'AddComment', account: venue.accountOf(index % 4), entity, parent: null, body });
  }
  venue.must({ kind: 'RemoveComment', comment: 1 as never, account: null });
  const scope = { market: 0 as MarketId };
  const result = { kind: 'payouts', payouts: [10_000, 0] } as const;
  const words = { source: 'https://example.org/?a=1,2', note: '=HYPERLINK("x")', by: 'operator' };
  venue.must({ kind: 'ProposeResult', scope, result, windowMs: 0, ...words });
  venue.must({ kind: 'ConfirmResult', market: scope.market, by: 'operator', note: '' });
  while (venue.state.settling.size > 0) venue.must({ kind: 'SettleMarket', market: 0 as MarketId });
  return venue;
}

const iso = (ms: number): string => new Date(ms).toISOString();

const ownerOf = (venue: RecordedVenue, wallet: WalletId) => {
  const { address, account } = venue.state.wallets[wallet] as { address: string; account: number };
  return { account: String(venue.state.accounts[account]?.address), wallet: address };
};
const marketOf = (market: number) => ({
  event: null,
  condition_id: String(testConditionId(market)),
  question: 'Will "it", or not?\n=Really',
});
const outcomeOf = (market: number, outcome: number): string => String(testMarket(market).outcomes[outcome]);

/** Rows of the trades, computed from the journal's entries; amounts in millionths. */
export function expectedTrades(venue: RecordedVenue): Record<string, unknown>[] {
  const trades = (entry: ChainedEntry) =>
    entry.events
      .filter((event): event is TradeExecuted => event.kind === 'TradeExecuted')
      .flatMap((trade) => [
        ...[...trade.legs.entries()].toReversed().map(([index, leg]) => ({
          ...rowOf(entry, trade.market, index + 1, leg),
          price: leg.price * 100,
          fee: 0,
        })),
        { ...rowOf(entry, trade.market, 0, trade), price: roundedPrice(trade), fee: trade.fee },
      ]);
  const rowOf = (
    { sequence, timeMs }: ChainedEntry,
    market: number,
    leg: number,
    part: Pick<TradeExecuted, 'side' | 'size' | 'collateral' | 'outcome' | 'wallet'>,
  ) => ({
    trade: sequence,
    leg,
    time: iso(Math.floor(timeMs / 1000) * 1000),
    ...marketOf(market),
    outcome: outcomeOf(market, part.outcome),
    side: part.side,
    role: leg === 0 ? 'taker' : 'maker',
    shares: part.size,
    amount: part.collateral,
    ...ownerOf(venue, part.wallet),
  });
  return venue.entries.flatMap(trades);
}

const roundedPrice = ({ collateral, size }: TradeExecuted): number => {
  const price = (2_000_000n * BigInt(collateral) + BigInt(size)) / (2n * BigInt(size));
  return Number(price);
};

/** Shares and money of positions by naive fold; `cost` and `realized` as fractions of millionths. */
export function expectedPositions(venue: RecordedVenue): Map<string, NaivePosition> {
  const portfolio = new NaivePortfolio();
  for (const { events } of venue.entries) for (const event of events) portfolio.fold(event);
  return new Map(
    [...portfolio.positions]
      .filter(([, { bought }]) => bought > 0)
      .map(([key, position]) => {
        const [wallet, market, outcome] = key.split(':').map(Number) as [number, number, number];
        const { wallet: address } = ownerOf(venue, wallet as WalletId);
        return [`${address} ${testConditionId(market)} ${outcomeOf(market, outcome)}`, position];
      }),
  );
}

/** Prices of minutes in which they changed, in the order of the export, by naive rules from the state after each entry. */
export function expectedPrices(venue: RecordedVenue): { question: number; time: string; price: number | null }[] {
  const start = emptyStart();
  const follower = new Follower(start);
  const minutes = new Map<number, Map<string, number | null>>();
  const shown: (number | null)[] = [];
  for (const record of venue.records) {
    follower.foldRecord(record);
    const time = iso(Math.floor(follower.state.timeMs / 60_000) * 60_000);
    for (const [market, price] of naivePrices(follower.state).entries()) {
      const ofMarket = minutes.get(market) ?? minutes.set(market, new Map()).get(market);
      if (price !== (shown[market] ?? null)) ofMarket?.set(time, price === null ? null : Math.round(price * 1e6));
      shown[market] = price;
    }
  }
  return [...minutes].flatMap(([question, prices]) => [...prices].map(([time, price]) => ({ question, time, price })));
}
