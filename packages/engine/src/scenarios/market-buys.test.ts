/** FOK and FAK BUYs at the edges of their budgets: the rest left by rounding neither trades on nor kills an order. */
import { expect, test } from 'vitest';
import type { Decision } from '../decision.ts';
import { createState, type State } from '../state.ts';
import { fundedAccount, orderOf, type Role, run } from '../testing/crossing-books.ts';
import { marketDefinition } from '../testing/definitions.ts';
import { accountId, micros, type OrderType, type Side } from '../units/units.ts';
import { ScenarioVenue } from './venue.testing.ts';

test('market buys: what rounding saved on two mints neither kills a FOK nor opens a leg at a worse price [E18]', () => {
  for (const behind of [false, true]) {
    const v = new ScenarioVenue();
    for (const name of ['alice', 'bob', 'carol', 'dave']) v.trader(name, '1000');
    const [m = 0 as never] = v.markets(1);
    v.accept({ kind: 'SplitPosition', ...v.named('carol'), market: m, amount: micros(100_000_000) });
    v.play(
      m,
      'alice buy  yes 10       @ 0.70 -> live',
      'carol sell yes 0.000007 @ 0.60 FAK -> matched 0.000007 for 0.000004',
      'dave  buy  yes 10       @ 0.70 -> live',
      'alice buy  yes 5        @ 0.40 -> live',
    );
    if (!behind) v.accept({ kind: 'CancelOrders', account: v.named('alice').account, orderIds: [v.orderId(3)] });
    // alice has 9.999993 and dave 10 at 0.30: exactly 5.9999979, of which the mints charge 5.999997.
    v.play(m, `bob buy no $5.999998 @ ${behind ? '0.60' : '0.30'} FOK -> matched 5.999997 for 19.999993`);
    expect(v.book(m)).toBe(`bids ${behind ? '0.4x5' : ''} asks `);
    v.end();
  }
});

const MAKER = accountId(0);
const TAKER = accountId(1);

function open(): State {
  const state = createState();
  const market = marketDefinition(0, { minimumSize: micros(1) });
  run(state, { kind: 'AddToCatalog', tags: [], series: [], events: [], markets: [market] });
  for (const account of [MAKER, TAKER]) for (const each of fundedAccount(account, 1000, 100)) run(state, each);
  return state;
}

const place = (state: State, role: Role, makerAmount: number, takerAmount: number): Decision =>
  run(state, orderOf(state.sequence, role, { makerAmount: micros(makerAmount), takerAmount: micros(takerAmount) }));

const answer = (decision: Decision): string | number => {
  if (decision.kind === 'reject') return decision.code;
  const events = decision.kind === 'accepted' ? decision.events : [];
  return events.find((event) => event.kind === 'TradeExecuted')?.legs.length ?? decision.kind;
};

const buyYes = { account: MAKER, side: 'BUY', outcome: 0, type: 'GTC' } as const;

const SIDES: readonly Side[] = ['BUY', 'SELL'];
const TYPES: readonly OrderType[] = ['FOK', 'FAK', 'GTC'];

test.each(SIDES.flatMap((side) => TYPES.map((type) => [side, type, 5000] as const)))(
  'depth: a %s %s may have exactly %i legs, however many makers are behind',
  (side, type, depth) => {
    const state = open();
    // Ten micro-shares of YES for seven micros each: NO at 3 for ten, or YES sold at 7 for ten.
    for (let maker = 0; maker <= depth; maker++) place(state, buyYes, 7, 10);
    const taker = { account: TAKER, side, outcome: side === 'BUY' ? 1 : 0, type } as const;
    const order = (makers: number): Decision =>
      side === 'BUY' ? place(state, taker, 3 * makers, 10 * makers) : place(state, taker, 10 * makers, 7 * makers);
    expect(answer(order(depth + 1))).toBe('too_many_matches');
    expect(answer(order(depth))).toBe(depth);
    expect(answer(order(1))).toBe(1);
  },
);

test('depth: own orders in the way count as legs do [E18]', () => {
  const state = open();
  place(state, { ...buyYes, account: TAKER }, 7, 10);
  for (let maker = 0; maker < 5000; maker++) place(state, buyYes, 7, 10);
  const taker = { account: TAKER, side: 'BUY', outcome: 1, type: 'FOK' } as const;
  expect(answer(place(state, taker, 15_000, 50_000))).toBe('too_many_matches');
  expect(answer(place(state, taker, 14_997, 49_990))).toBe(4999);
});
