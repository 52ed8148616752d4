/** Monitoring by the operator over HTTP: the venue's state, its totals and metrics, and the events to look after. */
import type { AdminEvents, Event, VenueHealth } from '@bellwether/contract';
import { describe, expect, test } from 'vitest';
import { openTestVenue, openTwoTraders } from './testing/open-venue.ts';
import { addMarket, admin, send } from './testing/trader.ts';

const { stack, alice } = await openTwoTraders();
const market = await addMarket(stack, 'Will it rain?');

const health = async (): Promise<VenueHealth> => (await admin(stack, 'GET', '/admin/health')).body as VenueHealth;

test('health: positions, counts and latency follow what happens', async () => {
  const before = await health();
  expect(before).toMatchObject({ mode: 'open', version: '1.2.3', markets: 1, open_markets: 1, accounts: 2 });
  expect(before.journal_sequence).toBe(stack.exchange.state.sequence);
  expect(before.projected_sequence).toBe(before.journal_sequence);
  await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.4', size: '10' });
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
  const { wallets } = await alice.account();
  const before = await health();
  await admin(stack, 'POST', '/admin/deposits', { wallet: wallets[0]?.address, amount: '12.5' });
  const after = await health();
  expect(before.collateral_conserved && after.collateral_conserved).toBe(true);
  const micros = (text: string): number => Math.round(Number(text) * 1_000_000);
  expect(micros(after.totals.deposits) - micros(before.totals.deposits)).toBe(12_500_000);
  expect(micros(after.totals.free) - micros(before.totals.free)).toBe(12_500_000);
  const { free, held, fees, locked, advanced, debts, deposits, withdrawals } = after.totals;
  const owed = micros(free) + micros(held) + micros(fees) + micros(locked) - micros(advanced) - micros(debts);
  expect(owed).toBe(micros(deposits) - micros(withdrawals));
});

/** Health checks that a text of `/metrics` counts. */
const healthAnswers = (text: string): number =>
  Number(/http_requests_total\{method="GET",route="\/",status="200"\} ([0-9]+)/.exec(text)?.[1] ?? 0);

test('metrics: a text is made once a second, however often it is asked for [R13]', async () => {
  // Anonymous, so its cost must grow neither with the rate of requests nor with the size of the venue.
  const stack = await openTestVenue();
  const scrape = async (): Promise<number> => healthAnswers((await stack.app.inject('/metrics')).body);
  const visit = () => stack.app.inject('/');
  await visit();
  expect(await scrape()).toBe(1);
  await visit();
  stack.timers.advance(999);
  // Concurrent requests share one text as well.
  expect(await Promise.all([scrape(), scrape(), scrape()])).toEqual([1, 1, 1]);
  stack.timers.advance(1);
  expect(await Promise.all([scrape(), scrape()])).toEqual([2, 2]);
  await visit();
  // A clock that is set back does not freeze the figures.
  stack.time.nowMs -= 3_600_000;
  expect(await scrape()).toBe(3);
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
    const names = { id: ended.id, slug: ended.slug, title: 'Herons fly south', image: '', endDate: ended.endDate };
    const flags = { active: true, archived: false, negRisk: false };
    const figures = { markets: 2, openMarkets: 2, unresolvedMarkets: 1, resolvedMarkets: 0 };
    expect((await list('?q=fly')).events).toEqual([{ ...names, ...flags, ...figures }]);
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

  test('a text without words finds none', async () => {
    const answer = await list('?q=%3F');
    expect(answer).toEqual({ events: [], counts: { all: 0, open: 0, unresolved: 0, resolved: 0, hidden: 0 } });
  });
});
