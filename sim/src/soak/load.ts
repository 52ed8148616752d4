/**
 * The mixed load of a soak, as an open loop: each request is due at a fixed time and its latency counts from then, so
 * that a stall is not hidden by the requests it holds back.
 */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@bellwether/sdk';
import type { VenueProcess } from '@bellwether/venue-process';
import { createDice, type Dice } from '../dice/dice.ts';
import { messageOf } from '../shared/harness.ts';
import { addQuestions, openAccounts } from '../shared/venue-load.ts';

export interface Done {
  readonly kind: 'order' | 'read' | 'comment';
  readonly latencyMs: number;
  /** Due time since the load began. */
  readonly dueMs: number;
  readonly failure: string | null;
}

const ACCOUNTS = 8;
const MARKETS = 10;
/** Maximum of open orders per account; one more cancels the oldest. */
const OPEN_ORDERS_MAX = 40;
const FEED_READERS = 5;
/** Connections that subscribe and never read, and how long each lasts; the venue may cut them off earlier. */
const SLOW_READERS = 3;
const SLOW_READER_MS = 120_000;
const COMMENT_EVERY_ORDERS = 50;
const TERMS = { tick: '0.01', minimumSize: '5', negRisk: false } as const;

interface Account {
  readonly client: Client;
  readonly open: string[];
}

export async function runLoad(
  venue: VenueProcess,
  ordersPerSecond: number,
  durationMs: number,
  onDone: (done: Done) => void,
): Promise<void> {
  const dice = createDice(1);
  const { event, questions } = await addQuestions(venue, 'Soak', MARKETS);
  const tokens = questions.flatMap((question) => question.tokens);
  const clients = (await openAccounts(venue, ACCOUNTS, '100000000'))(venue);
  const accounts = clients.map((client): Account => ({ client, open: [] }));
  const end = new AbortController();
  const { signal } = end;
  const readers = [
    ...clients.slice(0, FEED_READERS).map(({ feeds }) => readAll(feeds.market({ tokens, signal }), signal)),
    ...clients.slice(0, 1).map(({ feeds }) => readAll(feeds.user({ balances: true, signal }), signal)),
    ...Array.from({ length: SLOW_READERS }, () => keepSleeping(venue, tokens, signal)),
  ];
  const began = performance.now();
  const running = new Set<Promise<void>>();
  const start = (kind: Done['kind'], dueMs: number, work: () => Promise<unknown>): void => {
    const one = work()
      .then(() => null, messageOf)
      .then((failure) => {
        running.delete(one);
        onDone({ kind, dueMs, latencyMs: performance.now() - began - dueMs, failure });
      });
    running.add(one);
  };
  for (let index = 0; ; index++) {
    const dueMs = (index * 1000) / ordersPerSecond;
    if (dueMs >= durationMs) break;
    const wait = dueMs - (performance.now() - began);
    if (wait > 0) await sleep(wait);
    const account = accounts[index % ACCOUNTS] as Account;
    start('order', dueMs, () => placeAndTrim(account, index % ACCOUNTS, tokens, dice));
    start('read', dueMs, () => readSomething(account.client, tokens, dice));
    if (index % COMMENT_EVERY_ORDERS === 0) {
      const body = { body: `Said at ${index}`, parentEntityType: 'Event', parentEntityID: event } as const;
      start('comment', dueMs, () => account.client.comments.add(body));
    }
  }
  await Promise.all(running);
  end.abort();
  await Promise.all(readers);
}

/** Places an order. Even accounts buy first outcomes, odd ones second outcomes; about a third match. */
async function placeAndTrim({ client, open }: Account, number: number, tokens: readonly string[], dice: Dice) {
  const tokenId = tokens[2 * dice.below(MARKETS) + (number % 2)] as string;
  const price = `0.${40 + dice.below(13)}`;
  const { orderID, status } = await client.orders.place({
    tokenId,
    side: 'BUY',
    price,
    size: String(5 + dice.below(20)),
    terms: TERMS,
  });
  if (status === 'live') open.push(orderID);
  const oldest = open.length > OPEN_ORDERS_MAX ? open.shift() : undefined;
  if (oldest !== undefined) await client.orders.cancel(oldest);
}

function readSomething(client: Client, tokens: readonly string[], dice: Dice): Promise<unknown> {
  const read = dice.pick<() => Promise<unknown>>([
    () => client.markets.list({ limit: 20 }),
    () => client.trades.list({ limit: 50 }),
    () => client.account.get(),
    () => client.books.getMany(tokens),
    () => client.books.get(dice.pick(tokens)),
  ]);
  return read();
}

async function readAll(feed: AsyncIterable<unknown>, signal: AbortSignal): Promise<void> {
  try {
    for await (const _item of feed);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Opens one slow reader after another, so that there are some until the end. */
async function keepSleeping(venue: VenueProcess, tokens: readonly string[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const socket = subscribeAndSleep(venue, tokens);
    await sleep(SLOW_READER_MS, undefined, { signal }).catch(() => undefined);
    socket.destroy();
  }
}

/** Speaks just enough WebSocket to subscribe and reads nothing from then on. The venue may cut it off. */
function subscribeAndSleep({ url }: VenueProcess, tokens: readonly string[]): ReturnType<typeof connect> {
  const { port, host } = new URL(url);
  const socket = connect({ port: Number(port), host: '127.0.0.1' });
  socket.on('error', () => undefined);
  socket.write(
    `GET /ws/market HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
      `Sec-WebSocket-Key: ${Buffer.alloc(16, 7).toString('base64')}\r\n\r\n`,
  );
  const text = Buffer.from(JSON.stringify({ type: 'market', assets_ids: tokens }));
  const head = Buffer.alloc(8);
  head.writeUInt8(0x81, 0);
  head.writeUInt8(0xfe, 1);
  head.writeUInt16BE(text.length, 2);
  // A mask of zeros leaves the text as it is.
  socket.once('data', () => {
    socket.write(Buffer.concat([head, text]));
    socket.pause();
  });
  return socket;
}

export interface Sample {
  /** Since the load began. */
  readonly atMs: number;
  /** MiB by thread; `process` is resident memory. */
  readonly memory: ReadonlyMap<string, number>;
  readonly diskBytes: number;
}

const FIGURE = /^bellwether_thread_memory_bytes\{thread="([^"]+)",kind="(used|buffers)"\} (\S+)$/gm;
const MIB = 2 ** 20;
const GONE = { throwIfNoEntry: false } as const;
/** The reserve for a full disk, independent of the load. */
const NOT_OF_THE_LOAD = 'reserve';

export async function takeSample({ url, pid, dataDir }: VenueProcess, atMs: number): Promise<Sample> {
  const memory = new Map<string, number>();
  const text = await (await fetch(`${url}/metrics`)).text();
  for (const [, thread = '', , bytes] of text.matchAll(FIGURE)) {
    memory.set(thread, (memory.get(thread) ?? 0) + Number(bytes) / MIB);
  }
  const resident = /VmRSS:\s+([0-9]+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  memory.set('process', Number(resident ?? 0) / 1024);
  return { atMs, memory, diskBytes: diskBytesOf(dataDir) };
}

function diskBytesOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return (
    files
      .filter(({ name }) => name !== NOT_OF_THE_LOAD)
      // A file may be gone by now.
      .reduce((sum, { parentPath, name }) => sum + (statSync(join(parentPath, name), GONE)?.size ?? 0), 0)
  );
}
