/**
 * One taker on one tape, and a program of its own that plays both with the latencies of a backtest, as hftbacktest
 * documents them: the strategy sees an event at its time plus feed latency, its order reaches the exchange at local time
 * plus entry latency, and it goes on at the exchange's time plus response latency. It knows nothing of the venue.
 */
import { seededRandomness } from '@bellwether/venue/runtime/seeded-randomness.ts';
import type { Told } from '../../replay/testing/made-tape.ts';

export const STEP_MS = 1_000;
/** A feed takes 200 messages of a client within seconds, one for each step. */
export const TAPE_MS = 180_000;
export const SHARES = 10;
const LEVELS = 4;

/** Best prices in cents. */
export interface Best {
  readonly bid: number;
  readonly ask: number;
}

export interface Decision {
  readonly side: 'BUY' | 'SELL';
  /** Limit in cents: one tick beyond the best price seen. */
  readonly limit: number;
}

/** Follows a move of the middle since the last look. */
export function decide(before: Best, seen: Best): Decision | null {
  const move = seen.bid + seen.ask - before.bid - before.ask;
  if (move === 0) return null;
  return move > 0 ? { side: 'BUY', limit: seen.ask + 1 } : { side: 'SELL', limit: seen.bid - 1 };
}

/** A strategy's way to act, on any venue. `wait` moves local time; `take` resolves with the answer. */
export interface Desk {
  now(): number;
  wait(untilMs: number): Promise<Best>;
  take(decision: Decision): Promise<void>;
}

export async function trade(desk: Desk): Promise<void> {
  let before = await desk.wait(0);
  for (let at = STEP_MS; at < TAPE_MS; at = Math.floor(desk.now() / STEP_MS + 1) * STEP_MS) {
    const seen = await desk.wait(at);
    const decision = decide(before, seen);
    before = seen;
    if (decision !== null) await desk.take(decision);
  }
}

/** A state of the tape: from `atMs` on, every level of the book has `size` shares. */
interface Moment {
  readonly atMs: number;
  readonly bid: number;
  readonly size: number;
}

/** A price that moves by runs of some cents, tick after tick. The spread is one cent. */
export function moments(seed = 7): readonly Moment[] {
  const random = seededRandomness(seed);
  const all: Moment[] = [{ atMs: 0, bid: 50, size: 100 }];
  for (let atMs = 0, bid = 50; atMs < TAPE_MS - 5_000; ) {
    atMs += 2_000 + random.below(3_000);
    const up = random.below(2) === 0 ? 1 : -1;
    for (let left = 4 + random.below(9); left > 0 && atMs < TAPE_MS - 5_000; left--) {
      const next = bid + up;
      if (next < 10 || next > 90) break;
      bid = next;
      all.push({ atMs, bid, size: 100 + random.below(50) });
      atMs += 250 + random.below(500);
    }
  }
  // The tape lasts as long as the strategy trades.
  const { bid } = all.at(-1) as Moment;
  return [...all, { atMs: TAPE_MS, bid, size: 50 }];
}

/** The same as a tape: the takers of a move clear a level, then both sides stand one cent further. */
export function toldOf(all: readonly Moment[]): readonly Told[] {
  const price = (cents: number): string => (cents / 100).toFixed(2);
  const levels = ({ bid, size }: Moment) =>
    Array.from({ length: LEVELS }, (_, level) => [
      ['BUY', price(bid - level), String(size)] as const,
      ['SELL', price(bid + 1 + level), String(size)] as const,
    ]).flat();
  return all.flatMap((moment, index): Told[] => {
    const at = moment.atMs / 1_000;
    const before = all[index - 1];
    if (before === undefined || before.bid === moment.bid) return [{ at, levels: levels(moment) }];
    const isUp = moment.bid > before.bid;
    const [cleared, left] = isUp ? [before.bid + 1, before.bid - LEVELS + 1] : [before.bid, before.bid + LEVELS];
    return [
      { at, trade: [isUp ? 'BUY' : 'SELL', price(cleared), String(before.size)], left: '0' },
      { at, levels: [[isUp ? 'BUY' : 'SELL', price(left), '0'], ...levels(moment)] },
    ];
  });
}

export interface Played {
  readonly fills: number;
  /** Collateral, by the middle at the end. */
  readonly profit: number;
}

interface ReferenceLatency {
  readonly feed: number;
  readonly entry: () => number;
  readonly response: () => number;
}

/** Plays the strategy. No trade changes the tape. */
export async function playReference(all: readonly Moment[], latency: ReferenceLatency): Promise<Played> {
  const at = (exchangeMs: number): Moment => all.findLast(({ atMs }) => atMs <= exchangeMs) as Moment;
  let localMs = 0;
  let [fills, shares, cents] = [0, 0, 0];
  await trade({
    now: () => localMs,
    async wait(untilMs) {
      localMs = untilMs;
      // The first book is there at once.
      const { bid } = at(Math.max(0, untilMs - latency.feed));
      return { bid, ask: bid + 1 };
    },
    async take({ side, limit }) {
      const arrivedMs = localMs + latency.entry();
      localMs = arrivedMs + latency.response();
      const { bid } = at(arrivedMs);
      const price = side === 'BUY' ? bid + 1 : bid;
      if (side === 'BUY' ? price > limit : price < limit) return;
      fills++;
      shares += side === 'BUY' ? SHARES : -SHARES;
      cents -= (side === 'BUY' ? SHARES : -SHARES) * price;
    },
  });
  return { fills, profit: (cents + shares * (at(TAPE_MS).bid + 0.5)) / 100 };
}
