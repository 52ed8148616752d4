/** Bounds compared with a queue of known order: the same in any order of messages, the real fill within them. */
import { BID, marketId } from '@bellwether/engine';
import { forAll } from '@bellwether/engine/testing';
import { type FeedMessage, TAPE_FORMAT, type TapeLine } from '@bellwether/venue/tape/tape-line.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PlayedMarket } from './played-market.ts';
import { QueuedOrder } from './queue.ts';
import { ReplayReport } from './replay-report.ts';
import { TapeGroups } from './tape-groups.ts';
import { TapeQuotes } from './tape-quotes.ts';
import { TAPE_MARKET } from './testing/made-tape.ts';

const SHARE = 1_000_000;
const PRICE = 5_000;
const SIZE = 50;
const AHEAD = [30, 20, 50];
const WORSE = 10_000;
const OTHER = { ...TAPE_MARKET, condition_id: `0x${'cd'.repeat(32)}`, slug: 'other', token_ids: ['3', '4'] as const };
const MARKETS = [TAPE_MARKET, OTHER];
const HEADER = { kind: 'tape', format: TAPE_FORMAT, source: 'test', time_ms: 0, markets: MARKETS } as const;
const [TOKEN] = TAPE_MARKET.token_ids;

const act = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), size: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(9) }),
  fc.record({ kind: fc.constant('trade' as const), size: fc.integer({ min: 1, max: 90 }) }),
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

/** Every order at the price, and the fill of an order that joined behind the initial ones. */
class KnownQueue {
  readonly orders = AHEAD.map((size) => ({ size, isAhead: true }));
  worse = WORSE;
  filled = 0;

  get size(): number {
    return this.orders.reduce((sum, { size }) => sum + size, 0);
  }

  /** Applies an act; returns its messages: trades, and sizes of levels. */
  take(what: Act): { readonly trades: FeedMessage[]; readonly levels: FeedMessage[] } {
    const trades: FeedMessage[] = [];
    const levels: FeedMessage[] = [];
    if (what.kind === 'add') this.orders.push({ size: what.size, isAhead: false });
    else if (what.kind === 'cancel') this.orders.splice(what.which % Math.max(1, this.orders.length), 1);
    else {
      const here = Math.min(what.size, this.size);
      const beyond = what.size - here;
      const ahead = this.orders.reduce((sum, { size, isAhead }) => sum + (isAhead ? size : 0), 0);
      this.filled = Math.min(SIZE, this.filled + Math.max(0, here - ahead) + beyond);
      for (let left = here; left > 0; ) {
        const [first = expect.unreachable('there is no more')] = this.orders;
        const size = Math.min(left, first.size);
        left -= size;
        first.size -= size;
        if (first.size === 0) this.orders.shift();
      }
      if (here > 0) trades.push(trade('0.50', here));
      if (beyond > 0) {
        this.worse -= beyond;
        trades.push(trade('0.49', beyond));
        levels.push(level('0.49', this.worse));
      }
    }
    levels.push(level('0.50', this.size));
    return { trades, levels };
  }
}

const market = TAPE_MARKET.condition_id;

function trade(price: string, size: number): FeedMessage {
  const traded = { side: 'SELL', price, size: String(size) } as const;
  return { event_type: 'last_trade_price', market, asset_id: TOKEN, ...traded };
}

function level(price: string, size: number): FeedMessage {
  const change = { asset_id: TOKEN, side: 'BUY', price, size: String(size) } as const;
  return { event_type: 'price_change', market, price_changes: [change] };
}

function book({ size, worse }: KnownQueue): FeedMessage {
  const bids = [
    { price: '0.49', size: String(worse) },
    { price: '0.50', size: String(size) },
  ];
  return { event_type: 'book', market, asset_id: TOKEN, bids: bids.filter((told) => told.size !== '0'), asks: [] };
}

const ELSEWHERE: FeedMessage = {
  event_type: 'last_trade_price',
  market: OTHER.condition_id,
  asset_id: '3',
  side: 'BUY',
  price: '0.5',
  size: '1',
};

/** Bounds of an order that joins after the first group, in shares. */
function boundsOf(groups: readonly (readonly FeedMessage[])[], isNumbered: boolean) {
  const lines = function* (): Generator<TapeLine> {
    for (const [index, messages] of groups.entries()) {
      const time_ms = isNumbered ? 1 : index + 1;
      for (const message of messages) {
        const told = isNumbered ? { ...message, sequence: index + 1 } : message;
        yield { kind: 'message', time_ms, received_ms: time_ms, message: told };
      }
    }
  };
  const read = new TapeGroups({ header: HEADER, read: lines });
  const played = new PlayedMarket(marketId(1), new TapeQuotes(0, 100), new ReplayReport(0).bends);
  const order = new QueuedOrder(BID, PRICE, SIZE * SHARE, AHEAD.reduce((sum, size) => sum + size) * SHARE);
  let count = 0;
  for (let group = read.next(); group !== null; group = read.next()) {
    if (group.market !== 0) continue;
    played.begin(group.effects);
    for (const effect of group.effects) played.take(effect);
    if (++count === 1) played.queues.add(order);
  }
  const { pessimistic, optimistic } = order;
  return {
    ahead: [pessimistic.ahead / SHARE, optimistic.ahead / SHARE],
    filled: [pessimistic.filled / SHARE, optimistic.filled / SHARE],
  };
}

