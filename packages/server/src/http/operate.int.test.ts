/** Monitoring by the operator over HTTP: comments to moderate, and the venue's state with its totals. */
import type { AdminEvents, Comment, Event, VenueHealth } from '@bellwether/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Stack, startStack } from './testing/stack.ts';
import { addEvent, admin, send, type TestMarket, Trader } from './testing/trader.ts';

let stack: Stack;
let alice: Trader;
let bob: Trader;
let market: TestMarket;
beforeAll(async () => {
  stack = await startStack();
  alice = await Trader.open(stack, '1');
  bob = await Trader.open(stack, '2');
  [market] = (await addEvent(stack, ['Will it rain?'])) as [TestMarket];
});
afterAll(() => stack.close());

async function write(author: Trader, body: string, parentCommentID = ''): Promise<Comment> {
  const entity = { parentEntityType: 'Event', parentEntityID: Number(market.eventId) };
  return (await author.send('POST', '/comments', { body, ...entity, parentCommentID })).body as Comment;
}

const bodies = async (query = ''): Promise<string[]> =>
  ((await admin(stack, 'GET', `/admin/comments${query}`)).body as Comment[]).map(({ body }) => body);

const health = async (): Promise<VenueHealth> => (await admin(stack, 'GET', '/admin/health')).body as VenueHealth;

test('moderation: lists comments and replies, reported ones alone, by time or by reports', async () => {
  const once = await write(alice, 'reported once');
  const twice = await write(alice, 'reported twice');
  const reply = await write(bob, 'a reply no one reported', twice.id);
  const late = await write(bob, 'a reply that somebody reported', twice.id);
  for (const reporter of [alice, bob]) await reporter.send('POST', `/comments/${twice.id}/reports`);
  for (const { id } of [once, late]) await alice.send('POST', `/comments/${id}/reports`);
  expect(await bodies()).toEqual([late.body, reply.body, twice.body, once.body]);
  expect(await bodies('?limit=2&offset=1')).toEqual([reply.body, twice.body]);
  expect(await bodies('?reported=true')).toEqual([late.body, twice.body, once.body]);
  expect(await bodies('?reported=true&order=reportCount')).toEqual([twice.body, late.body, once.body]);
  expect(await bodies('?order=reportCount')).toEqual([twice.body, late.body, once.body, reply.body]);
  await admin(stack, 'DELETE', `/admin/comments/${twice.id}`);
  expect(await bodies('?reported=true&order=reportCount')).toEqual([late.body, once.body]);
});

test('moderation: without the operator’s token nothing is shown', async () => {
  for (const url of ['/admin/comments', '/admin/events', '/admin/health']) {
    expect(await send(stack, 'GET', url)).toMatchObject({ status: 401, body: { code: 'invalid_admin_token' } });
  }
});

test('health: positions, counts and latency follow what happens', async () => {
  const before = await health();
  expect(before).toMatchObject({ mode: 'open', version: '1.2.3', markets: 1, open_markets: 1, accounts: 2 });
  expect(before.journal_sequence).toBe(stack.exchange.state.sequence);
  expect(before.projected_sequence).toBe(before.journal_sequence);
  const order = { tokenId: market.yes, side: 'BUY', price: '0.4', size: '10' } as const;
  const placed = await alice.send('POST', '/order', (await alice.sign(order)).body);
  expect(placed.status).toBe(200);
  stack.time.nowMs += 5_000;
  const after = await health();
  expect(after.journal_sequence).toBe(before.journal_sequence + 1);
  expect(after.orders_accepted).toBe(before.orders_accepted + 1);
  expect(after.open_orders).toBe(before.open_orders + 1);
  expect(after.uptime_seconds).toBe(before.uptime_seconds + 5);
  expect(after.command_latency.samples).toBeGreaterThan(before.command_latency.samples);
});

test('health: a full disk and a read store that cannot be written are said, in figures for Prometheus as well', async () => {
  const metrics = async (): Promise<string> => {
    stack.time.nowMs += 1_000;
    return (await send(stack, 'GET', '/metrics')).text;
  };
  const well = { read_store: 'ready', storage_full: false, storage_reserve_bytes: 33_554_432 };
  expect(await health()).toMatchObject({ ...well, storage_free_bytes: 1_073_741_824 });
  expect(await metrics()).toMatch(
    /^bellwether_read_store_ready 1$[\s\S]*^bellwether_storage_full 0$[\s\S]*^bellwether_storage_free_bytes 1073741824$[\s\S]*^bellwether_storage_reserve_bytes 33554432$/m,
  );
  stack.exchange.hasRoom = false;
  stack.reader.isUnwritable = true;
  try {
    expect(await health()).toMatchObject({ read_store: 'unwritable', storage_full: true });
    expect(await metrics()).toMatch(/^bellwether_read_store_ready 0$[\s\S]*^bellwether_storage_full 1$/m);
  } finally {
    stack.exchange.hasRoom = true;
    stack.reader.isUnwritable = false;
  }
  expect(await health()).toMatchObject(well);
});

