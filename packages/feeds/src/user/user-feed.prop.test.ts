/** Random commands against clients that come and go: no gap, no repeat, an account kept from messages alone. */
import type { Account, BalanceMessage, TradeFill } from '@bellwether/contract';
import { Dice } from '@bellwether/engine/testing';
import { addEvent, admin, send, type TestMarket, Trader } from '@bellwether/gateway/http/testing/trader.ts';
import { foldBalance } from '@bellwether/sdk';
import { afterAll, expect, test } from 'vitest';
import { FeedClient, type Message, messagesOf } from '../testing/feed-client.ts';
import { startFeedVenue } from '../testing/feed-venue.ts';

const STEPS = 700;

// Few frames are kept, so that some absences are short enough for a resume and some are not.
const venue = await startFeedVenue({ recentFramesMax: 5, messagesMax: 1e9 });
const terms = { negRisk: true, takerBaseFee: 100 };
const markets = [
  ...(await addEvent(venue.stack, ['Heads?', 'Tails?'])),
  ...(await addEvent(venue.stack, ['Red?', 'Green?', 'Blue?'], terms, { negRisk: true })),
];
const traders = await Promise.all(['1', '2', '3'].map((digit) => Trader.open(venue.stack, digit)));
afterAll(() => venue.close());

/** Collects its messages, checks that they join, and resumes where it left. */
abstract class Listener {
  #client: FeedClient | null = null;
  /** Last sequence seen; 0 at first, since the venue says where the stream begins. */
  seen = 0;
  readonly got: Message[] = [];
  /** Ranges that the venue reported as missed: after the first sequence, up to the second. */
  readonly missed: (readonly [number, number])[] = [];
  connections = 0;

  protected abstract subscribe(): Promise<FeedClient>;
  protected abstract take(message: Message): void | Promise<void>;

