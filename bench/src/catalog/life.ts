/**
 * What happens on a large venue: fills that crowd on a few markets and a few wallets, as they do in life, and
 * comments that crowd on a few events.
 */
import { ASK, type Command, type MarketId, marketId, orderId, type State } from '@bellwether/engine';
import { buyOrder, type NextCommand } from '../shared/history.ts';
import { createRandom, type Random } from '../shared/random.ts';
import { isOver, MAKERS, MARKETS_PER_EVENT } from './opening.ts';

export interface VenueSize {
  readonly events: number;
  readonly accounts: number;
  readonly fills: number;
  readonly comments: number;
}

/** Shares of one bite and of one quote, in micros. */
const BITE = 5_000_000;
const QUOTE = 500_000_000;
const BUILDERS = 50;
/** One order in so many comes through a builder. */
const BUILDER_EVERY = 5;

export interface Life {
  readonly next: NextCommand;
  /** How much of it has happened, from 0 to 1. */
  readonly progress: () => number;
}

/** `size.fills` trades with one maker each, and all along the comments that `comment` makes. */
export function lifeOf(size: VenueSize, comment: (random: Random, index: number) => Command): Life {
  const random = createRandom(11);
  let fills = 0;
  let comments = 0;
  return {
    next(state) {
      if (comments < size.comments && comments * size.fills <= fills * size.comments)
        return comment(random, comments++);
      if (fills === size.fills) return null;
      const { command, trades } = nextOrder(state, random, size, fills);
      if (trades) fills++;
      return command;
    },
    progress: () => fills / size.fills,
  };
}

function nextOrder(
  state: Readonly<State>,
  random: Random,
  size: VenueSize,
  fills: number,
): { command: Command; trades: boolean } {
  const market = crowdedMarket(random, size.events);
  const bestAsk = state.markets[market]?.book?.bestPrice(ASK) ?? 0;
  const id = orderId(random.hex(32));
  if (bestAsk === 0) {
    const price = 4_500 + random.below(10) * 100;
    return { command: buyOrder(id, random.below(MAKERS), market, 1, price, QUOTE), trades: false };
  }
  const taker = MAKERS + crowded(random, size.accounts - MAKERS, 2);
  const builder = fills % BUILDER_EVERY === 0 ? builderCode(random.below(BUILDERS)) : '';
  return { command: buyOrder(id, taker, market, 0, bestAsk, BITE, builder), trades: true };
}

export function builderCode(index: number): string {
  return `0x${(index + 1).toString(16).padStart(64, '0')}`;
}

/** Low numbers far more often than high ones, the more so the higher the exponent. */
export function crowded(random: Random, bound: number, exponent: number): number {
  return Math.floor(bound * (random.below(1_000_000) / 1_000_000) ** exponent);
}

function crowdedMarket(random: Random, events: number): MarketId {
  let event = crowded(random, events, 3);
  while (isOver(event)) event = (event + 1) % events;
  return marketId(event * MARKETS_PER_EVENT + random.below(MARKETS_PER_EVENT));
}
