/**
 * Compares what clients were told with the journal as the kill left it, and with the answers of the venue after its
 * restart.
 */
import { type Client, isApiError, isOutcomeUnknown } from '@bellwether/sdk';
import type { Choices } from '../shared/random.ts';
import type { JournalIndex } from './journal-index.ts';
import { Violation } from './lives.ts';
import type { Promised } from './promises.ts';
import { type Address, STARTING_MONEY, type Trader } from './traders.ts';
import { tell } from './writes.ts';

interface AuditCounts {
  acknowledged: number;
  refused: number;
  /** Writes without an answer: those that had been executed, and all. */
  unknownDone: number;
  unknown: number;
}

/** Checks every promise in every client's file. Throws `Violation`. */
export function auditJournal(traders: readonly Trader[], index: JournalIndex): AuditCounts {
  const counts = { acknowledged: 0, refused: 0, unknownDone: 0, unknown: 0 };
  for (const trader of traders) {
    const told = trader.file.read();
    for (const { write } of trader.file.all) {
      const times = index.times(write.name);
      const said = told.get(write.name) ?? 'nothing';
      if (said === 'acknowledged') {
        counts.acknowledged++;
        if (times !== 1)
          throw new Violation(`${write.kind} ${write.name} was acknowledged and is there ${times} times`);
      } else if (said === 'refused') {
        counts.refused++;
        if (times !== 0) throw new Violation(`${write.kind} ${write.name} was refused and is there ${times} times`);
      } else {
        counts.unknown++;
        counts.unknownDone += times;
        if (times > 1) throw new Violation(`${write.kind} ${write.name} got no answer and is there ${times} times`);
      }
    }
  }
  return counts;
}

interface RestartAudit {
  sentAgain: number;
  readBack: number;
}

const AGAIN_OF_ACKNOWLEDGED = 2;

/**
 * Queries a restarted venue. Resends most writes without an answer and some acknowledged ones, reads orders back, and
 * compares books and money with the accounts' own data. Null if the venue ended meanwhile. Throws `Violation`.
 */
export async function auditRestart(
  venue: Address,
  traders: readonly Trader[],
  index: JournalIndex,
  choices: Choices,
  start: number,
): Promise<RestartAudit | null> {
  const done: RestartAudit = { sentAgain: 0, readBack: 0 };
  const clients = traders.map((trader) => trader.clientOf(venue));
  const audits = traders.map((trader, at) => auditTrader(trader, clients[at] as Client, choices, start, done));
  try {
    const ended = (await Promise.all(audits)).includes(false);
    if (ended) return null;
    await auditBooks(traders, clients);
    await auditMoney(traders, clients, index);
    return done;
  } catch (error) {
    if (isOutcomeUnknown(error)) return null;
    throw error;
  }
}

/** Audits one trader. False if the venue has ended. */
async function auditTrader(
  trader: Trader,
  client: Client,
  choices: Choices,
  start: number,
  done: RestartAudit,
): Promise<boolean> {
  const open = trader.file.all.filter(({ told, start: sent }) => told === 'nothing' && sent === start - 1);
  for (const { write } of open.filter(() => choices.chance(0.7))) {
    trader.file.sends(write, start);
    const told = await tell(write, client);
    if (told === 'nothing') return false;
    trader.file.heard(write, told);
    done.sentAgain++;
  }
  const last = trader.file.all.filter(({ start: sent, told }) => sent === start - 1 && told !== 'nothing');
  for (const promised of last.filter(({ told }) => told === 'acknowledged').slice(-AGAIN_OF_ACKNOWLEDGED)) {
    if ((await tell(promised.write, client)) === 'nothing') return false;
    done.sentAgain++;
  }
  for (const promised of last) {
    if (await readBack(promised, client)) done.readBack++;
  }
  return true;
}

/** Checks that an order is as signed or does not exist. False for a write that cannot be read by name. */
async function readBack({ write, told }: Promised, client: Client): Promise<boolean> {
  const { placement, name } = write;
  if (placement === null) return false;
  const order = await client.orders.get(name).catch((error: unknown) => {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  });
  if (told === 'refused' && order !== null) throw new Violation(`order ${name} was refused and can be read`);
  if (told === 'refused') return true;
  if (order === null) throw new Violation(`order ${name} was acknowledged and cannot be read`);
  const { tokenId, side } = placement.body.order;
  if (order.assetId !== tokenId || order.side !== side) throw new Violation(`order ${name} is another than was signed`);
  return true;
}

/** Checks that every level of every book is the sum of the accounts' own orders. */
async function auditBooks(traders: readonly Trader[], clients: readonly Client[]): Promise<void> {
  const expected = new Map<string, number>();
  for (const client of clients) {
    for await (const { asset_id, price, original_size, size_matched } of client.orders.each()) {
      const key = `${asset_id} ${cents(price)}`;
      const left = Math.round((Number(original_size) - Number(size_matched)) * 1e6);
      expected.set(key, (expected.get(key) ?? 0) + left);
    }
  }
  const [client] = clients;
  const markets = traders[0]?.floor.markets ?? [];
  const books = (await client?.books.getMany(markets.flatMap(({ tokens }) => tokens))) ?? [];
  for (const { asset_id, bids } of books) {
    for (const { price, size } of bids) {
      const key = `${asset_id} ${cents(price)}`;
      if (Math.round(Number(size) * 1e6) !== expected.get(key)) {
        throw new Violation(`the book has ${size} of ${key} cents, its orders ${(expected.get(key) ?? 0) / 1e6}`);
      }
      expected.delete(key);
    }
  }
  for (const [key, left] of expected) throw new Violation(`orders of ${left / 1e6} at ${key} cents are in no book`);
}

const cents = (price: string): number => Math.round(Number(price) * 100);

/** Checks that money adds up and that the venue's deposits match the clients' own count. */
async function auditMoney(traders: readonly Trader[], clients: readonly Client[], index: JournalIndex): Promise<void> {
  const health = await clients[0]?.admin.health();
  if (health?.collateral_conserved !== true) throw new Violation('money does not add up');
  let paidIn = traders.length * STARTING_MONEY;
  for (const { write, told } of traders.flatMap((trader) => trader.file.all)) {
    if (write.kind !== 'deposit') continue;
    // A write without an answer counts if it is in the journal; the journal audit ensures that it is there at most
    // once.
    if (told === 'acknowledged' || index.times(write.name) > 0) paidIn += write.amount;
  }
  if (Number(health.totals.deposits) !== paidIn) {
    throw new Violation(`deposits are ${health.totals.deposits}, clients were told of ${paidIn}`);
  }
}
