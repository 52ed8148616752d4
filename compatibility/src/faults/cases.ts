/**
 * The effect of each sandbox preset on an unmodified public client. A case arms its preset and acts like a user of the
 * client. It reports the client's messages, in reproducible form, and the truth at the venue.
 */

import { eventually } from '@bellwether/venue-process/progress';
import { OrderSide } from '@polymarket/client';
import { publicExchange } from '../ccxt-stage.ts';
import { createClient, errorOf, type StageMarket, type Trader } from '../stage.ts';
import { publicClient, secureClient } from '../unified-stage.ts';
import { type Ear, marketEar, type Told, userEar } from './ear.ts';
import { bid, type FaultStage } from './stage.ts';

export interface Seen {
  readonly client: string;
  /** Message of the client to its user. */
  readonly saw: string;
  /** Truth at the venue. */
  readonly truth: string;
}

type Case = (stage: FaultStage) => Promise<Seen>;

/** Parts that differ each time: addresses, and ids of orders, tokens and trades. */
const CHANCE = [/https?:\/\/127\.0\.0\.1:\d+/g, /0x[0-9a-f]{64}/g, /\d{20,}/g, /(?<=: )\d+$/g];

/** Result of a call in one line: the error's name, status if any, and message; or that it was answered. */
async function toldBy(call: Promise<unknown>): Promise<string> {
  const error = await errorOf(call);
  if (error === null) return 'answered';
  const status = 'status' in error && typeof error.status === 'number' ? ` ${error.status}` : '';
  const [words = ''] = error.message.replaceAll(/\s+/g, ' ').split(/(?<=<\/title>)/);
  return `\`${error.name}\`${status}: \`${CHANCE.reduce((same, one) => same.replaceAll(one, '…'), words)}\``;
}

/** Distinct errors of successive calls, and the number of answered calls. */
async function toldByMany(count: number, call: () => Promise<unknown>): Promise<string> {
  const told: string[] = [];
  for (let index = 0; index < count; index++) told.push(await toldBy(call()));
  const answered = told.filter((one) => one === 'answered').length;
  const errors = [...new Set(told.filter((one) => one !== 'answered'))];
  return `${answered} of ${count} calls answered, the others: ${errors.join('; ')}`;
}

/** A trader's open orders and trades in a market, read by a client without faults. */
async function stateOf({ client }: Trader, { conditionId: market }: StageMarket): Promise<string> {
  const open = (await client.getOpenOrders({ market })).length;
  const trades = (await client.getTrades({ market })).length;
  const orders = open === 1 ? 'one order is open' : open === 0 ? 'no order is open' : `${open} orders are open`;
  return trades === 0 ? orders : `${orders}, one has traded`;
}

/** An order that would trade and gets no answer. */
const ofOrder =
  (preset: string): Case =>
  async (stage) => {
    const market = await stage.newMarket();
    await stage.bob.client.createAndPostOrder(bid(market.no, 0.6));
    const order = await stage.alice.client.createOrder(bid(market.yes, 0.4));
    await stage.arm(preset);
    const saw = await toldBy(stage.alice.client.postOrder(order));
    await stage.disarm();
    return { client: '@polymarket/clob-client-v2', saw, truth: await stateOf(stage.alice, market) };
  };

/** Places `count` orders at prices that rise by a cent each. */
async function placeMany({ alice }: FaultStage, token: string, count: number): Promise<void> {
  for (let index = 1; index <= count; index++) await alice.client.createAndPostOrder(bid(token, index / 100));
}

/** Prices, in cents, of the changes that an ear received. */
const centsOf = ({ told }: Ear): readonly number[] =>
  told.all
    .filter(({ type }) => type === 'price_change')
    .map(({ payload }) => {
      const [change] = payload['priceChanges'] as readonly { readonly price: string }[];
      return Math.round(Number(change?.price) * 100);
    });

/** The market feed while orders are placed at 1, 2, 3, … cents. */
const ofMarketFeed =
  (preset: string, count: number): Case =>
  async (stage) => {
    const market = await stage.newMarket();
    const ear = await marketEar(stage, market);
    try {
      await stage.arm(preset, { market: market.conditionId });
      await placeMany(stage, market.yes, count);
      await ear.heard();
      const cents = centsOf(ear);
      const saw = `${cents.length === 0 ? 'no change' : `changes at ${cents.join(' ')} cents`}, no error`;
      return { client: '@polymarket/client', saw, truth: await stateOf(stage.alice, market) };
    } finally {
      await ear.close();
    }
  };

/** Status of a trade, without the SDK's prefix. */
const statusOf = ({ payload }: Told): string => String(payload['status']).replace('TRADE_STATUS_', '');

