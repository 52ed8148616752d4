/** A history of trading with results at random: proposed, refunded and reversed, also to open. For tests. */
import { type CatalogId, type Command, type MarketId, micros, type NamedResult } from '@bellwether/engine';
import { RecordedVenue, seeded, testAddress } from '../testing/recorded-venue.ts';
import { NaiveScores } from './naive-scores.testing.ts';

const TRADERS = 4;
export const PLAIN = 9;
const MARKETS = PLAIN + 3;
export const DAY_MS = 86_400_000;

export interface History {
  readonly venue: RecordedVenue;
  readonly naive: NaiveScores;
}

/** How often each kind of event was told, over all histories. */
export const told = new Map<string, number>();

export function recordHistory(seed: number, steps: number): History {
  const venue = new RecordedVenue(700);
  const naive = new NaiveScores(venue);
  const below = seeded(seed);
  const submit = (command: Command): void => {
    const entry = venue.submit(command);
    if (entry === null) return;
    naive.look(entry);
    for (const event of entry.events) {
      const isRefund = event.kind === 'MarketResolved' && event.refund === true;
      const kind = isRefund ? 'refund' : event.kind === 'PayoutReclaimed' && event.debt > 0 ? 'debt' : event.kind;
      const to = event.kind === 'ResultReversed' ? (event.to === null ? ' to open' : ' to another') : '';
      told.set(kind + to, (told.get(kind + to) ?? 0) + 1);
    }
  };
  const settle = (): void => {
    for (const market of [...venue.state.settling]) submit({ kind: 'SettleMarket', market });
  };
  venue.openAccounts(TRADERS);
  venue.addMarkets(PLAIN - 1, { tagLabels: ['Odd'] });
  venue.addMarkets(1, { closeTimeMs: venue.timeMs + 6 * DAY_MS });
  venue.addNegRiskEvent(3);
  for (let step = 0; step < steps; step += 1) {
    const trader = below(TRADERS);
    const account = venue.accountOf(trader);
    const own = venue.walletOf(trader);
    const wallet = below(4) === 0 ? (venue.state.walletsByAddress.get(testAddress(2 * trader + 2)) ?? own) : own;
    const market = below(MARKETS) as MarketId;
    const amount = micros(1 + below(50_000_000));
    const dice = below(100);
    if (dice < 66) {
      const [side, price] = [below(2) === 0 ? 'BUY' : 'SELL', 100 * (20 + below(60))] as const;
      const order = { trader, market, outcome: below(2) as 0 | 1, side, price, shares: 5 + below(3_000) / 100 };
      submit(venue.placement(order, wallet));
    } else if (dice < 74) submit({ kind: 'SplitPosition', account, wallet, market, amount });
    else if (dice < 77) submit({ kind: 'MergePositions', account, wallet, market, amount });
    else if (dice < 81) {
      const catalogEvent = [...venue.state.catalogEvents.keys()][0] as CatalogId;
      const markets = [PLAIN, PLAIN + 1].slice(below(2)) as MarketId[];
      const converted = micros(Math.ceil(amount / 20));
      submit({ kind: 'SplitPosition', account, wallet, market: PLAIN as MarketId, amount: converted });
      submit({ kind: 'ConvertPositions', account, wallet, catalogEvent, markets, amount: converted });
    } else if (dice < 83) submit({ kind: 'Deposit', wallet, amount });
    else if (dice < 89) venue.timeMs += below(DAY_MS);
    else if (dice < 90) submit({ kind: 'UpdateMarket', market, changes: { closed: below(2) === 0 } });
    else if (dice < 91) submit({ kind: 'EndTrading' });
    else if (dice < 94 || step < steps / 3) settle();
    else {
      const isPoor = below(3) === 0;
      for (const { id, free } of isPoor ? venue.state.wallets : [])
        if (free > 0) submit({ kind: 'Withdraw', wallet: id, amount: free });
      for (const command of resultCommands(venue, market, below)) submit(command);
      for (let rounds = below(4); rounds > 0; rounds -= 1) settle();
      for (let owner = 0; isPoor && owner < TRADERS; owner += 1)
        if (below(2) > 0) submit({ kind: 'Deposit', wallet: venue.walletOf(owner), amount: micros(1_000_000_000) });
    }
  }
  for (const market of [0, 1, 2, 3, 4, 5, PLAIN]) {
    const first = market % 2 === 0 ? 10_000 : 0;
    const [id, payouts] = [market as MarketId, [first, 10_000 - first] as const];
    const to: NamedResult = { kind: 'payouts', payouts };
    submit({ kind: 'WithdrawResult', market: id, by: 'operator', reason: 'late' });
    submit({ kind: 'ResolveMarket', market: id, payouts });
    submit({ kind: 'ReverseResult', scope: { market: id }, to, by: 'operator', note: 'late' });
    if (below(2) === 0) settle();
  }
  return { venue, naive };
}

/** An act on a result; often refused. */
function resultCommands(venue: RecordedVenue, market: MarketId, below: (bound: number) => number): readonly Command[] {
  const by = 'operator';
  const first = [0, 10_000, 2_500, 5_000][below(4)] ?? 0;
  const payouts: NamedResult = { kind: 'payouts', payouts: [first, 10_000 - first] };
  const result: NamedResult = below(4) === 0 ? { kind: 'refund' } : payouts;
  const propose: Command = {
    kind: 'ProposeResult',
    ...{ scope: { market }, result, source: '', note: 'because', windowMs: DAY_MS, by },
  };
  const confirm: Command = { kind: 'ConfirmResult', market, by, note: '' };
  switch (below(6)) {
    case 0:
      return [propose];
    case 1:
      return [propose, confirm];
    case 2:
      return [confirm, { kind: 'ConfirmResults' }];
    case 3:
      return [{ kind: 'WithdrawResult', market, by, reason: 'wrong' }];
    default: {
      const to = below(2) === 0 ? ({ kind: 'open' } as const) : result;
      const decided = venue.state.markets.filter(({ status }) => status === 'resolved');
      const { id = market } = decided[below(decided.length)] ?? {};
      return [{ kind: 'ReverseResult', scope: { market: id }, to, by, note: 'wrong' }];
    }
  }
}
