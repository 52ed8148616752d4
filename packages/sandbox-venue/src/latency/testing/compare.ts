/**
 * `node packages/sandbox-venue/src/latency/testing/compare.ts`: plays one strategy on one tape, in a sandbox and in a
 * reference of its own, with latency in both directions, in one, and in none.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LatencyModel } from '@bellwether/contract';
import { TAPE_MARKET, TAPE_START_MS, writeTape } from '../../replay/testing/made-tape.ts';
import { play } from '../../testing/played.ts';
import { drawsOf } from '../draws.ts';
import { openFeed } from './feed.ts';
import {
  type Best,
  type Decision,
  moments,
  type Played,
  playReference,
  SHARES,
  TAPE_MS,
  toldOf,
  trade,
} from './reference.ts';

const SEED = 1;
const FEED_MS = 250;
const FEED = { 'market.out': { constant: FEED_MS } } as const;
const ORDER = { 'order.in': { constant: 150 }, 'order.ack': { constant: 100 } } as const;
const TAIL = {
  'order.in': { lognormal: { median: 150, sigma: 0.8 } },
  'order.ack': { lognormal: { median: 100, sigma: 0.8 } },
} as const;

export const CASES: readonly (readonly [name: string, points: LatencyModel['points']])[] = [
  ['none', {}],
  ['feed 250 ms', FEED],
  ['order 150, answer 100 ms', ORDER],
  ['all three', { ...FEED, ...ORDER }],
  ['log-normal orders', { ...FEED, ...TAIL }],
];

export interface Compared {
  readonly sandbox: Played;
  readonly reference: Played;
}

export async function compare(points: LatencyModel['points']): Promise<Compared> {
  const { 'market.out': feed, 'order.in': entry = { constant: 0 }, 'order.ack': response = { constant: 0 } } = points;
  const tape = moments();
  const reference = await playReference(tape, {
    feed: feed === undefined ? 0 : FEED_MS,
    entry: drawsOf(entry, SEED, 'order.in'),
    response: drawsOf(response, SEED, 'order.ack'),
  });
  return { sandbox: await playSandbox(tape, points), reference };
}

async function playSandbox(tape: ReturnType<typeof moments>, points: LatencyModel['points']): Promise<Played> {
  const played = await play({ seed: SEED });
  try {
    const tapes = join(played.dataDir, 'tapes');
    mkdirSync(tapes, { recursive: true });
    writeTape(join(tapes, 'moves.tape'), toldOf(tape));
    const { id } = await played.client('a').sandbox.replay({
      tape: 'moves.tape',
      accounts: [{ name: 'me', key: `0x${'c'.repeat(64)}`, balance: 1_000_000 }],
      latency: { points },
    });
    const client = played.client('c');
    await client.auth.credentials();
    await client.account.split({ conditionId: TAPE_MARKET.condition_id, amount: '100000' });
    const [yes, no] = TAPE_MARKET.token_ids;
    const feed = await openFeed(played.sandbox.url, [yes]);
    const now = (): number => played.sandbox.time.nowMs - TAPE_START_MS;
    await trade({
      now,
      async wait(untilMs): Promise<Best> {
        await played.sandbox.move({ untilMs: TAPE_START_MS + untilMs });
        return bestOf(await feed.received(), yes);
      },
      async take({ side, limit }: Decision): Promise<void> {
        // An order of this type sells a number of shares, or spends an amount: selling the other outcome is buying.
        const [tokenId, cents] = side === 'SELL' ? [yes, limit] : [no, 100 - limit];
        const order = {
          tokenId,
          side: 'SELL',
          price: (cents / 100).toFixed(2),
          amount: String(SHARES),
          type: 'FAK',
        } as const;
        await client.orders.place(order).catch((error: { readonly code?: string }) => {
          if (error.code !== 'fak_no_match') throw error;
        });
      },
    });
    await client.sandbox.until(TAPE_START_MS + TAPE_MS);
    feed.close();
    const { certificate } = await client.sandbox.replayed(id);
    if (certificate === null) throw new Error('the tape was not played to its end');
    return { fills: certificate.fills.count, profit: Number(certificate.profit.pessimistic) };
  } finally {
    await played.close();
  }
}

/** The best prices that a client knows: those of the last book or change. */
function bestOf(frames: Awaited<ReturnType<Awaited<ReturnType<typeof openFeed>>['received']>>, token: string): Best {
  const cents = (price: string): number => Math.round(Number(price) * 100);
  for (const { asset_id, bids, asks, price_changes = [] } of [...frames].reverse()) {
    const change = price_changes.findLast(({ asset_id: of }) => of === token);
    if (change !== undefined) return { bid: cents(change.best_bid), ask: cents(change.best_ask) };
    if (asset_id === token && bids !== undefined && asks !== undefined)
      return { bid: cents(bids.at(-1)?.price ?? '0'), ask: cents(asks.at(-1)?.price ?? '1') };
  }
  throw new Error('there is no book');
}

const text = ({ fills, profit }: Played): string => `${fills}, ${profit.toFixed(2)}`;

export const rowOf = (name: string, { sandbox, reference }: Compared): string =>
  `| ${name} | ${text(sandbox)} | ${text(reference)} |`;

if (import.meta.main)
  for (const [name, points] of CASES) process.stdout.write(`${rowOf(name, await compare(points))}\n`);
