/**
 * The contenders: our whole engine, and an order book from npm. In the engine every place is a `PlaceOrder` with funds,
 * fees, holds, settlement of shares and the memory of its first result; every entry is applied and checked as in
 * production. The peer keeps one instance per market, with limit orders and cancels by id.
 */
import {
  ASK,
  applyEntry,
  assertAfter,
  BID,
  type Command,
  createState,
  decide,
  type Event,
  type State,
} from '@bellwether/engine';
import { OrderBook, Side } from 'nodejs-order-book';
import { commandOf, openingCommands } from './commands.ts';
import type { Operation, Stream } from './stream.ts';

/** Results that must be equal for all contenders; otherwise one of them skipped work. */
export interface Outcome {
  /** Shares matched, in micros, each match counted once. */
  readonly volume: bigint;
  /** The resting orders of each market: `price:size` of bids, then asks, best first. */
  readonly books: readonly string[];
}

export interface Run {
  /** Converts the next operations into this contender's input; not timed. */
  prepare(operations: readonly Operation[]): void;
  /** The timed part: executes the prepared operations. */
  perform(): void;
  outcome(): Outcome;
}

const START_MS = 1_700_000_000_000;

/** Decides, applies and checks a command, a millisecond after the last one. */
export function execute(state: State, command: Command): readonly Event[] {
  const sequence = state.sequence + 1;
  const timeMs = START_MS + sequence;
  const decision = decide(state, command, { sequence, timeMs });
  if (decision.kind !== 'accepted') throw new Error(`the engine answered ${JSON.stringify(decision)}`);
  const { events } = decision;
  applyEntry(state, { sequence, timeMs, command, events });
  assertAfter(state, events);
  return events;
}

/** Milliseconds of work: CPU time of this thread, which other work on the machine disturbs least, and elapsed time. */
export function timed(work: () => void): readonly [number, number] {
  const before = process.threadCpuUsage();
  const start = performance.now();
  work();
  const clock = performance.now() - start;
  const { user, system } = process.threadCpuUsage(before);
  return [(user + system) / 1_000, clock];
}

export function startEngine(stream: Stream): Run {
  const state = createState();
  let commands: readonly Command[] = [];
  let total = 0n;
  for (const command of openingCommands(stream)) execute(state, command);
  return {
    prepare: (operations) => {
      commands = operations.map((operation) => commandOf(stream, operation));
    },
    perform: () => {
      let volume = 0;
      for (const command of commands) {
        const events = execute(state, command);
        // An order that traded has at least three events: its acceptance, the trade, and its rest or end.
        if (events.length < 3) continue;
        for (const event of events) if (event.kind === 'TradeExecuted') volume += event.size;
      }
      total += BigInt(volume);
    },
    outcome: () => ({
      volume: total,
      books: state.markets.map(({ book }) =>
        [BID, ASK]
          .map((side) => [...(book?.levels(side) ?? [])].map((level) => `${level.price}:${level.size}`).join(' '))
          .join(' | '),
      ),
    }),
  };
}

export function startPeer(stream: Stream): Run {
  const books = stream.markets.map(() => new OrderBook());
  let steps: readonly { readonly book: OrderBook; readonly id: string; readonly limit: Limit | null }[] = [];
  let total = 0n;
  return {
    prepare: (operations) => {
      steps = operations.map((operation) => {
        const id = stream.ids[operation.order]!;
        const book = books[operation.market]!;
        if (operation.kind === 'cancel') return { book, id, limit: null };
        const { size, price, side } = operation;
        return { book, id, limit: { id, side: side === BID ? Side.BUY : Side.SELL, size, price } };
      });
    },
    perform: () => {
      let volume = 0;
      for (const { book, id, limit } of steps) {
        if (limit === null) book.cancel(id);
        else {
          const { quantityLeft, err } = book.limit(limit);
          if (err !== null) throw new Error('the peer refused an order', { cause: err });
          volume += limit.size - quantityLeft;
        }
      }
      total += BigInt(volume);
    },
    outcome: () => ({ volume: total, books: books.map(shown) }),
  };
}

type Limit = Parameters<OrderBook['limit']>[0];

function shown(book: OrderBook): string {
  const [asks, bids] = book.depth();
  const line = (levels: readonly [number, number][]): string =>
    levels.map(([price, size]) => `${price}:${size}`).join(' ');
  return `${line(bids.toSorted((a, b) => b[0] - a[0]))} | ${line(asks.toSorted((a, b) => a[0] - b[0]))}`;
}
