/** Trades that appear to settle step by step, as their traders see them; the ledger has settled them at once. */

import { PROFILES } from '@bellwether/contract/profiles';
import { FeedClient, type Message } from '@bellwether/feeds/testing/feed-client.ts';
import type { Client } from '@bellwether/sdk';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { openMarket, play } from './testing/played.ts';

const TAKEN = { mined_ms: 1_000, confirmed_ms: 2_000, retrying_ms: 4_000 } as const;

describe.each(PROFILES)('profile %s', async (profile) => {
  const played = await play({ settings: { BELLWETHER_PROFILE: profile } });
  const maker = played.client('a');
  const taker = played.client('b');
  const { yes, no } = await openMarket(maker);
  await maker.auth.credentials();
  await taker.auth.credentials();
  afterEach(() => maker.sandbox.faults.disarm());
  afterAll(() => played.close());

  async function trade(builder?: string): Promise<string> {
    await maker.orders.place({ tokenId: no, side: 'BUY', price: '0.4', size: '5' });
    const order = { tokenId: yes, side: 'BUY', price: '0.6', size: '5' } as const;
    const { tradeIDs = [] } = await taker.orders.place({ ...order, ...(builder !== undefined && { builder }) });
    return tradeIDs[0] ?? '';
  }

  /** Status of a trade in `GET /data/trades`, and seconds since the match; null: no such trade. */
  async function shown(client: Client, id: string): Promise<readonly [string, number] | null> {
    for await (const { status, last_update, match_time } of client.trades.eachOwn({ id }))
      return [status, Number(last_update) - Number(match_time)];
    return null;
  }

  async function listen(client: Client, wishes: object = {}): Promise<FeedClient<Message>> {
    const { apiKey, secret, passphrase } = await client.auth.credentials();
    const subscription = { type: 'user', auth: { apiKey, secret, passphrase }, ...wishes };
    const feed = await FeedClient.follow<Message>(played.sandbox.url, 'user', subscription);
    await feed.awaitRead();
    return feed;
  }

  const trades = async (feed: FeedClient<Message>): Promise<Message[]> =>
    (await feed.all()).filter(({ event_type }) => event_type === 'trade');

  /** Status of each trade message since the last call, and seconds since the match. */
  const statuses = async (feed: FeedClient<Message>): Promise<string[]> =>
    (await trades(feed)).map((told) => `${told['status']} ${Number(told['last_update']) - Number(told['match_time'])}`);

  test('settlement: each step at its own moment, to both sides, on the feed and in reads; the ledger has it at once', async () => {
    await maker.sandbox.faults.arm({ do: { kind: 'settle', ...TAKEN } });
    const feeds = [await listen(maker), await listen(taker)];
    const told = () => Promise.all(feeds.map(statuses));
    const before = (await taker.account.get()).wallets[0]?.free;
    const id = await trade();
    expect(await told()).toEqual([['MATCHED 0'], ['MATCHED 0']]);
    expect(await shown(maker, id)).toEqual(['MATCHED', 0]);
    expect(Number(before) - Number((await taker.account.get()).wallets[0]?.free)).toBe(3);
    await maker.sandbox.advance(999);
    expect(await told()).toEqual([[], []]);
    await maker.sandbox.advance(1);
    expect(await told()).toEqual([['MINED 1'], ['MINED 1']]);
    expect(await shown(taker, id)).toEqual(['MINED', 1]);
    await maker.sandbox.advance('1h');
    expect(await told()).toEqual([['CONFIRMED 3'], ['CONFIRMED 3']]);
    expect(await shown(taker, id)).toEqual(['CONFIRMED', 3]);
  });

  test('settlement: at the second try, or never; who comes later or comes back is told how far it is', async () => {
    const retried = { kind: 'settle', ...TAKEN, retried: 1 } as const;
    const [rule] = await maker.sandbox.faults.arm({ match: { times: 1 }, do: retried });
    await maker.sandbox.faults.arm({ do: { kind: 'settle', ...TAKEN, failed: 1 } });
    const first = await trade();
    expect(await shown(taker, first)).toEqual(['MATCHED', 0]);
    await maker.sandbox.advance('1s');
    const { sequence: since } = await maker.sandbox.clock();
    const feed = await listen(taker);
    const second = await trade();
    const back = await listen(taker, { since });
    await maker.sandbox.advance('1h');
    const steps = ['MATCHED 0', 'MINED 1', 'RETRYING 3', 'RETRYING 3', 'MINED 7', 'FAILED 7', 'CONFIRMED 9'];
    expect(await statuses(feed)).toEqual(steps);
    expect([(await statuses(back)).at(-1), await shown(taker, first)]).toEqual(['CONFIRMED 9', ['CONFIRMED', 9]]);
    expect(await shown(taker, second)).toEqual(['FAILED', 7]);
    expect(await trades(await listen(taker, { since }))).toMatchObject([{ id: second, status: 'FAILED' }]);
    // The ledger never had the trade fail, and shows so once the rule is gone.
    expect((await taker.admin.health()).collateral_conserved).toBe(true);
    await maker.sandbox.faults.disarm();
    expect(await shown(taker, second)).toEqual(['CONFIRMED', 0]);
    expect(rule).toMatchObject({ matched: 0, injected: 0 });
  });

  test('settlement: of one account or market alone; shares by chance, the same each time; the rest is CONFIRMED', async () => {
    const { address } = await taker.account.get();
    const shownAfter = async (match: object, settle: object, count: number): Promise<string[]> => {
      await maker.sandbox.faults.disarm();
      await maker.sandbox.faults.arm({ match, do: { kind: 'settle', ...settle }, seed: 3 });
      const ids: string[] = [];
      for (let index = 0; index < count; index++) ids.push(await trade());
      await maker.sandbox.advance('1h');
      return Promise.all(ids.map(async (id) => (await shown(maker, id))?.join(' ') ?? 'none'));
    };
    expect(await shownAfter({ account: address }, { failed: 1 }, 1)).toEqual(['FAILED 9']);
    const second = await shownAfter({ market: 'rain', nth: 2 }, { failed: 1 }, 3);
    expect(second).toEqual(['CONFIRMED 0', 'FAILED 9', 'CONFIRMED 0']);
    expect(await shownAfter({ account: `0x${'1'.repeat(40)}` }, { failed: 1 }, 1)).toEqual(['CONFIRMED 0']);
    const some = await shownAfter({}, { failed: 0.4, retried: 0.3 }, 8);
    expect(new Set(some)).toEqual(new Set(['FAILED 9', 'CONFIRMED 11', 'CONFIRMED 4']));
    expect(await shownAfter({}, { failed: 0.4, retried: 0.3 }, 8)).toEqual(some);
  });

  test('settlement: builders and the activity feed see it as well', async () => {
    await maker.sandbox.faults.arm({ do: { kind: 'settle', ...TAKEN } });
    const { apiKey: key, secret, passphrase } = await taker.auth.credentials();
    const own = { topic: 'clob_user', type: 'trade', clob_auth: { key, secret, passphrase } };
    const feed = await FeedClient.follow(played.sandbox.url, 'live', { action: 'subscribe', subscriptions: [own] });
    const heard = async (count: number): Promise<unknown[]> => {
      return ((await feed.take(count)) as { readonly payload: Message }[]).map(({ payload }) => payload['status']);
    };
    // Only refused subscriptions get an answer, so a trade shows that this one is active.
    const builder = `0x${'b'.repeat(64)}`;
    const id = await trade(builder);
    expect(await heard(1)).toEqual(['MATCHED']);
    const built = async (): Promise<unknown[]> =>
      (await taker.trades.builderPage({ builder })).trades.map((row) => [row.id, row.status, row.last_update]);
    const matchedMs = (await maker.sandbox.clock()).time_ms;
    const at = (ms: number): string => new Date(Math.floor((matchedMs + ms) / 1_000) * 1_000).toISOString();
    expect(await built()).toEqual([[id, 'MATCHED', at(0)]]);
    await maker.sandbox.advance('1h');
    expect([await heard(2), await built()]).toEqual([['MINED', 'CONFIRMED'], [[id, 'CONFIRMED', at(3_000)]]]);
  });

  test('settlement: the SDK hands on each status; a trade that was under way is CONFIRMED once the rule is gone', async () => {
    await maker.sandbox.faults.arm({ do: { kind: 'settle', ...TAKEN } });
    const connected = Promise.withResolvers<void>();
    const feed = taker.feeds.user();
    const told: string[] = [];
    const collected = (async () => {
      for await (const item of feed) {
        if (item.kind === 'connected') connected.resolve();
        if (item.kind !== 'message' || item.message.event_type !== 'trade') continue;
        told.push(item.message.status);
        if (item.message.status === 'CONFIRMED') return;
      }
    })();
    await connected.promise;
    const id = await trade();
    await maker.sandbox.advance('1s');
    await maker.sandbox.faults.disarm();
    expect(await shown(taker, id)).toEqual(['CONFIRMED', 0]);
    await maker.sandbox.advance('1h');
    await collected;
    expect(told).toEqual(['MATCHED', 'MINED', 'CONFIRMED']);
  });

  test('settlement: a trade goes on settling on the branch that it was rewound to', async () => {
    await maker.sandbox.faults.arm({ do: { kind: 'settle', ...TAKEN, failed: 1 } });
    const id = await trade();
    await maker.sandbox.advance('1s');
    const { time_ms } = await maker.sandbox.clock();
    await maker.sandbox.advance('1h');
    expect(await shown(taker, id)).toEqual(['FAILED', 7]);
    await maker.sandbox.rewind({ time: time_ms });
    expect(await shown(taker, id)).toEqual(['MINED', 1]);
    await maker.sandbox.advance('2s');
    expect(await shown(taker, id)).toEqual(['RETRYING', 3]);
    await maker.sandbox.rewind({ sequence: Number(id) - 1 });
    expect(await shown(taker, id)).toBeNull();
  });
});
