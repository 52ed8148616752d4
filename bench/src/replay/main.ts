/**
 * `npm run bench:replay`: how fast a tape is played with a client attached, whether its certificate is the same each time, and
 * whether the bounds of resting orders hold the truth where it is known. `-- --smoke` is small and judges nothing but equality.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { BID, type Command, marketId, type OrderId, type State } from '@bellwether/engine';
import { createClient, createSigner } from '@bellwether/sdk';
import { TAPES_FOLDER } from '@bellwether/server/compose/sandbox/replay/tape-files.ts';
import { type SandboxVenue, startSandbox } from '@bellwether/server/compose/sandbox/sandbox-venue.ts';
import { readConfig } from '@bellwether/server/config.ts';
import { MACHINE } from '@bellwether/server/runtime/machine.ts';
import { createDataDir, removeDataDir } from '@bellwether/venue-process';
import { benchArguments } from '../shared/arguments.ts';
import { buyOrder } from '../shared/history.ts';
import { count, median, printBars, printHeader, printTable } from '../shared/report.ts';
import { writeBusyTape } from './busy-tape.ts';
import { type FollowedOrder, writeKnownMarket } from './known-market.ts';

const KEY = `0x${'b0'.repeat(32)}` as const;
const STEPS = [0, 1_000, 10_000];
const STEP_JUDGED = 1_000;
/** As many as a certificate names. */
const ORDERS_PER_MARKET = 1_000;

const { smoke } = benchArguments();
const messages = smoke ? 4_000 : 500_000;
const messagesAtOnce = smoke ? 2_000 : 20_000;
const runs = smoke ? 3 : 100;
const markets = smoke ? 1 : 10;
const ordersPerMarket = smoke ? 60 : ORDERS_PER_MARKET;

printHeader(
  'replay: a tape that is played, and who trades beside it',
  [
    `speed: ${count(messages)} messages of 2 markets with 20 levels each, one a millisecond, 2 % trades; a client at the market feed with two orders`,
    `   that rest; in steps of 0 (${count(messagesAtOnce)} messages: every one is in the books), 1 and 10 s of the tape`,
    `certificate: ${runs} runs over the ordinary API with orders that rest, take and are cancelled, salts by chance`,
    `bounds: ${count(markets * ordersPerMarket)} orders of an account that is left out of the tapes of ${markets} journals, placed again beside them`,
  ],
  'reading and checking the whole tape, which is done once before it begins',
);

const dataDir = createDataDir();
const tapes = join(dataDir, TAPES_FOLDER);
const sandbox = await startIn(dataDir);
const operator = createClient({ baseUrl: sandbox.url, adminToken: sandbox.adminToken, timeoutMs: 600_000 });
try {
  const rates = new Map<number, number>();
  const rows: string[][] = [];
  for (const step of STEPS) {
    const told = step === 0 ? messagesAtOnce : messages;
    const { seconds, cpuMicros, frames, orders } = await playBusy(step, told);
    rates.set(step, told / seconds);
    rows.push([
      `${step / 1000} s`,
      count(Math.round(told / seconds)),
      cpuMicros.toFixed(1),
      count(orders),
      count(frames),
    ]);
  }
  printTable(['step', 'messages/s', 'CPU µs a message', 'journal entries', 'frames of the client'], rows);

  const certificates = new Set<string>();
  for (let run = 0; run < runs; run++) certificates.add(await playSame());
  printTable(['runs', 'different certificates'], [[count(runs), count(certificates.size)]]);

  const compared = { orders: 0, held: 0, exact: 0, filled: 0 };
  const widths: number[] = [];
  for (let market = 0; market < markets; market++) await playKnown(market + 1, compared, widths);
  printTable(
    ['orders', 'bounds hold the truth', 'bounds are one', 'filled in truth', 'median width, shares'],
    [
      [
        count(compared.orders),
        `${((compared.held / compared.orders) * 100).toFixed(2)} %`,
        `${((compared.exact / compared.orders) * 100).toFixed(1)} %`,
        `${((compared.filled / compared.orders) * 100).toFixed(1)} %`,
        (median(widths.length === 0 ? [0] : widths) / 1e6).toFixed(2),
      ],
    ],
  );
  const held = printBars(
    [
      {
        label: `messages/s in steps of ${STEP_JUDGED / 1000} s, in 50,000`,
        ratio: (rates.get(STEP_JUDGED) ?? 0) / 50_000,
        atLeast: 1,
      },
      { label: 'different certificates', ratio: certificates.size, atLeast: null, atMost: 1 },
      { label: 'share of orders whose bounds hold', ratio: compared.held / compared.orders, atLeast: 0.99 },
    ],
    smoke,
  );
  if (!held || certificates.size !== 1 || compared.held / compared.orders < 0.99) process.exitCode = 1;
} finally {
  await sandbox.stop();
  removeDataDir(dataDir);
}