  async listen(): Promise<void> {
    if (this.#client === null) {
      this.#client = await this.subscribe();
      this.connections++;
    }
    for (const message of (await this.#client.all()).flatMap(messagesOf)) await this.take(message);
  }

  async lose(): Promise<void> {
    this.#client?.ws.terminate();
    await this.#client?.closed;
    this.#client = null;
  }

  /** Messages of a client that was always there, without those that this one was told to have missed. */
  expected(all: readonly Message[]): readonly Message[] {
    const isMissed = (at: number) => this.missed.some(([after, until]) => at > after && at <= until);
    return all.filter(({ sequence }) => !isMissed(Number(sequence)));
  }
}

class UserListener extends Listener {
  protected readonly trader: Trader;
  readonly #wishes: object;

  constructor(trader: Trader, wishes: object = {}) {
    super();
    this.trader = trader;
    this.#wishes = wishes;
  }

  protected async subscribe(): Promise<FeedClient> {
    const client = await FeedClient.open(venue.url('user'));
    client.say({ type: 'user', auth: this.trader.credentials, ...this.#wishes, since: this.seen });
    return client;
  }

  protected take(message: Message): void | Promise<void> {
    const sequence = Number(message['sequence']);
    if (message['event_type'] === 'resync') this.missed.push([this.seen, sequence]);
    else {
      if (message['index'] === 0) {
        expect(sequence).toBeGreaterThan(this.seen);
        expect(Number(message['previous'])).toBeLessThanOrEqual(this.seen);
      }
      this.got.push(message);
    }
    this.seen = sequence;
  }
}

/** Reads the account once for each resync, else maintains it from messages. */
class Keeper extends UserListener {
  #account: Account | null = null;
  balances = 0;

  constructor(trader: Trader) {
    super(trader, { custom_feature_enabled: true });
  }

  protected override async take(message: Message): Promise<void> {
    await super.take(message);
    if (message['event_type'] === 'resync') {
      this.#account = (await this.trader.send('GET', '/account')).body as Account;
      expect(this.#account.sequence).toBeGreaterThanOrEqual(this.seen);
    }
    if (message['event_type'] !== 'balance' || this.#account === null) return;
    this.balances++;
    this.#account = foldBalance(this.#account, message as unknown as BalanceMessage);
  }

  get wallets(): number {
    return this.#account?.wallets.length ?? 0;
  }

  async compare(): Promise<void> {
    await this.listen();
    const truth = (await this.trader.send('GET', '/account')).body as Account;
    expect(this.#account === null ? null : balancesOf(this.#account)).toEqual(balancesOf(truth));
  }
}

/** The account without fields that no balance message contains, with its lists sorted. */
const balancesOf = ({ wallets }: Account): object =>
  wallets
    .map((wallet) => ({ ...wallet, positions: wallet.positions.toSorted((a, b) => (a.tokenId < b.tokenId ? -1 : 1)) }))
    .toSorted((a, b) => (a.address < b.address ? -1 : 1));

class TradeListener extends Listener {
  protected async subscribe(): Promise<FeedClient> {
    const client = await FeedClient.open(venue.url('live'));
    client.ask('subscribe', { topic: 'activity', type: 'trades', ...(this.seen > 0 && { since: this.seen }) });
    await client.awaitRead();
    this.seen ||= venue.stack.exchange.state.sequence;
    return client;
  }

  protected take({ type, payload }: Message): void {
    const { sequence, index, count } = payload as { sequence: number; index: number; count: number };
    if (type === 'resync') this.missed.push([this.seen, sequence]);
    else this.got.push(payload as Message);
    // A trade counts as seen when all its fills have arrived.
    if (type === 'resync' || index === count - 1) this.seen = sequence;
  }
}

async function act(dice: Dice, step: number): Promise<unknown> {
  const trader = dice.pick(traders);
  const market = dice.pick(markets);
  const amount = String(1 + dice.below(20));
  const pair = { conditionId: market.conditionId, amount };
  const own = { wallet: trader.address, amount };
  const drawn = dice.below(14);
  if (drawn === 0) return admin(venue.stack, 'POST', '/admin/deposits', own);
  if (drawn === 1) return admin(venue.stack, 'POST', '/admin/withdrawals', own);
  if (drawn === 2) return trader.send('POST', '/positions/split', pair);
  if (drawn === 3) return trader.send('POST', '/positions/merge', pair);
  if (drawn === 4) {
    const conditionIds = markets.slice(2, 4 + dice.below(2)).map(({ conditionId }) => conditionId);
    return trader.send('POST', '/positions/convert', { conditionIds, amount });
  }
  if (drawn === 5) return trader.send('DELETE', '/cancel-market-orders', { market: market.conditionId });
  if (drawn === 6) {
    const { data } = (await trader.send('GET', '/data/orders')).body as { readonly data: { readonly id: string }[] };
    return data.length > 0 && trader.send('DELETE', '/order', { orderID: dice.pick(data).id });
  }
  const { depositWallet } = (await trader.send('GET', '/account')).body as Account;
  const order = {
    tokenId: dice.once(2) ? market.yes : market.no,
    side: dice.once(3) ? 'SELL' : 'BUY',
    price: `0.${45 + dice.below(11)}`,
    size: String(5 + dice.below(10)),
    type: 'GTC',
  } as const;
  // Late enough that the other clients do not know the wallet at first.
  const isFromOther = step > STEPS / 4 && dice.once(4);
  const { body } = await trader.sign(order, isFromOther ? { address: depositWallet, signatureType: 2 } : undefined);
  return trader.send('POST', '/order', body);
}

async function resolve(market: TestMarket | undefined, winner: string): Promise<void> {
  await admin(venue.stack, 'POST', `/admin/markets/${market?.conditionId}/resolve`, { winner });
  await venue.stack.exchange.runTimers();
}

/** A message without fields that depend on the client: its place among that client's messages. */
const content = ({ index: _index, count: _count, previous: _previous, ...message }: Message): unknown => message;

function expectAllTold(steady: UserListener, unsteady: readonly UserListener[], filtered: UserListener): void {
  expect(steady.got.length).toBeGreaterThan(100);
  expect(steady.missed).toHaveLength(1);
  const wanted = markets[1]?.conditionId;
  for (const listener of [...unsteady, filtered]) {
    const all = listener.expected(steady.got).filter(({ market }) => listener !== filtered || market === wanted);
    expect(listener.got.map(content)).toEqual(all.map(content));
    expect(listener.connections).toBeGreaterThan(listener.missed.length);
  }
  expect([...unsteady, filtered].some(({ missed }) => missed.length > 1)).toBe(true);
}

/** Fills are formatted a little later, so each client reads until it has the last trade. */
async function expectAllTrades(steady: TradeListener, unsteady: readonly TradeListener[]): Promise<void> {
  const listed = (await send(venue.stack, 'GET', '/trades?takerOnly=false&limit=1000')).body as TradeFill[];
  expect(listed.length).toBeGreaterThan(100);
  const hashes = [...new Set(listed.map(({ transactionHash }) => transactionHash))].reverse();
  const fills = hashes.flatMap((hash) => listed.filter(({ transactionHash }) => transactionHash === hash));
  const facts = (fill: object) =>
    ['transactionHash', 'proxyWallet', 'side', 'outcomeIndex', 'size', 'price'].map(
      (field) => (fill as Message)[field],
    );
  while (steady.got.length < fills.length) await steady.listen();
  expect([steady.missed, steady.got.map(facts)]).toEqual([[], fills.map(facts)]);
  for (const listener of unsteady) {
    while (listener.seen < steady.seen) await listener.listen();
    expect(listener.got).toEqual(listener.expected(steady.got));
  }
  expect(unsteady.some(({ missed }) => missed.length > 0)).toBe(true);
}

test('feeds: with every lost connection, what is got and announced as missed is all there was, and accounts add up [F17 F23 F27]', async () => {
  const dice = new Dice(11);
  const [alice, bob] = traders as [Trader, Trader];
  const [steady, filtered] = [new UserListener(alice), new UserListener(alice, { markets: [markets[1]?.conditionId] })];
  const unsteady = [new UserListener(alice), new UserListener(alice)];
  const [keepers, away] = [[new Keeper(alice), new Keeper(bob)] as const, new Keeper(alice)];
  const trades = [new TradeListener(), new TradeListener(), new TradeListener()] as const;
  const leaving = [...unsteady, filtered, ...trades.slice(1)];
  const all = [steady, ...keepers, away, trades[0], ...leaving];
  for (const listener of all) await listener.listen();
  for (let step = 0; step < STEPS; step++) {
    await act(dice, step);
    if (step === Math.floor((STEPS * 3) / 4)) await resolve(markets[0], 'Yes');
    if (step === Math.floor((STEPS * 7) / 8))
      for (const [index, winner] of ['Yes', 'No', 'No'].entries()) await resolve(markets[index + 2], winner);
    for (const listener of [dice.pick(leaving), dice.pick(leaving)])
      if (dice.once(6)) await listener.lose();
      else if (dice.once(2)) await listener.listen();
    if (dice.once(5)) await away.lose();
    else if (dice.once(3)) await away.compare();
    if (dice.once(5)) for (const keeper of keepers) await keeper.compare();
  }
  for (const listener of all) await listener.listen();
  for (const keeper of [...keepers, away]) await keeper.compare();
  expect(keepers.map(({ missed }) => missed.length)).toEqual([1, 1]);
  expect(away.missed.length).toBeGreaterThan(1);
  expect(keepers[0].balances).toBeGreaterThan(STEPS / 3);
  expect(keepers[0].wallets).toBe(2);
  expectAllTold(steady, unsteady, filtered);
  await expectAllTrades(trades[0], trades.slice(1));
  for (const listener of all) await listener.lose();
});