test('health: the sums are those of the engine and add up', async () => {
  const { wallets } = (await alice.send('GET', '/account')).body as { wallets: { address: string }[] };
  const before = await health();
  await admin(stack, 'POST', '/admin/deposits', { wallet: wallets[0]?.address, amount: '12.5' });
  const after = await health();
  expect(before.collateral_conserved && after.collateral_conserved).toBe(true);
  const micros = (text: string): number => Math.round(Number(text) * 1_000_000);
  expect(micros(after.totals.deposits) - micros(before.totals.deposits)).toBe(12_500_000);
  expect(micros(after.totals.free) - micros(before.totals.free)).toBe(12_500_000);
  const { free, held, fees, locked, advanced, deposits, withdrawals } = after.totals;
  expect(micros(free) + micros(held) + micros(fees) + micros(locked) - micros(advanced)).toBe(
    micros(deposits) - micros(withdrawals),
  );
});

describe('events of the operator', () => {
  const DAY_MS = 86_400_000;
  const iso = (ms: number): string => new Date(ms).toISOString();
  const list = async (query = ''): Promise<AdminEvents> =>
    (await admin(stack, 'GET', `/admin/events${query}`)).body as AdminEvents;
  const titles = async (query: string): Promise<string[]> => (await list(query)).events.map(({ title }) => title);
  const add = async (title: string, fields: object, markets: readonly object[]): Promise<Event> =>
    (await admin(stack, 'POST', '/admin/events', { title, ...fields, markets })).body as Event;
  const resolve = ({ conditionId }: { readonly conditionId: string }) =>
    admin(stack, 'POST', `/admin/markets/${conditionId}/resolve`, { winner: 'Yes' });

  test('are found by words and by what is left to do, hidden ones too [W35]', async () => {
    const { counts: before } = await list();
    const endDate = iso(stack.time.nowMs + DAY_MS);
    await add('Herons nest', {}, [{ question: 'Do herons nest?' }]);
    const ended = await add('Herons fly south', {}, [
      { question: 'Before May?', endDate },
      { question: 'Before June?', endDate: iso(stack.time.nowMs + 30 * DAY_MS) },
    ]);
    const shut = await add('Herons return', {}, [{ question: 'Do herons return?' }]);
    const [market] = shut.markets;
    await admin(stack, 'PATCH', `/admin/markets/${market?.conditionId}`, { closed: true });
    const over = await add('Herons sleep', {}, [{ question: 'Do herons sleep?' }]);
    for (const each of over.markets) await resolve(each);
    const hidden = await add('Herons hide', {}, [{ question: 'Do herons hide?' }]);
    await admin(stack, 'PATCH', `/admin/events/${hidden.id}`, { active: false });
    await add('Owls nest', {}, [{ question: 'Do owls nest?' }]);

    expect(await titles('?q=herons&status=unresolved')).toEqual(['Herons return']);
    stack.time.nowMs += DAY_MS;
    // Earliest end first: events without an end date come last.
    expect(await titles('?q=herons&status=unresolved')).toEqual(['Herons fly south', 'Herons return']);
    expect((await list('?q=fly')).events).toEqual([
      {
        id: ended.id,
        slug: ended.slug,
        title: 'Herons fly south',
        image: '',
        active: true,
        archived: false,
        negRisk: false,
        endDate: ended.endDate,
        markets: 2,
        openMarkets: 2,
        unresolvedMarkets: 1,
        resolvedMarkets: 0,
      },
    ]);
    expect(await titles('?q=herons&status=open')).toEqual(['Herons fly south', 'Herons nest']);
    expect(await titles('?q=herons&status=resolved')).toEqual(['Herons sleep']);
    expect(await titles('?q=herons&status=hidden')).toEqual(['Herons hide']);
    const { events, counts } = await list('?q=herons&limit=2&offset=1');
    expect(events.map(({ title }) => title)).toEqual(['Herons sleep', 'Herons return']);
    expect(counts).toEqual({ all: 5, open: 2, unresolved: 2, resolved: 1, hidden: 1 });
    expect((await list()).counts.all).toBe(before.all + 6);

    await resolve(market as { conditionId: string });
    expect(await titles('?q=herons&status=unresolved')).toEqual(['Herons fly south']);
  });

  test('a text without words finds none, and a wrong status is named', async () => {
    expect(await list('?q=%3F')).toEqual({
      events: [],
      counts: { all: 0, open: 0, unresolved: 0, resolved: 0, hidden: 0 },
    });
    expect(await admin(stack, 'GET', '/admin/events?status=closed')).toMatchObject({ status: 400 });
  });
});