async function playBusy(step: number, told: number): Promise<Played> {
  const path = join(tapes, `busy-${step}.tape`);
  const tape = writeBusyTape(path, told, 2);
  const { id } = await operator.sandbox.replay({ tape: path, step });
  const client = bot();
  const tokens = tape.markets.flatMap(({ token_ids }) => token_ids);
  await operator.sandbox.until(tape.startMs + 500);
  for (const tokenId of tokens.slice(0, 2))
    await client.orders.place({ tokenId, side: 'BUY', price: '0.3', size: '10', type: 'GTC' });
  const socket = new WebSocket(`${sandbox.url.replace('http', 'ws')}/ws/market`);
  let frames = 0;
  const begun = Promise.withResolvers<void>();
  socket.onopen = () => socket.send(JSON.stringify({ type: 'market', assets_ids: tokens }));
  socket.onmessage = () => {
    frames++;
    begun.resolve();
  };
  await begun.promise;
  const before = (await operator.sandbox.clock()).sequence;
  const [startedMs, startedCpu] = [performance.now(), process.cpuUsage()];
  await operator.sandbox.until(tape.endMs);
  const seconds = (performance.now() - startedMs) / 1000;
  const { user, system } = process.cpuUsage(startedCpu);
  const { state, certificate } = await operator.sandbox.replayed(id);
  if (state !== 'done' || certificate?.tape.messages !== told) throw new Error(`the replay is ${state}`);
  const orders = (await operator.sandbox.clock()).sequence - before;
  socket.close();
  return { seconds: (seconds * told) / (told - 500), cpuMicros: (user + system) / (told - 500), frames, orders };
}

/** The hash of the certificate of a run that is meant to be the same each time. */
async function playSame(): Promise<string> {
  const path = join(tapes, `busy-${STEPS[0]}.tape`);
  const { id } = await operator.sandbox.replay({ tape: path, step: 250 });
  const client = bot();
  const [market] = await client.markets.list({ limit: 1 });
  const [tokenId] = market?.tokenIds ?? [];
  if (tokenId === undefined) throw new Error('there is no market');
  await operator.sandbox.advance(300);
  const { orderID } = await client.orders.place({ tokenId, side: 'BUY', price: '0.45', size: '40', type: 'GTC' });
  await client.orders.place({ tokenId, side: 'BUY', price: '0.49', size: '60', type: 'GTC' });
  await operator.sandbox.advance(300);
  await client.orders.place({ tokenId, side: 'BUY', price: '0.6', amount: '12', type: 'FAK' });
  await operator.sandbox.advance(300);
  await client.orders.cancel(orderID);
  await operator.sandbox.advance(messagesAtOnce);
  const { certificate } = await operator.sandbox.replayed(id);
  if (certificate === null || certificate.fills.count === 0) throw new Error('nothing was filled');
  return certificate.sha256;
}

async function playKnown(seed: number, compared: Compared, widths: number[]): Promise<void> {
  const folder = createDataDir();
  mkdirSync(folder, { recursive: true });
  const path = join(tapes, `known-${seed}.tape`);
  const followed = await writeKnownMarket(folder, path, seed, ordersPerMarket);
  removeDataDir(folder);
  const accounts = [{ name: 'bot', key: KEY, balance: 1_000_000 }];
  const { id } = await operator.sandbox.replay({ tape: path, step: 1_000, accounts });
  for (const { timeMs, command } of commandsOf(followed, sandbox.exchange.state)) {
    await sandbox.move({ untilMs: timeMs });
    await sandbox.exchange.submit(command);
  }
  await sandbox.move({ byMs: 100_000_000 });
  const { certificate } = await operator.sandbox.replayed(id);
  if (certificate?.orders.count !== followed.length) throw new Error('not all orders rested');
  for (const [index, order] of followed.entries()) {
    const listed = certificate.orders.listed[index];
    if (listed === undefined || listed.order !== index + 1) throw new Error('orders came in another order');
    const [least, most] = [Number(listed.pessimistic) * 1e6, Number(listed.optimistic) * 1e6];
    compared.orders++;
    if (least <= order.filled + 1 && order.filled <= most + 1) compared.held++;
    if (least === most) compared.exact++;
    else widths.push(most - least);
    if (order.filled > 0) compared.filled++;
  }
}

interface Played {
  readonly seconds: number;
  /** Of the process, client and all, for a message. */
  readonly cpuMicros: number;
  readonly frames: number;
  /** Entries of the journal. */
  readonly orders: number;
}

interface Compared {
  orders: number;
  held: number;
  exact: number;
  filled: number;
}

/** What the account did in truth, in its order. */
function commandsOf(followed: readonly FollowedOrder[], state: Readonly<State>) {
  const account = state.accounts.at(-1);
  const wallet = account === undefined ? undefined : state.walletsByAddress.get(account.address);
  if (account === undefined || wallet === undefined) throw new Error('there is no account');
  const commands: { readonly timeMs: number; readonly command: Command }[] = [];
  for (const { orderId, side, price, size, placedMs, canceledMs } of followed) {
    const own = side === BID ? price : 10_000 - price;
    const placed = buyOrder(orderId, 0, marketId(0), side === BID ? 0 : 1, own, size);
    commands.push({ timeMs: placedMs, command: { ...placed, account: account.id, wallet } });
    if (canceledMs !== null) commands.push({ timeMs: canceledMs, command: cancel(account.id, orderId) });
  }
  return commands.sort((one, other) => one.timeMs - other.timeMs);
}

function cancel(account: State['accounts'][number]['id'], orderId: OrderId): Command {
  return { kind: 'CancelOrders', account, orderIds: [orderId] };
}

function bot() {
  return createClient({
    baseUrl: sandbox.url,
    adminToken: sandbox.adminToken,
    account: { signer: createSigner(KEY) },
    timeoutMs: 600_000,
  });
}

function startIn(folder: string): Promise<SandboxVenue> {
  const config = readConfig(
    {
      BELLWETHER_DATA_DIR: folder,
      BELLWETHER_PORT: '0',
      BELLWETHER_LIMITS: 'off',
      BELLWETHER_SNAPSHOT_EVERY: '50000',
    },
    false,
  );
  const onFailure = (message: string): void => {
    throw new Error(message);
  };
  return startSandbox({ config, machine: MACHINE, seed: 1, startMs: Date.UTC(2026, 0, 1), onFailure });
}
