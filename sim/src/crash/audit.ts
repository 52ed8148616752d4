/** Asks a venue, after a restart or a fault, about everything that its clients were told before. */
import { type Client, isApiError, isOutcomeUnknown } from '@bellwether/sdk';
import type { Dice } from '../dice/dice.ts';
import { Broken, type Tally } from '../shared/harness.ts';
import type { VenueAddress } from '../shared/venue-load.ts';
import { type Promised, STARTING_MONEY, send, type Trader, tell } from './traders.ts';

/** Says how often a write is in the journal. */
interface Times {
  times(name: string): number;
}

const RESENT_ACKNOWLEDGED = 2;
const RESENT_UNANSWERED_SHARE = 0.7;

/**
 * Resends most writes without an answer and some acknowledged ones, reads orders back, and compares books and money
 * with the accounts' own data. False if the venue ended meanwhile. Throws `Broken`.
 */
export async function auditVenue(
  venue: VenueAddress,
  traders: readonly Trader[],
  index: Times,
  dice: Dice,
  start: number,
  tally: Tally,
): Promise<boolean> {
  const clients = traders.map((trader) => trader.clientOf(venue));
  const done = new Map([
    ['sent again, done once', 0],
    ['orders read back', 0],
  ]);
  const audits = traders.map((trader, at) => auditTrader(trader, clients[at] as Client, dice, start, done));
  try {
    if ((await Promise.all(audits)).includes(false)) return false;
    await auditBooks(traders, clients);
    await auditMoney(traders, clients, index);
    tally.addAll(done);
    return true;
  } catch (error) {
    if (isOutcomeUnknown(error)) return false;
    throw error;
  }
}

async function auditTrader(trader: Trader, client: Client, dice: Dice, start: number, done: Map<string, number>) {
  const add = (name: string): void => void done.set(name, (done.get(name) ?? 0) + 1);
  const sent = [...trader.promised.values()].filter((promised) => promised.start === start - 1);
  const answered = sent.filter(({ told }) => told !== 'nothing');
  const open = sent.filter(({ told }) => told === 'nothing' && dice.chance(RESENT_UNANSWERED_SHARE));
  for (const { write } of open) {
    if ((await send(trader, write, client, start)) === 'nothing') return false;
    add('sent again, done once');
  }
  for (const { write } of answered.filter(({ told }) => told === 'acknowledged').slice(-RESENT_ACKNOWLEDGED)) {
    if ((await tell(write, client)) === 'nothing') return false;
    add('sent again, done once');
  }
  for (const promised of answered) if (await readBack(promised, client)) add('orders read back');
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
  if ((order === null) !== (told === 'refused'))
    throw new Broken(`order ${name} was ${told} and ${order === null ? 'cannot' : 'can'} be read`);
  const { tokenId, side } = placement.body.order;
  if (order !== null && (order.assetId !== tokenId || order.side !== side))
    throw new Broken(`order ${name} is another than was signed`);
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
  const markets = traders[0]?.floor.markets ?? [];
  const books = (await clients[0]?.books.getMany(markets.flatMap(({ tokens }) => tokens))) ?? [];
  for (const { asset_id, bids } of books) {
    for (const { price, size } of bids) {
      const key = `${asset_id} ${cents(price)}`;
      if (Math.round(Number(size) * 1e6) !== expected.get(key))
        throw new Broken(`the book has ${size} of ${key} cents, its orders ${(expected.get(key) ?? 0) / 1e6}`);
      expected.delete(key);
    }
  }
  for (const [key, left] of expected) throw new Broken(`orders of ${left / 1e6} at ${key} cents are in no book`);
}

const cents = (price: string): number => Math.round(Number(price) * 100);

/** Checks that money adds up and that the venue's deposits match the clients' own count. */
async function auditMoney(traders: readonly Trader[], clients: readonly Client[], index: Times): Promise<void> {
  const health = await clients[0]?.admin.health();
  if (health?.collateral_conserved !== true) throw new Broken('money does not add up');
  let paidIn = traders.length * STARTING_MONEY;
  for (const { write, told } of traders.flatMap(({ promised }) => [...promised.values()])) {
    // A write without an answer counts if it is in the journal; the journal audit ensures that it is there at most
    // once.
    if (told === 'acknowledged' || index.times(write.name) > 0) paidIn += write.amount;
  }
  if (Number(health.totals.deposits) !== paidIn)
    throw new Broken(`deposits are ${health.totals.deposits}, clients were told of ${paidIn}`);
}
