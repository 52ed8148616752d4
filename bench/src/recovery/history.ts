/**
 * Writes the history of a busy venue straight into a journal, through the engine and the same journal adapter as in
 * production: only the HTTP side is left out, to make a million orders in seconds.
 */
import { randomBytes } from 'node:crypto';
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
  orderId,
  type State,
  walletId,
} from '@bellwether/engine';
import { lockDataFolder } from '@bellwether/server/adapters/data-folder/lock.ts';
import { openJournal } from '@bellwether/server/adapters/journal-sqlite/sqlite-journal.ts';
import { chainHash, entryLine } from '@bellwether/server/ports/journal-record.ts';
import { createRandom, type Random } from '../shared/random.ts';
import { benchMarket } from '../shared/markets.ts';

const UNIT = 1_000_000;
const ENTRIES_PER_RECORD = 200;
const MAKERS = 40;
const TAKERS = 10;
const START_MS = 1_760_000_000_000;
const SIZE = 10 * UNIT;

export interface History {
  readonly orders: number;
  readonly openOrders: number;
  readonly trades: number;
  readonly entries: number;
  readonly journalMiB: number;
}

/** Fills the folder with `orders` accepted orders in `markets` markets, of which `open` rest at the end. */
export async function writeHistory(dataDir: string, orders: number, open: number, markets: number): Promise<History> {
  const lock = lockDataFolder(dataDir);
  const journal = openJournal(lock);
  const state = createState();
  let trades = 0;
  let characters = 0;
  let previousHash = (await journal.head()).hash;
  let hash = previousHash;
  let lines: string[] = [];
  const flush = async (): Promise<void> => {
    if (lines.length === 0) return;
    const payload = `${lines.join('\n')}\n`;
    const firstSequence = state.sequence - lines.length + 1;
    await journal.append({ firstSequence, lastSequence: state.sequence, previousHash, hash, payload });
    characters += payload.length;
    previousHash = hash;
    lines = [];
  };
  const submit = async (command: Command): Promise<void> => {
    const stamp = { sequence: state.sequence + 1, timeMs: START_MS + state.sequence };
    const decision = decide(state, command, stamp);
    if (decision.kind !== 'accepted') throw new Error(`history: ${JSON.stringify(decision)}`);
    if (decision.events.some((event) => event.kind === 'TradeExecuted')) trades++;
    applyEntry(state, { ...stamp, command, events: decision.events });
    const line = entryLine(stamp.sequence, stamp.timeMs, JSON.stringify(command), JSON.stringify(decision.events));
    hash = chainHash(hash, line);
    lines.push(line);
    if (lines.length >= ENTRIES_PER_RECORD) await flush();
  };
  const random = createRandom(7);
  for (const command of openingCommands(markets)) await submit(command);
  for (let index = 0; index < orders; index++) await submit(nextOrder(state, random, index, orders, open, markets));
  await flush();
  await journal.close();
  lock.release();
  return { orders, openOrders: state.openOrders.size, trades, entries: state.sequence, journalMiB: characters / 2 ** 20 };
}

function openingCommands(markets: number): Command[] {
  const commands: Command[] = [
    { kind: 'AddToCatalog', tags: [], series: [], events: [], markets: Array.from({ length: markets }, (_, index) => benchMarket(index)) },
  ];
  for (let account = 0; account < MAKERS + TAKERS; account++) {
    const digits = (account + 1).toString(16).padStart(4, '0');
    commands.push(
      { kind: 'OpenAccount', address: address(`0x${digits.repeat(10)}`), depositWallet: address(`0x${digits.repeat(9)}ffff`), startingBalance: micros(0) },
      { kind: 'Deposit', wallet: walletId(account * 2), amount: micros(50_000_000 * UNIT) },
    );
  }
  return commands;
}

/**
 * Makers bid for NO between 0.40 and 0.59; while more rests than should by now, takers buy YES at the best price. Every
 * order is for ten shares, so that a taker eats one maker.
 */
function nextOrder(state: State, random: Random, index: number, orders: number, open: number, markets: number): Command {
  const market: MarketId = marketId(random.below(markets));
  const bestAsk = state.markets[market]?.book?.bestPrice(ASK) ?? 0;
  const takes = bestAsk !== 0 && state.openOrders.size > (open * index) / orders;
  const account = takes ? MAKERS + random.below(TAKERS) : random.below(MAKERS);
  const price = takes ? bestAsk : 4_000 + random.below(20) * 100;
  return {
    kind: 'PlaceOrder',
    orderId: orderId(`0x${randomBytes(32).toString('hex')}`),
    account: accountId(account),
    wallet: walletId(account * 2),
    apiKey: '00000000-0000-4000-8000-000000000000',
    market,
    outcome: takes ? 0 : 1,
    side: 'BUY',
    type: 'GTC',
    postOnly: false,
    makerAmount: micros((SIZE / 10_000) * price),
    takerAmount: micros(SIZE),
    expiration: 0,
    builder: '',
  };
}
