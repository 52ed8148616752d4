/**
 * Random commands against clients that maintain an account from balance messages alone: it always matches the venue's.
 */
import type { Account, BalanceMessage } from '@bellwether/contract';
import { Dice } from '@bellwether/engine/testing';
import { foldBalance } from '@bellwether/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addEvent, admin, type TestMarket, Trader } from '../http/testing/trader.ts';
import { FeedClient, type Message, messagesOf } from './testing/feed-client.ts';
import { type FeedVenue, startFeedVenue } from './testing/feed-venue.ts';

const STEPS = 200;

let venue: FeedVenue;
let markets: TestMarket[];
beforeAll(async () => {
  // Few frames are kept, so that some absences are short enough for a resume and some are not.
  venue = await startFeedVenue({ recentFramesMax: 3, messagesMax: 1e9 });
  const terms = { negRisk: true, takerBaseFee: 100 };
  markets = [
    ...(await addEvent(venue.stack, ['Heads?', 'Tails?'])),
    ...(await addEvent(venue.stack, ['Red?', 'Green?', 'Blue?'], terms, { negRisk: true })),
  ];
});
afterAll(() => venue.close());

/** The account without fields that no balance message contains, with its lists sorted. */
function balances({ wallets }: Account): object {
  return wallets
    .map((wallet) => ({ ...wallet, positions: wallet.positions.toSorted((a, b) => (a.tokenId < b.tokenId ? -1 : 1)) }))
    .toSorted((a, b) => (a.address < b.address ? -1 : 1));
}

/** Reads the account once for each resync, else maintains it from messages; disconnects and comes back. */
class Keeper {
  readonly #trader: Trader;
  #client: FeedClient | null = null;
  #seen = 0;
  account: Account | null = null;
  resyncs = 0;
  messages = 0;

  constructor(trader: Trader) {
    this.#trader = trader;
  }

  async listen(): Promise<void> {
    if (this.#client === null) {
      this.#client = await FeedClient.open(venue.url('user'));
      const auth = this.#trader.credentials;
      this.#client.say({ type: 'user', auth, custom_feature_enabled: true, since: this.#seen });
    }
    for (const message of (await this.#client.all()).flatMap(messagesOf)) await this.#take(message);
  }

  async lose(): Promise<void> {
    this.#client?.ws.terminate();
    await this.#client?.closed;
    this.#client = null;
  }

  async #take(message: Message): Promise<void> {
    const sequence = Number(message['sequence']);
    if (message['event_type'] === 'resync') {
      this.resyncs++;
      this.account = (await this.#trader.send('GET', '/account')).body as Account;
      expect(this.account.sequence).toBeGreaterThanOrEqual(sequence);
    } else if (message['index'] === 0) {
      expect(Number(message['previous'])).toBeLessThanOrEqual(this.#seen);
      expect(sequence).toBeGreaterThan(this.#seen);
    }
    this.#seen = sequence;
    if (message['event_type'] !== 'balance' || this.account === null) return;
    this.messages++;
    this.account = foldBalance(this.account, message as unknown as BalanceMessage);
  }
}

async function act(trader: Trader, dice: Dice, step: number): Promise<void> {
  const market = dice.pick(markets);
  const amount = String(1 + dice.below(20));
  const pair = { conditionId: market.conditionId, amount };
  switch (dice.below(10)) {
    case 0:
      return void (await admin(venue.stack, 'POST', '/admin/deposits', { wallet: trader.address, amount }));
    case 1:
      return void (await admin(venue.stack, 'POST', '/admin/withdrawals', { wallet: trader.address, amount }));
    case 2:
      return void (await trader.send('POST', '/positions/split', pair));
    case 3:
      return void (await trader.send('POST', '/positions/merge', pair));
    case 4: {
      const conditionIds = markets.slice(2, 4 + dice.below(2)).map(({ conditionId }) => conditionId);
      return void (await trader.send('POST', '/positions/convert', { conditionIds, amount }));
    }
    case 5:
      return void (await trader.send('DELETE', '/cancel-market-orders', { market: market.conditionId }));
    default: {
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
      await trader.send('POST', '/order', body);
    }
  }
}

test('user feed: the account kept from balance messages is the venue’s after every random command [F23]', async () => {
  const dice = new Dice(11);
  const traders = await Promise.all(['1', '2', '3'].map((digit) => Trader.open(venue.stack, digit)));
  const [alice, bob] = traders as [Trader, Trader];
  const steady = [new Keeper(alice), new Keeper(bob)];
  const unsteady = new Keeper(alice);
  const compare = async (keeper: Keeper, trader: Trader): Promise<void> => {
    await keeper.listen();
    const truth = (await trader.send('GET', '/account')).body as Account;
    expect(keeper.account === null ? null : balances(keeper.account)).toEqual(balances(truth));
  };
  for (const keeper of [...steady, unsteady]) await keeper.listen();
  const resolve = async (market: TestMarket | undefined, winner: string): Promise<void> => {
    await admin(venue.stack, 'POST', `/admin/markets/${market?.conditionId}/resolve`, { winner });
    await venue.stack.exchange.runTimers();
  };
  for (let step = 0; step < STEPS; step++) {
    await act(dice.pick(traders), dice, step);
    if (step === STEPS / 2) await resolve(markets[0], 'Yes');
    if (step === (STEPS * 3) / 4)
      for (const [index, winner] of ['Yes', 'No', 'No'].entries()) await resolve(markets[index + 2], winner);
    if (dice.once(5)) await unsteady.lose();
    else if (dice.once(3)) await compare(unsteady, alice);
    if (dice.once(3)) for (const [index, keeper] of steady.entries()) await compare(keeper, traders[index] ?? alice);
  }
  for (const [index, keeper] of steady.entries()) await compare(keeper, traders[index] ?? alice);
  await compare(unsteady, alice);
  expect(steady.map(({ resyncs }) => resyncs)).toEqual([1, 1]);
  expect(unsteady.resyncs).toBeGreaterThan(1);
  expect(steady[0]?.messages).toBeGreaterThan(STEPS / 3);
  expect(steady[0]?.account?.wallets).toHaveLength(2);
  for (const keeper of [...steady, unsteady]) await keeper.lose();
});