/** The unified SDK's view of a settling trade, before and after some time has passed in the sandbox. */
const ofSettlement =
  (preset: string): Case =>
  async (stage) => {
    const market = await stage.newMarket();
    const ear = await userEar(stage, 'bob', market);
    const bob = await secureClient(stage.venue, 'b');
    try {
      await stage.arm(preset);
      await stage.alice.client.createAndPostOrder(bid(market.no));
      const taken = await bob.placeMarketOrder({ tokenId: market.yes, side: OrderSide.BUY, amount: 3 });
      if (!taken.ok) throw new Error(taken.message);
      const early = await toldBy(bob.waitForOrderFillSettlement(taken, { timeoutMs: 1_500 }));
      await stage.advance('1m');
      const late = await toldBy(bob.waitForOrderFillSettlement(taken));
      await ear.heard();
      const statuses = ear.told.all.filter(({ type }) => type === 'trade').map(statusOf);
      const saw = `statuses on the user feed: ${statuses.join(', ')}; \`waitForOrderFillSettlement\` first ${early}, a minute later ${late}`;
      const shares = await stage.bob.client.getBalanceAllowance({
        asset_type: 'CONDITIONAL' as never,
        token_id: market.yes,
      });
      return {
        client: '@polymarket/client',
        saw,
        truth: `it has the ${Number(shares.balance) / 1e6} shares from the match on`,
      };
    } finally {
      await ear.close();
      await bob.closeSubscriptions();
    }
  };

