/**
 * Writes the history of a busy venue straight into a journal, through the engine and the same journal adapter as in
 * production: only HTTP and signatures are left out, to make a million orders in seconds.
 */

import {
  accountId,
  address,
  applyEntry,
  type Command,
  createState,
  decide,
  type MarketId,
  micros,
  type OpenAccount,
  type OrderId,
  type Outcome,
  type PlaceOrder,
  type State,
  walletId,
} from '@bellwether/engine';
import { lockDataFolder } from '@bellwether/server/adapters/data-folder/lock.ts';
import { openJournal } from '@bellwether/server/adapters/journal-sqlite/sqlite-journal.ts';
import { RecordWriter } from '@bellwether/server/record/record-bytes.ts';
import { MACHINE } from '@bellwether/server/runtime/machine.ts';
import { benchMarket } from './markets.ts';

const ENTRIES_PER_RECORD = 200;
const START_MS = 1_760_000_000_000;
/** Ten million units each, so that 500 accounts stay within what a venue may hold. */
const DEPOSIT = 10_000_000_000_000;

export interface History {
  readonly entries: number;
  readonly openOrders: number;
  readonly trades: number;
  readonly journalMiB: number;
}

/** Unix milliseconds of the entry with that sequence; never less than of the one before. */
export type HistoryClock = (sequence: number) => number;

/** One entry a millisecond. */
const quickClock: HistoryClock = (sequence) => START_MS + sequence;

/** The next command of a history, given the state so far; null ends it. */
export type NextCommand = (state: Readonly<State>) => Command | null;

/** Writes a history into an empty folder: `opening` first, then whatever `next` says. */
export async function writeHistory(
  dataDir: string,
  opening: Iterable<Command>,
  next: NextCommand,
  clock: HistoryClock = quickClock,
): Promise<History> {
  const lock = lockDataFolder(dataDir);
  const journal = openJournal(lock, MACHINE.random);
  const state = createState();
  let trades = 0;
  let bytes = 0;
  const writer = new RecordWriter(await journal.head());
  const flush = async (): Promise<void> => {
    const written = writer.finish();
    if (written === null) return;
    await journal.append(written.record);
    writer.begin(writer.head);
    bytes += written.record.payload.length;
  };
  const submit = async (command: Command): Promise<void> => {
    const sequence = state.sequence + 1;
    const stamp = { sequence, timeMs: clock(sequence) };
    const decision = decide(state, command, stamp);
    if (decision.kind !== 'accepted') throw new Error(`history: ${JSON.stringify(decision)}`);
    if (decision.events.some((event) => event.kind === 'TradeExecuted')) trades++;
    applyEntry(state, { ...stamp, command, events: decision.events });
    writer.write(stamp, command, JSON.stringify(command), decision.events);
    writer.keep();
    if (writer.entries >= ENTRIES_PER_RECORD) await flush();
  };
  for (const command of opening) await submit(command);
  for (let command = next(state); command !== null; command = next(state)) await submit(command);
  await flush();
  await journal.close();
  lock.release();
  return { entries: state.sequence, openOrders: state.openOrders.size, trades, journalMiB: bytes / 2 ** 20 };
}

/** Plain markets and funded accounts. */
export function openingCommands(markets: number, accounts: number): Command[] {
  const definitions = Array.from({ length: markets }, (_, index) => benchMarket(index));
  const commands: Command[] = [{ kind: 'AddToCatalog', tags: [], series: [], events: [], markets: definitions }];
  for (let account = 0; account < accounts; account++) {
    commands.push(openAccount(account, 0), { kind: 'Deposit', wallet: walletId(account * 2), amount: micros(DEPOSIT) });
  }
  return commands;
}

/** Opens the n-th account; `startingBalance` in micro-units goes to each of its two wallets. */
export function openAccount(account: number, startingBalance: number): OpenAccount {
  const wallet = accountAddress(account);
  const depositWallet = address(`0xffffffff${wallet.slice(10)}`);
  return { kind: 'OpenAccount', address: wallet, depositWallet, startingBalance: micros(startingBalance) };
}

/** Address of the n-th account; its own wallet has number 2n. */
export function accountAddress(account: number): ReturnType<typeof address> {
  return address(`0x${(account + 1).toString(16).padStart(8, '0').repeat(5)}`);
}

/** A GTC BUY by the n-th account at `price` (1/10000 of its own outcome) for `size` micro-shares. */
export function buyOrder(
  orderId: OrderId,
  account: number,
  market: MarketId,
  outcome: Outcome,
  price: number,
  size: number,
  builder = '',
): PlaceOrder {
  return {
    kind: 'PlaceOrder',
    orderId,
    account: accountId(account),
    wallet: walletId(account * 2),
    apiKey: '00000000-0000-4000-8000-000000000000',
    market,
    outcome,
    side: 'BUY',
    type: 'GTC',
    postOnly: false,
    makerAmount: micros((size / 10_000) * price),
    takerAmount: micros(size),
    expiration: 0,
    builder,
  };
}
