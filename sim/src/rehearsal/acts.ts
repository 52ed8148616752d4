/** Actions on a sandbox in a run: trading, reading, and everything that only a sandbox offers. */
import { FAULT_PRESETS, type FaultPreset, type LatencyDraw } from '@bellwether/contract';
import { placeSalted } from '@bellwether/sandbox-venue/testing/played.ts';
import type { Client } from '@bellwether/sdk';
import type { Dice } from '../dice/dice.ts';

/** Presets that delay answers by the machine's time or make clients sign with a wrong clock. */
const LEFT_OUT: readonly FaultPreset[] = ['slow-answers', 'clock-ahead'];
const PRESETS = FAULT_PRESETS.filter((preset) => !LEFT_OUT.includes(preset));
const ADVANCES = ['1ms', '900ms', '7s', '30s', '1m', '5m', '17m'] as const;
/** No reads: clients ask for the time on their own, which would move it. */
const LATE_POINTS = [
  'order.in',
  'order.ack',
  'POST /order.in',
  'cancel.in',
  'cancel.ack',
  'feed.out',
  'user.out',
] as const;
const DRAWS: readonly LatencyDraw[] = [
  { constant: 40 },
  { uniform: [0, 900] },
  { lognormal: { median: 60, sigma: 0.8 } },
  { recorded: [3, 250, 1, 0] },
];
const TYPES = ['GTC', 'GTC', 'GTC', 'GTD', 'FAK', 'FOK'] as const;

export interface Stage {
  readonly dice: Dice;
  readonly tokens: readonly string[];
  readonly conditions: readonly string[];
  readonly orders: string[];
  /** Number of the next order, and of the next request named by a key. */
  next: number;
}

interface Act {
  readonly name: string;
  readonly weight: number;
  do(stage: Stage, trader: Client, digit: string): Promise<unknown>;
}

const token = ({ dice, tokens }: Stage): string => dice.pick(tokens);
const anOrder = ({ dice, orders }: Stage): string => (orders.length === 0 ? `0x${'1'.repeat(64)}` : dice.pick(orders));
const key = (stage: Stage): { readonly idempotencyKey: string } => ({ idempotencyKey: `rehearsal-${stage.next++}` });
const somePairs = ({ dice, conditions }: Stage, most: number) => {
  const conditionId = dice.pick(conditions);
  return { conditionId, amount: String(1 + dice.below(most)) };
};

export const ACTS: readonly Act[] = [
  {
    name: 'place',
    weight: 30,
    async do(stage, trader, digit) {
      const { dice, orders } = stage;
      const { time_ms: nowMs } = await trader.sandbox.clock();
      const type = dice.pick(TYPES);
      const answer = await placeSalted(trader, digit, {
        tokenId: token(stage),
        side: dice.chance(0.75) ? 'BUY' : 'SELL',
        salt: stage.next++,
        nowMs,
        price: (35 + dice.below(31)) / 100,
        size: 5 + dice.below(40),
        type,
        ...(type === 'GTD' && { expiration: Math.floor(nowMs / 1000) + 61 + dice.below(7_200) }),
      });
      if (answer.orderID !== '') orders.push(answer.orderID);
    },
  },
  { name: 'cancel', weight: 6, do: (stage, trader) => trader.orders.cancel(anOrder(stage), key(stage)) },
  { name: 'cancel all', weight: 2, do: (stage, trader) => trader.orders.cancelAll(key(stage)) },
  {
    name: 'split',
    weight: 5,
    do: (stage, trader) => trader.account.split(somePairs(stage, 50), key(stage)),
  },
  {
    name: 'merge',
    weight: 3,
    do: (stage, trader) => trader.account.merge(somePairs(stage, 20), key(stage)),
  },
  { name: 'book', weight: 5, do: (stage, trader) => trader.books.get(token(stage)) },
  { name: 'account', weight: 5, do: (_, trader) => trader.account.get() },
  { name: 'orders', weight: 4, do: (_, trader) => trader.orders.list() },
  { name: 'trades', weight: 4, do: (_, trader) => trader.trades.list({ limit: 20 }) },
  { name: 'markets', weight: 3, do: (_, trader) => trader.markets.list({ limit: 5 }) },
  { name: 'leaderboard', weight: 2, do: (_, trader) => trader.trades.leaderboard({ limit: 10 }) },
  {
    name: 'history',
    weight: 3,
    do: (stage, trader) => trader.prices.history({ market: token(stage), interval: '1d', fidelity: 5 }),
  },
  { name: 'explain', weight: 6, do: (stage, trader) => trader.orders.explain(anOrder(stage)) },
  { name: 'advance', weight: 14, do: ({ dice }, trader) => trader.sandbox.advance(dice.pick(ADVANCES)) },
  {
    name: 'rewind',
    weight: 3,
    async do({ dice }, trader) {
      const { sequence } = await trader.sandbox.clock();
      return trader.sandbox.rewind({ sequence: dice.below(sequence + 1) });
    },
  },
  {
    name: 'fault',
    weight: 4,
    do: ({ dice }, trader) =>
      trader.sandbox.faults.arm({ preset: dice.pick(PRESETS), match: { times: 1 + dice.below(4) } }),
  },
  {
    name: 'latency',
    weight: 4,
    do({ dice }, trader) {
      const chosen = LATE_POINTS.filter(() => dice.chance(0.4)).map((point) => [point, dice.pick(DRAWS)] as const);
      return trader.sandbox.latency({ seed: dice.below(1_000), points: Object.fromEntries(chosen) });
    },
  },
  { name: 'disarm', weight: 3, do: (_, trader) => trader.sandbox.faults.disarm() },
  { name: 'clock', weight: 2, do: (_, trader) => trader.sandbox.clock() },
];