export const CASES: Readonly<Record<string, Case>> = {
  'engine-restart': ofOrder('engine-restart'),
  'timed-out-yet-filled': ofOrder('timed-out-yet-filled'),
  'lost-before-it-was-done': ofOrder('lost-before-it-was-done'),
  'silent-market-feed': ofMarketFeed('silent-market-feed', 3),
  async 'silent-user-feed'(stage) {
    const market = await stage.newMarket();
    const ear = await userEar(stage, 'alice', market);
    try {
      await stage.arm('silent-user-feed', { market: market.conditionId });
      await stage.alice.client.createAndPostOrder(bid(market.yes));
      await ear.heard();
      const saw = `${ear.told.all.length} messages, no error`;
      return { client: '@polymarket/client', saw, truth: await stateOf(stage.alice, market) };
    } finally {
      await ear.close();
    }
  },
  'gaps-in-the-feed': ofMarketFeed('gaps-in-the-feed', 8),
  'doubled-frames': ofMarketFeed('doubled-frames', 4),
  'frames-out-of-order': ofMarketFeed('frames-out-of-order', 7),
  async 'dropped-connections'(stage) {
    const market = await stage.newMarket();
    const ear = await marketEar(stage, market);
    const books = (): number => ear.told.all.filter(({ type }) => type === 'book').length;
    const before = books();
    try {
      await stage.arm('dropped-connections', { times: 1, market: market.conditionId });
      await placeMany(stage, market.yes, 20);
      await ear.told.find(() => books() > before);
      const saw = `${centsOf(ear).length} of 20 changes, then the whole book, no error`;
      return { client: '@polymarket/client', saw, truth: await stateOf(stage.alice, market) };
    } finally {
      await ear.close();
    }
  },
  async 'proxy-refuses'(stage) {
    const { yes } = await stage.newMarket();
    await stage.arm('proxy-refuses');
    const saw = await toldByMany(10, () => stage.alice.client.getOrderBook(yes));
    return { client: '@polymarket/clob-client-v2', saw, truth: await stage.met() };
  },
  async 'rate-limit-storm'(stage) {
    const { yes } = await stage.newMarket();
    const anyone = publicClient(stage.venue);
    await stage.arm('rate-limit-storm');
    const saw = await toldByMany(10, () => anyone.fetchOrderBook({ tokenId: yes }));
    return { client: '@polymarket/client', saw, truth: await stage.met() };
  },
  async overloaded(stage) {
    await stage.newMarket();
    const exchange = publicExchange(stage.venue);
    await stage.arm('overloaded');
    const saw = await toldByMany(10, () => exchange.fetchTime());
    return { client: 'ccxt', saw, truth: await stage.met() };
  },
  async 'slow-answers'(stage) {
    const market = await stage.newMarket();
    const exchange = publicExchange(stage.venue, { timeout: 1_000 });
    await stage.arm('slow-answers');
    const saw = `with a timeout of 1 s, ${await toldBy(exchange.fetchTime())}`;
    const order = stage.alice.client.createAndPostOrder(bid(market.yes));
    const patient = `one without a timeout is ${await toldBy(order)}`;
    await stage.disarm();
    return { client: 'ccxt', saw: `${saw}; ${patient}`, truth: await stateOf(stage.alice, market) };
  },
  async 'cut-off-answers'(stage) {
    const { yes } = await stage.newMarket();
    await stage.arm('cut-off-answers');
    const saw = await toldByMany(10, () => stage.alice.client.getOrderBook(yes));
    return { client: '@polymarket/clob-client-v2', saw, truth: await stage.met() };
  },
  async 'clock-ahead'(stage) {
    const market = await stage.newMarket();
    const { client } = createClient(stage.venue, 'a', {
      creds: stage.alice.credentials,
      throwOnError: true,
      useServerTime: true,
    });
    const order = await client.createOrder(bid(market.yes));
    await stage.arm('clock-ahead');
    const saw = `with \`useServerTime\`, ${await toldBy(client.postOrder(order))}`;
    await stage.disarm();
    return { client: '@polymarket/clob-client-v2', saw, truth: await stateOf(stage.alice, market) };
  },
  'settles-later': ofSettlement('settles-later'),
  'settles-at-the-second-try': ofSettlement('settles-at-the-second-try'),
  'matched-yet-failed': ofSettlement('matched-yet-failed'),
  async 'delayed-orders'(stage) {
    const market = await stage.newMarket();
    const bob = await secureClient(stage.venue, 'b');
    await stage.arm('delayed-orders');
    await stage.alice.client.createAndPostOrder(bid(market.no));
    const taken = await bob.placeMarketOrder({ tokenId: market.yes, side: OrderSide.BUY, amount: 3 });
    if (!taken.ok) throw new Error(taken.message);
    const { orderId } = taken;
    const status = async (): Promise<string> => (await bob.fetchOrder({ orderId })).status;
    const early = await status();
    const { canceled } = await bob.cancelOrder({ orderId });
    await stage.advance('3s');
    const saw = `answered with \`${taken.status}\` and ${taken.tradeIds.length} trades; \`fetchOrder\` says ${early}, \`cancelOrder\` cancels ${canceled.length}; 3 s later ${await status()}`;
    return { client: '@polymarket/client', saw, truth: await stateOf(stage.bob, market) };
  },
  async 'fills-without-hashes'(stage) {
    const market = await stage.newMarket();
    await stage.alice.client.createAndPostOrder(bid(market.no, 0.6));
    await stage.arm('fills-without-hashes');
    const answers: string[] = [];
    const call = stage.bob.client
      .createAndPostOrder(bid(market.yes))
      .then(({ status, transactionsHashes: hashes = [] }) => answers.push(`\`${status}\` with ${hashes.length} hash`));
    await eventually(async () => {
      const state = await stateOf(stage.bob, market);
      if (!state.includes('has traded')) throw new Error(state);
    });
    const early = answers.length === 0 ? 'waits while the trade is only matched' : `at once ${answers[0]}`;
    await stage.advance('2s');
    await call;
    const saw = `\`createAndPostOrder\` ${early}; mined 2 s later, it answers ${answers[0]}`;
    return { client: '@polymarket/clob-client-v2', saw, truth: await stateOf(stage.bob, market) };
  },
  'matched-not-broadcasted': ofSettlement('matched-not-broadcasted'),
  async 'unmatched-orders'(stage) {
    const market = await stage.newMarket();
    const bob = await secureClient(stage.venue, 'b');
    const ear = await userEar(stage, 'bob', market);
    try {
      await stage.arm('unmatched-orders');
      await stage.alice.client.createAndPostOrder(bid(market.no));
      const taken = await bob.placeMarketOrder({ tokenId: market.yes, side: OrderSide.BUY, amount: 3 });
      if (!taken.ok) throw new Error(taken.message);
      const { status: early } = await bob.fetchOrder({ orderId: taken.orderId });
      await stage.advance('3s');
      const { status: late } = await bob.fetchOrder({ orderId: taken.orderId });
      await ear.heard();
      const told = ear.told.all.map(({ payload }) => `${payload['orderEventType']} ${payload['status']}`);
      const saw = `answered with \`${taken.status}\`; \`fetchOrder\` says ${early}, 3 s later ${late}; on the user feed: ${told.join(', ')}`;
      return { client: '@polymarket/client', saw, truth: await stateOf(stage.bob, market) };
    } finally {
      await ear.close();
    }
  },
  async cutover(stage) {
    const market = await stage.newMarket();
    const { client } = stage.alice;
    await client.createAndPostOrder(bid(market.yes));
    await stage.arm('cutover');
    const open = (await client.getOpenOrders({ market: market.conditionId })).length;
    const saw = `${open} open orders; \`createAndPostOrder\` ${await toldBy(client.createAndPostOrder(bid(market.yes)))}`;
    return { client: '@polymarket/clob-client-v2', saw, truth: await stateOf(stage.alice, market) };
  },
};
