/** Orders answered with `delayed` reach the exchange on time, even if the process was killed in between. */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SQLITE_SUFFIXES } from '@bellwether/ports/data-folder.ts';
import { SANDBOX_FILE } from '@bellwether/venue/ops/sandbox-folder.ts';
import { createDataDir } from '@bellwether/venue-process';
import { expect, test } from 'vitest';
import { HELD_ORDERS_FILE } from './adapters/held-orders/held-orders-file.ts';
import { openMarket, placeSalted, START_MS } from './testing/played.ts';
import { started } from './testing/started.ts';

/** Two accounts with API keys, and a market in which the maker can offer shares that the taker takes. */
type Market = Awaited<ReturnType<typeof market>>;

async function market() {
  const played = await started();
  const [maker, taker] = [played.client('a'), played.client('b')];
  const { yes, no } = await openMarket(maker);
  await maker.auth.credentials();
  await taker.auth.credentials();
  await maker.sandbox.faults.arm({ do: { kind: 'match-later', ms: 2_000 } });
  return { played, maker, taker, yes, no };
}

let salt = 0;

const rest = ({ maker, no }: Market, nowMs = START_MS) =>
  placeSalted(maker, 'a', { tokenId: no, side: 'BUY', salt: ++salt, nowMs, price: 0.4, size: 5 });
const take = ({ taker, yes }: Market, nowMs = START_MS) =>
  placeSalted(taker, 'b', { tokenId: yes, side: 'BUY', salt: ++salt, nowMs, price: 0.6, size: 5 });

/** Starts a process on a copy of the folder as a killed process leaves it, and returns the same market there. */
async function killed({ played, yes, no }: Market, change: (dataDir: string) => void = () => undefined) {
  const dataDir = createDataDir();
  cpSync(played.dataDir, dataDir, { recursive: true });
  change(dataDir);
  const again = await started({ dataDir });
  const [maker, taker] = [again.client('a'), again.client('b')];
  await maker.auth.credentials();
  await taker.auth.credentials();
  return { played: again, maker, taker, yes, no };
}

async function shown({ taker }: Market, orderId: string): Promise<string> {
  const { status, sizeMatched } = await taker.orders.get(orderId);
  return `${status} ${sizeMatched}`;
}

const shares = async ({ taker, yes }: Market): Promise<string> =>
  (await taker.account.get()).wallets[0]?.positions.find(({ tokenId }) => tokenId === yes)?.free ?? '0';

const hash = ({ played }: Market): string => played.sandbox.exchange.head.hash;

test('delayed: killed, it waits on, and trades at its moment, to the byte as if no one had been killed [D53]', async () => {
  const before = await market();
  await rest(before);
  const { orderID, status } = await take(before);
  expect(status).toBe('delayed');
  await before.maker.sandbox.advance(1_000);
  const after = await killed(before);
  expect(await shown(after, orderID)).toBe('DELAYED 0');
  const span = { since: String(START_MS), until: String(START_MS + 2_000) };
  const waiting = { status: 'DELAYED', held_back: { rule: '1', ...span } };
  expect(await after.taker.orders.explain(orderID)).toMatchObject(waiting);
  await after.maker.sandbox.advance(999);
  expect([await shown(after, orderID), await shares(after)]).toEqual(['DELAYED 0', '0']);
  await after.maker.sandbox.advance(1);
  expect([await shown(after, orderID), await shares(after)]).toEqual(['MATCHED 5', '5']);
  const taken = { status: 'MATCHED', created_at: String(START_MS + 2_000), held_back: { rule: '1' } };
  expect(await after.taker.orders.explain(orderID)).toMatchObject(taken);
  await before.maker.sandbox.advance(1_000);
  expect(hash(after)).toBe(hash(before));
});

test('delayed: sent again after a restart it is the one that waits', async () => {
  const before = await market();
  await rest(before);
  const order = { tokenId: before.yes, side: 'BUY', salt: ++salt, nowMs: START_MS, price: 0.6, size: 5 } as const;
  const { orderID } = await placeSalted(before.taker, 'b', order);
  await before.maker.sandbox.advance(1_500);
  const after = await killed(before);
  expect(await placeSalted(after.taker, 'b', order)).toMatchObject({ orderID, status: 'delayed' });
  expect((await after.taker.orders.cancel(orderID)).not_canceled).toHaveProperty(orderID);
  await after.maker.sandbox.advance(500);
  expect(await placeSalted(after.taker, 'b', order)).toMatchObject({ orderID, status: 'matched' });
  expect(await shares(after)).toBe('5');
});

test('delayed: killed after it came to the exchange and before that was noted, it has one effect [D53]', async () => {
  const before = await market();
  await rest(before);
  const { orderID } = await take(before);
  const held = ['', ...SQLITE_SUFFIXES].map((suffix) => `branches/main/${HELD_ORDERS_FILE}${suffix}`);
  const kept = held
    .filter((path) => existsSync(join(before.played.dataDir, path)))
    .map((path) => [path, readFileSync(join(before.played.dataDir, path))] as const);
  await before.maker.sandbox.advance(2_000);
  expect(await shares(before)).toBe('5');
  const after = await killed(before, (dataDir) => {
    for (const path of held) rmSync(join(dataDir, path), { force: true });
    for (const [path, bytes] of kept) writeFileSync(join(dataDir, path), bytes);
  });
  await rest(after, START_MS + 2_000);
  const ends = hash(after);
  await after.maker.sandbox.advance('1m');
  expect([await shown(after, orderID), await shares(after), hash(after)]).toEqual(['MATCHED 5', '5', ends]);
});

test('delayed: killed while time ran and was not noted, it is no earlier than when it was answered', async () => {
  const before = await market();
  await rest(before);
  const noted = readFileSync(join(before.played.dataDir, SANDBOX_FILE));
  await before.maker.sandbox.advance('1h');
  const { orderID } = await take(before, START_MS + 3_600_000);
  const after = await killed(before, (dataDir) => writeFileSync(join(dataDir, SANDBOX_FILE), noted));
  expect(await after.maker.sandbox.clock()).toMatchObject({ time_ms: START_MS + 3_600_000 });
  await after.maker.sandbox.advance(2_000);
  expect(await shown(after, orderID)).toBe('MATCHED 5');
});

test('delayed: a branch and a fork that begin while it waits know nothing of it, after a restart too', async () => {
  const before = await market();
  await rest(before);
  const { orderID } = await take(before);
  const { sequence } = await before.maker.sandbox.clock();
  const { url } = await before.maker.sandbox.fork();
  await before.played.client('a', url).sandbox.advance('1m');
  await expect(before.played.client('b', url).orders.get(orderID)).rejects.toMatchObject({ status: 404 });
  await before.maker.sandbox.rewind({ sequence });
  const after = await killed(before);
  await after.maker.sandbox.advance('1m');
  await expect(after.taker.orders.get(orderID)).rejects.toMatchObject({ status: 404 });
  expect(await shares(after)).toBe('0');
});
