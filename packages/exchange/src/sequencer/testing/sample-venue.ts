/** A small venue and a seeded stream of orders, cancels, splits and merges; one seed gives the same commands. */
import { hash } from 'node:crypto';
import {
  accountId,
  address,
  type Command,
  type MarketDefinition,
  marketId,
  micros,
  type OrderId,
  type OrderType,
  type Outcome,
  orderId,
  type PlaceOrder,
  type Side,
  tokenId,
  walletId,
} from '@bellwether/engine';
import { Dice, marketDefinition } from '@bellwether/engine/testing';

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

const UNIT = 1_000_000;

export const sampleMarket = (index: number): MarketDefinition =>
  marketDefinition(index, {
    questionId: `0x${hex(index + 1, 64)}`,
    slug: `question-${index}`,
    question: `Will question ${index} come true – évidemment?`,
    tokenIds: [tokenId(String(1000 + index * 2)), tokenId(String(1001 + index * 2))],
    takerFeeRate: index % 2 === 0 ? 0 : 200,
  });

/** Opens `accounts` accounts (own wallet 2a, deposit wallet 2a + 1, a million units each) and adds `markets` markets. */
export function setUpCommands(accounts: number, markets: number): Command[] {
  const commands: Command[] = [];
  for (let account = 0; account < accounts; account++)
    commands.push({
      kind: 'OpenAccount',
      address: address(`0x${hex(account * 2 + 1, 40)}`),
      depositWallet: address(`0x${hex(account * 2 + 2, 40)}`),
      startingBalance: micros(1_000_000 * UNIT),
    });
  const definitions = Array.from({ length: markets }, (_, index) => sampleMarket(index));
  commands.push({ kind: 'AddToCatalog', tags: [], series: [], events: [], markets: definitions });
  return commands;
}

export interface SampleOrder {
  /** Any number; determines the order id. */
  readonly salt: number;
  readonly account: number;
  readonly market?: number;
  readonly outcome?: Outcome;
  readonly side?: Side;
  readonly type?: OrderType;
  readonly price: number;
  readonly shares: number;
  readonly expiration?: number;
}

/** Spread over the whole id, as real digests are: the engine finds orders by a part of their id. */
const sampleOrderId = (salt: number): OrderId => orderId(`0x${hash('sha256', `order ${salt}`, 'hex')}`);

export function placeOrder(order: SampleOrder): PlaceOrder {
  const shares = order.shares * UNIT;
  const collateral = (shares / 10_000) * order.price;
  const side = order.side ?? 'BUY';
  return {
    kind: 'PlaceOrder',
    orderId: sampleOrderId(order.salt),
    account: accountId(order.account),
    wallet: walletId(order.account * 2),
    apiKey: `key-${order.account}`,
    market: marketId(order.market ?? 0),
    outcome: order.outcome ?? 0,
    side,
    type: order.type ?? 'GTC',
    postOnly: false,
    makerAmount: micros(side === 'BUY' ? collateral : shares),
    takerAmount: micros(side === 'BUY' ? shares : collateral),
    expiration: order.expiration ?? 0,
    builder: '',
  };
}

/** So many orders with consecutive salts, 5 shares at 0.30 unless told otherwise. */
export const placeOrders = (count: number, first = 0, order: (salt: number) => Partial<SampleOrder> = () => ({})) =>
  Array.from({ length: count }, (_, index) => {
    const salt = first + index;
    return placeOrder({ salt, account: 0, price: 3_000, shares: 5, ...order(salt) });
  });

export function seededRandom(seed: number): () => number {
  const dice = new Dice(seed);
  return () => dice.below(2 ** 32) / 2 ** 32;
}

/** `firstSalt`: each order uses the next. */
type Traffic = { readonly accounts: number; readonly markets: number; readonly firstSalt: number };

/** An endless mix of orders around 0.50 (about a third cross), cancels, splits and merges. */
export function* sampleTraffic(random: () => number, { accounts, markets, firstSalt }: Traffic): Generator<Command> {
  const pick = (count: number): number => Math.floor(random() * count);
  let salt = firstSalt;
  for (;;) {
    const account = pick(accounts);
    const market = pick(markets);
    const dice = random();
    if (dice < 0.8) {
      const side: Side = random() < 0.6 ? 'BUY' : 'SELL';
      const outcome: Outcome = random() < 0.5 ? 0 : 1;
      const price = (35 + pick(20) + (side === 'SELL' ? 10 : 0)) * 100;
      const type: OrderType = random() < 0.1 ? 'FAK' : 'GTC';
      yield placeOrder({ salt: salt++, account, market, side, outcome, price, shares: 5 + pick(50), type });
    } else if (dice < 0.9) {
      const recent = Math.max(firstSalt, salt - 1 - pick(200));
      yield { kind: 'CancelOrders', account: accountId(account), orderIds: [sampleOrderId(recent)] };
    } else {
      const kind = dice < 0.96 ? 'SplitPosition' : 'MergePositions';
      const amount = micros((1 + pick(100)) * UNIT);
      yield { kind, account: accountId(account), wallet: walletId(account * 2), market: marketId(market), amount };
    }
  }
}

/** The next `count` commands of a stream that can be continued afterwards. */
export function takeCommands(traffic: Iterator<Command>, count: number): Command[] {
  const commands: Command[] = [];
  for (let next = traffic.next(); !next.done; next = traffic.next()) {
    commands.push(next.value);
    if (commands.length === count) break;
  }
  return commands;
}
