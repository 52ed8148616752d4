/**
 * Orders of every type: single, several at once, queued at a price, at a market's close, repeated. Cancels by id, of all
 * orders, or of a market's.
 */
import { hash } from 'node:crypto';
import {
  type AccountId,
  isHouseAddress,
  type Market,
  type MarketId,
  type OrderId,
  type OrderType,
  type Outcome,
  orderId,
  type PlaceOrder,
  type Side,
  type Wallet,
  type WalletId,
} from '@bellwether/engine';
import { type Acting, type Action, attempt, found } from '../acting.ts';
import { immediateAmounts, priceNear, restingAmounts } from '../amounts.ts';
import { addressOf, UNIT } from '../setting.ts';

/** Lifetimes of GTD orders in seconds, around the minimum allowed. */
const LIVES_S = [58, 59, 60, 61, 61, 62, 65, 70, 90, 120] as const;
/** Orders of one cancel, by weight. */
const MANY_CANCELS = [
  [5, 1],
  [2, 3],
  [1, 12],
] as const;
/** Lead of the burst before the closing time, number of orders, and duration of the burst. */
const BEFORE_MS = 4;
const ORDERS_OF_A_BURST = 16;
const BURST_MS = 6;

const place = (acting: Acting): Promise<unknown> => acting.send(newOrder(acting));

async function placeSeveral(acting: Acting): Promise<void> {
  const orders = Array.from({ length: acting.dice.between(2, 6) }, () => newOrder(acting));
  await Promise.all(orders.map((order) => acting.send(order)));
}

/** Repeats an order long after it was answered, or sends it from several programs at once. */
async function placeAgain(acting: Acting): Promise<unknown> {
  const { account, dice, client } = acting;
  const order = attempt(() => acting.placed((placed) => placed.account === account));
  if (order === null) return place(acting);
  const { gateways } = acting.world;
  const send = (): Promise<unknown> => client.send(order, dice, { gateway: dice.pick(gateways) });
  return Promise.all(Array.from({ length: dice.between(1, 3) }, send));
}

/** Lends an unused address with the order that names it. */
function placeAtLentWallet(acting: Acting): Promise<unknown> {
  const { wallet: _own, ...order } = newOrder(acting);
  const wallet = addressOf(`lent ${acting.dice.below(6)}`);
  return acting.send({ kind: 'BindAndPlace', wallet, order });
}

/** Properties required of a new order; everything else is random. */
interface Wanted {
  readonly market?: MarketId;
  /** Good till cancelled, at its exact price. */
  readonly isResting?: boolean;
  /** A key's account, and the wallet of its owner. */
  readonly by?: { readonly account: AccountId; readonly wallet: WalletId };
}

export function newOrder(acting: Acting, wanted: Wanted = {}): PlaceOrder {
  const { dice, known, client, state, world } = acting;
  const account = wanted.by?.account ?? acting.account;
  const asked = wanted.market === undefined ? undefined : state.markets[wanted.market];
  const market = asked ?? acting.market();
  const wallet = wanted.by === undefined ? acting.wallet() : found(state.wallets[wanted.by.wallet]);
  const apiKeys = wanted.by === undefined ? client.apiKeys : [];
  const { side, outcome } = sideFor(acting, wallet, market.id);
  const drawn = dice.weighted<OrderType>([
    [50, 'GTC'],
    [14, 'GTD'],
    [12, 'FOK'],
    [20, 'FAK'],
  ]);
  const type = wanted.isResting === true ? 'GTC' : drawn;
  const price = priceNear(dice, market, outcome);
  const isImmediate = type === 'FOK' || type === 'FAK';
  const owned = ownedOf(wallet, side, market.id, outcome);
  const amounts = isImmediate
    ? immediateAmounts(dice, side, price, market.tick, owned)
    : restingAmounts(dice, side, price, market.minimumSize, owned);
  const nowS = Math.floor(world.wallMs / 1000);
  const order: PlaceOrder = {
    kind: 'PlaceOrder',
    orderId: newId(acting),
    account,
    wallet: wallet.id,
    apiKey: apiKeys.length > 0 && dice.chance(0.6) ? dice.pick(apiKeys) : '',
    market: market.id,
    outcome,
    side,
    type,
    postOnly: dice.chance(isImmediate ? 0.02 : 0.12),
    ...amounts,
    expiration: type === 'GTD' ? nowS + dice.pick(LIVES_S) : dice.chance(0.01) ? nowS + 100 : 0,
    builder: dice.chance(0.05) ? `0x${'b1'.repeat(32)}` : '',
  };
  known.placed.push(order);
  return order;
}

const newId = (acting: Acting): OrderId =>
  orderId(`0x${hash('sha256', `${acting.world.seed} ${acting.name('order')}`, 'hex')}`);

function ownedOf({ free, positions }: Wallet, side: Side, market: MarketId, outcome: Outcome): number {
  return Math.min(side === 'BUY' ? free : (positions.get(market)?.free[outcome] ?? 0), 1e15);
}

/** Usually sells what the wallet has. */
function sideFor({ dice }: Acting, wallet: Wallet, market: MarketId) {
  const outcome: Outcome = dice.chance(0.5) ? 0 : 1;
  const free = wallet.positions.get(market)?.free ?? [0, 0];
  const sells = free[outcome] > 0 ? dice.chance(0.6) : dice.chance(0.08);
  const side: Side = sells ? 'SELL' : 'BUY';
  return { side, outcome };
}

