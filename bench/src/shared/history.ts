/**
 * Writes the history of a busy venue straight into a journal, through the engine and the same journal adapter as in
 * production. Only HTTP and signatures are left out, to create a million orders in seconds.
 */

import {
  ASK,
  accountId,
  address,
  applyEntry,
  type Command,
  createState,
  decide,
  type MarketId,
  marketId,
  micros,
  type OpenAccount,
  type OrderId,
  type Outcome,
  orderId,
  type PlaceOrder,
  type State,
  type TokenId,
  tokenId,
  walletId,
} from '@bellwether/engine';
import { marketDefinition } from '@bellwether/engine/testing/testing/definitions.ts';
import { lockDataFolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import { openJournal } from '@bellwether/ledger/adapters/journal-sqlite/sqlite-journal.ts';
import { RecordWriter } from '@bellwether/ledger/record/record-bytes.ts';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { Random } from './random.ts';

const ENTRIES_PER_RECORD = 200;
const MARKETS_PER_COMMAND = 1_000;
const START_MS = 1_760_000_000_000;
/** Ten million units each, so that 500 accounts stay within a venue's limit. */
const DEPOSIT = 10_000_000_000_000;

interface History {
  readonly entries: number;
  readonly openOrders: number;
  readonly trades: number;
  readonly journalMiB: number;
}

/** Returns the next command of a history, given the state so far; null ends the history. */
export type NextCommand = (state: Readonly<State>) => Command | null;

/**
 * Writes a history into an empty folder: `opening` first, then the commands from `next`. `clock` gives the Unix
 * milliseconds of an entry; by default entries are a millisecond apart.
 */
export async function writeHistory(
  dataDir: string,
  opening: Iterable<Command>,
  next: NextCommand,
  clock = (sequence: number): number => START_MS + sequence,
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

/** Tokens of the n-th market, long as real ones are: a venue that is given the markets as a tape refuses short ones. */
export const tokensOf = (market: number): [TokenId, TokenId] => [longToken(2 * market), longToken(2 * market + 1)];
const longToken = (index: number): TokenId => tokenId(String(2n ** 64n + BigInt(index)));

/** Plain markets and funded accounts. */
export function openingCommands(markets: number, accounts: number): Command[] {
  const definitions = Array.from({ length: markets }, (_, index) =>
    marketDefinition(index, { tokenIds: tokensOf(index) }),
  );
  const commands: Command[] = [];
  for (let at = 0; at < markets; at += MARKETS_PER_COMMAND) {
    const some = definitions.slice(at, at + MARKETS_PER_COMMAND);
    commands.push({ kind: 'AddToCatalog', tags: [], series: [], events: [], markets: some });
  }
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

/** Accounts of `mixedOrders`. */
export const MAKERS = 40;
export const TAKERS = 10;
const TEN_SHARES = 10_000_000;

/**
 * `orders` orders over `markets` markets, of which about `open` rest at the end. Makers bid for NO between 0.40 and
 * 0.59; while too many orders rest, takers buy YES at the best price. A taker fills one maker.
 */
export function mixedOrders(orders: number, open: number, markets: number): NextCommand {
  const random = new Random(7);
  let placed = 0;
  return (state) => {
    if (placed === orders) return null;
    const market = marketId(random.below(markets));
    const bestAsk = state.markets[market]?.book?.bestPrice(ASK) ?? 0;
    const takes = bestAsk !== 0 && state.openOrders.size > (open * placed) / orders;
    placed++;
    const id = orderId(random.hex(32));
    if (takes) return buyOrder(id, MAKERS + random.below(TAKERS), market, 0, bestAsk, TEN_SHARES);
    return buyOrder(id, random.below(MAKERS), market, 1, 4_000 + random.below(20) * 100, TEN_SHARES);
  };
}
