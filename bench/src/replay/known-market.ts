/**
 * A market whose whole truth is known: a journal in which one account among others rests orders, what became of each, and a
 * tape of it without that account.
 */
import {
  type AccountId,
  ASK,
  BID,
  type BookSide,
  type Command,
  type MarketId,
  marketId,
  type OrderId,
  type OrderNumber,
  orderId,
  type State,
} from '@bellwether/engine';
import { openJournalReader } from '@bellwether/server/adapters/journal-sqlite/sqlite-journal.ts';
import { tapeOfJournal } from '@bellwether/server/ops/tape/journal-tape.ts';
import { entriesOfRecord } from '@bellwether/server/record/journal-record.ts';
import { accountAddress, buyOrder, openingCommands, writeHistory } from '../shared/history.ts';
import { createRandom, type Random } from '../shared/random.ts';

const MAKERS = 8;
const TAKERS = 4;
const SUBJECT = MAKERS + TAKERS;
const TICK = 100;
const SHARE = 1_000_000;
/** Open orders of the makers, about, and of the one who is followed at most. */
const RESTING = 160;
const FOLLOWED_MAX = 25;
/** What goes on behind its last order. */
const ENTRIES_AFTER = 3_000;

export interface FollowedOrder {
  readonly orderId: OrderId;
  readonly side: BookSide;
  /** In 1/10000 of the first outcome, micro-shares. */
  readonly price: number;
  readonly size: number;
  readonly placedMs: number;
  canceledMs: number | null;
  /** What it got in truth, micro-shares. */
  filled: number;
}

/** Writes the tape to `path` and the journal to an empty folder. */
export async function writeKnownMarket(
  dataDir: string,
  path: string,
  seed: number,
  count: number,
): Promise<readonly FollowedOrder[]> {
  const followed = new Map<OrderId, FollowedOrder>();
  const random = createRandom(seed);
  let middle = 50;
  let after = 0;
  const next = (state: Readonly<State>): Command | null => {
    if (followed.size === count && after++ > ENTRIES_AFTER) return null;
    if (random.chance(0.004)) middle = Math.min(75, Math.max(25, middle + (random.chance(0.5) ? 1 : -1)));
    const mine = state.accounts[SUBJECT]?.openOrders.size ?? 0;
    const timeMs = state.timeMs + 1;
    const isBegun = state.openOrders.size > RESTING / 4;
    if (isBegun && followed.size < count && mine < FOLLOWED_MAX && random.chance(0.12)) {
      const order = quote(state, random, middle, SUBJECT, 1 + random.below(20));
      if (order !== null) {
        followed.set(order.command.orderId, { ...order.terms, placedMs: timeMs, canceledMs: null, filled: 0 });
        return order.command;
      }
    }
    if (mine > 0 && random.chance(0.03)) {
      const canceled = anyOrder(state, SUBJECT, random);
      const known = followed.get(canceled);
      if (known !== undefined) known.canceledMs = timeMs;
      return { kind: 'CancelOrders', account: SUBJECT as AccountId, orderIds: [canceled] };
    }
    if (random.chance(0.06)) {
      const taken = take(state, random);
      if (taken !== null) return taken;
    }
    const maker = random.below(MAKERS);
    if (random.chance(state.openOrders.size / (2 * RESTING)) && (state.accounts[maker]?.openOrders.size ?? 0) > 0)
      return { kind: 'CancelOrders', account: maker as AccountId, orderIds: [anyOrder(state, maker, random)] };
    return quote(state, random, middle, maker, 5 + random.below(60))?.command ?? bidFarAway(random, maker);
  };
  await writeHistory(dataDir, openingCommands(1, SUBJECT + 1), next);
  const journal = openJournalReader(dataDir);
  try {
    await readTruth(journal, followed);
    await tapeOfJournal(journal, { path, markets: [], without: accountAddress(SUBJECT) });
  } finally {
    journal.close();
  }
  return [...followed.values()];
}

/** A bid or an offer near the middle that meets no one; sizes in shares. */
function quote(state: Readonly<State>, random: Random, middle: number, account: number, shares: number) {
  const { book } = state.markets[0] as NonNullable<State['markets'][0]>;
  const side = random.chance(0.5) ? BID : ASK;
  const away = 1 + random.geometric(1.5);
  const wanted = (side === BID ? middle - away : middle + away) * TICK;
  const [bid, ask] = [book?.bestPrice(BID) || TICK, book?.bestPrice(ASK) || 10_000 - TICK];
  const price = side === BID ? Math.min(wanted, ask - TICK) : Math.max(wanted, bid + TICK);
  if (price < TICK || price > 10_000 - TICK) return null;
  const size = Math.max(5, shares) * SHARE;
  const id = orderId(random.hex(32));
  const market: MarketId = marketId(0);
  const command =
    side === BID
      ? buyOrder(id, account, market, 0, price, size)
      : buyOrder(id, account, market, 1, 10_000 - price, size);
  return { command, terms: { orderId: id, side, price, size } };
}

function bidFarAway(random: Random, account: number): Command {
  return buyOrder(orderId(random.hex(32)), account, marketId(0), 0, TICK, 5 * SHARE);
}

/** Takes what is best, and perhaps what is behind it; null: there is nothing. */
function take(state: Readonly<State>, random: Random): Command | null {
  const { book } = state.markets[0] as NonNullable<State['markets'][0]>;
  const side = random.chance(0.5) ? BID : ASK;
  const best = book?.bestPrice(side) ?? 0;
  if (best === 0) return null;
  const further = random.below(3) * TICK;
  const price = side === ASK ? Math.min(9_900, best + further) : Math.min(9_900, 10_000 - best + further);
  const size = (5 + random.below(80)) * SHARE;
  const account = MAKERS + random.below(TAKERS);
  const id = orderId(random.hex(32));
  return { ...buyOrder(id, account, marketId(0), side === ASK ? 0 : 1, price, size), type: 'FAK' };
}

function anyOrder(state: Readonly<State>, account: number, random: Random): OrderId {
  const orders = [...(state.accounts[account]?.openOrders.values() ?? [])];
  const order = orders[random.below(orders.length)];
  if (order === undefined) throw new Error('there is no order to cancel');
  return order.orderId;
}

async function readTruth(
  journal: ReturnType<typeof openJournalReader>,
  followed: ReadonlyMap<OrderId, FollowedOrder>,
): Promise<void> {
  const byNumber = new Map<OrderNumber, FollowedOrder>();
  for await (const record of journal.read(1)) {
    for (const { events } of entriesOfRecord(record, null)) {
      for (const event of events) {
        if (event.kind === 'OrderAccepted') {
          const order = followed.get(event.orderId);
          if (order !== undefined) byNumber.set(event.order, order);
        } else if (event.kind === 'TradeExecuted') {
          for (const leg of event.legs) {
            const order = byNumber.get(leg.order);
            if (order !== undefined) order.filled += leg.size;
          }
        }
      }
    }
  }
}