/**
 * Several orders at one price: the newest is cancelled and another arrives. The others must keep their queue positions.
 */
async function queueAtAPrice(acting: Acting): Promise<void> {
  const { dice, state } = acting;
  const first = newOrder(acting, { isResting: true });
  const { account } = first;
  // Sometimes all of them expire in one second, with only the cancel before that.
  const lives = dice.chance(0.4) ? dice.pick([62, 65]) : null;
  const ends =
    lives === null ? {} : ({ type: 'GTD', expiration: Math.floor(acting.world.wallMs / 1_000) + lives } as const);
  const queued = Array.from({ length: dice.between(3, 4) }, () => ({ ...resting(acting, first), ...ends }));
  for (const order of queued) await acting.send(order);
  const newest = queued.at(-1) as PlaceOrder;
  await acting.send({ kind: 'CancelOrders', account, orderIds: [newest.orderId] });
  if (lives !== null) return;
  await acting.send(resting(acting, first));
  // The client's own orders would self-trade, so all of them are cancelled. Another account's order matches them one
  // after the other; its owner has agreed to trade with the client.
  const others = state.wallets.filter(
    ({ account: owner, address, free }) => owner !== account && free > UNIT && !isHouseAddress(address),
  );
  const other = others.length === 0 || dice.chance(0.5) ? null : dice.pick(others);
  const holder = other === null ? {} : { account: other.account, wallet: other.id };
  await acting.send({ ...opposite(acting, first), ...holder });
}

function resting(acting: Acting, order: PlaceOrder): PlaceOrder {
  return { ...order, orderId: newId(acting), type: 'GTC', expiration: 0, postOnly: false };
}

/** An order for the other outcome that buys or sells as many shares at the complementary price. */
function opposite(acting: Acting, order: PlaceOrder): PlaceOrder {
  const { makerAmount, takerAmount, outcome, side } = order;
  const [collateral, shares] = side === 'BUY' ? [makerAmount, takerAmount] : [takerAmount, makerAmount];
  const rest = Math.max(0, shares - collateral) as typeof makerAmount;
  const amounts =
    side === 'BUY' ? { makerAmount: rest, takerAmount: shares } : { makerAmount: shares, takerAmount: rest };
  return { ...resting(acting, order), outcome: outcome === 0 ? 1 : 0, ...amounts };
}

/**
 * A burst of orders while a market ends: some arrive before its closing time, some after, some in the same millisecond.
 */
async function placeAtTheClose(acting: Acting): Promise<unknown> {
  const { client, world } = acting;
  const market = attempt(() => acting.pick(acting.state.markets.filter((one) => closesSoon(one, world.wallMs))));
  if (market?.closeTimeMs == null) return place(acting);
  await client.pause(market.closeTimeMs - world.wallMs - BEFORE_MS);
  const orders: Promise<unknown>[] = [];
  for (let sent = 0; sent < ORDERS_OF_A_BURST; sent++) {
    const order = attempt(() => newOrder(acting, { market: market.id, isResting: true }));
    if (order !== null) orders.push(client.send(order, acting.dice, { isPatient: false }));
    await client.pause(BURST_MS / ORDERS_OF_A_BURST);
  }
  return Promise.all(orders);
}

const closesSoon = ({ status, tradingEnded, closeTimeMs }: Market, nowMs: number): boolean =>
  status === 'open' && !tradingEnded && closeTimeMs !== null && closeTimeMs > nowMs + BEFORE_MS;

async function cancel(acting: Acting): Promise<unknown> {
  const { account, dice } = acting;
  const length = dice.weighted(MANY_CANCELS);
  const orderIds = Array.from({ length }, () => attempt(() => idFor(acting))).filter((id) => id !== null);
  return orderIds.length === 0 ? place(acting) : acting.send({ kind: 'CancelOrders', account, orderIds });
}

function cancelMatching(acting: Acting): Promise<unknown> {
  const { account, dice } = acting;
  const market = dice.chance(0.4) ? null : acting.market().id;
  return acting.send({ kind: 'CancelMatching', account, market, outcome: dice.pick([null, null, 0, 1] as const) });
}

/** Usually the id of a resting order; sometimes of a closed order, another account's order, or none. */
function idFor(acting: Acting): OrderId {
  const { account, dice, state } = acting;
  const own = state.accounts[account]?.openOrders;
  if (own !== undefined && own.size > 0 && dice.chance(0.8)) return dice.pick([...own.values()]).orderId;
  return dice.chance(0.05) ? orderId(`0x${'ab'.repeat(32)}`) : acting.placed().orderId;
}

export const ORDERS: readonly Action[] = [
  { kind: 'place', weight: 430, act: place },
  { kind: 'place several', weight: 30, act: placeSeveral },
  { kind: 'place at a lent wallet', weight: 6, act: placeAtLentWallet },
  { kind: 'place again', weight: 25, needs: 'repeats', act: placeAgain },
  { kind: 'queue at a price', weight: 10, act: queueAtAPrice },
  { kind: 'place at the close', weight: 6, act: placeAtTheClose },
  { kind: 'cancel', weight: 60, act: cancel },
  { kind: 'cancel matching', weight: 20, act: cancelMatching },
];