/** Mixes trades into the levels. Levels stay in their order: each shows the size at its price at that point. */
function shuffled(trades: readonly FeedMessage[], levels: readonly FeedMessage[], places: readonly number[]) {
  const told = [...levels];
  for (const [index, each] of [...trades, ELSEWHERE].entries())
    told.splice((places[index % places.length] ?? 0) % (told.length + 1), 0, each);
  return told;
}

test('tape groups: whichever message of a group is told first, the bounds are the same and hold the truth', () => {
  const places = fc.array(fc.nat(30), { minLength: 1, maxLength: 8 });
  forAll(
    500,
    [
      fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
      fc.array(places, { minLength: 2, maxLength: 4 }),
      fc.boolean(),
      fc.boolean(),
    ],
    (acts, orders, isNumbered, tellsBooks) => {
      const queue = new KnownQueue();
      const first = book(queue);
      const told = acts.map((group) => {
        const all = group.map((each) => queue.take(each));
        // A book shows net effects: an added order hides a cancelled one, so that no book could be judged.
        const asBook = tellsBooks && group.every(({ kind }) => kind !== 'add');
        const levels = asBook ? [book(queue)] : all.flatMap((taken) => taken.levels);
        return { trades: all.flatMap(({ trades }) => trades), levels };
      });
      const bounds = orders.map((order) =>
        boundsOf([[first], ...told.map(({ trades, levels }) => shuffled(trades, levels, order))], isNumbered),
      );
      const [one] = bounds;
      for (const other of bounds) expect(other).toEqual(one);
      const [least = 0, most = 0] = one?.filled ?? [];
      expect([least <= queue.filled, queue.filled <= most]).toEqual([true, true]);
    },
  );
});

test.each<readonly [string, readonly FeedMessage[]]>([
  ['its trade', [trade('0.50', 60), level('0.50', 40)]],
  ['the level', [level('0.50', 40), trade('0.50', 60)]],
  ['a message of another market', [level('0.50', 40), ELSEWHERE, trade('0.50', 60)]],
])('tape groups: a level and %s first: what traded was not cancelled', (_what, group) => {
  const queue = new KnownQueue();
  for (const isNumbered of [false, true])
    expect(boundsOf([[book(queue)], group], isNumbered)).toEqual({ ahead: [40, 40], filled: [0, 0] });
});

test.each<readonly [string, readonly FeedMessage[], number]>([
  ['at a price with size', [trade('0.50', 60), level('0.50', 40)], 0],
  ['at a price with size, told after it is gone', [level('0.50', 0), trade('0.50', 100)], 0],
  ['beyond the best price', [trade('0.49', 60)], 0],
  ['at a price without size', [trade('0.495', 60)], 0],
  ['better than the best price', [trade('0.51', 60), trade('0.52', 1)], 2],
  ['at a price whose size comes with it', [level('0.51', 60), trade('0.51', 60)], 1],
  ['on the other side, which is empty', [{ ...trade('0.50', 60), side: 'BUY' } as FeedMessage], 1],
])('tape groups: trades %s: those that do not cross the recorded book are counted [D84]', (_what, group, expected) => {
  const read = new TapeGroups({
    header: HEADER,
    *read(): Generator<TapeLine> {
      for (const [index, message] of [book(new KnownQueue()), ...group].entries())
        yield { kind: 'message', time_ms: Math.min(index, 1), received_ms: 0, message };
    },
  });
  const played = new PlayedMarket(marketId(1), new TapeQuotes(0, 50), new ReplayReport(0).bends);
  for (let next = read.next(); next !== null; next = read.next())
    for (const effect of next.effects) played.take(effect);
  // Size that clients took is on the tape all the same.
  played.quotes.taken(BID, PRICE, 100 * SHARE);
  expect(played.uncrossedTrades).toBe(expected);
});

test.each([
  ['the trade', [trade('0.50', 60), level('0.50', 40)]],
  ['the level', [level('0.50', 40), trade('0.50', 60)]],
])('tape groups: %s first: what a client had taken is short', (_what, group) => {
  const read = new TapeGroups({
    header: HEADER,
    *read(): Generator<TapeLine> {
      for (const [index, message] of [book(new KnownQueue()), ...group].entries())
        yield { kind: 'message', time_ms: Math.min(index, 1), received_ms: 0, message };
    },
  });
  const { bends } = new ReplayReport(0);
  const played = new PlayedMarket(marketId(1), new TapeQuotes(0, 100), bends);
  for (const effect of read.next()?.effects ?? []) played.take(effect);
  played.quotes.taken(BID, PRICE, 50 * SHARE);
  for (const effect of read.next()?.effects ?? []) played.take(effect);
  expect(bends).toMatchObject({ shortTrades: 1, short: 10 * SHARE });
});
