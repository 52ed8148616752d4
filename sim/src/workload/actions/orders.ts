/**
 * Orders of every type: single, several at once, queued at a price, at a market's close, repeated. Cancels by id, of all
 * orders, or of a market's.
 */
import { hash } from 'node:crypto';
import {
  type AccountId,
  type Market,
  type MarketId,
  type OrderId,
  type OrderType,
  type Outcome,
  orderId,
  type PlaceOrder,
  type Side,
  type Wallet,
} from '@bellwether/engine';
import type { Act, Acting } from '../acting.ts';
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

export const place: Act = async (acting) => {
  const order = newOrder(acting);
  if (order !== null) await acting.send(order);
};

/** Places several orders that are in transit together. */
export const placeSeveral: Act = async (acting) => {
  const { dice } = acting;
  const orders = Array.from({ length: dice.between(2, 6) }, () => newOrder(acting));
  await Promise.all(orders.map((order) => (order === null ? null : acting.send(order))));
};

/** Repeats an order long after it was answered, or sends it from several programs at once. */
export const placeAgain: Act = async (acting) => {
  const { account, dice, known, client } = acting;
  const order = known.anyPlaced(dice, (placed) => placed.account === account);
  if (order === null) return place(acting);
  const { gateways } = acting.world;
  const times = dice.between(1, 3);
  await Promise.all(Array.from({ length: times }, () => client.send(order, dice, { gateway: dice.pick(gateways) })));
};

/** Lends an unused address with the order that names it. */
export const placeAtLentWallet: Act = async (acting) => {
  const order = newOrder(acting);
  if (order === null) return;
  const { wallet: _own, ...rest } = order;
  const wallet = addressOf(`lent ${acting.dice.below(6)}`);
  await acting.send({ kind: 'BindAndPlace', wallet, order: rest });
};

/** Properties required of a new order; everything else is random. */
interface Wanted {
  readonly market?: MarketId;
  /** Good till cancelled, at its exact price. */
  readonly isResting?: boolean;
}

/** A new order of the client; null while it sees no market or has no account. */
export function newOrder(acting: Acting, wanted: Wanted = {}): PlaceOrder | null {
  const { account, dice, known, client, state, world } = acting;
  const asked = wanted.market === undefined ? undefined : state?.markets[wanted.market];
  const market = asked ?? (state === null ? null : known.market(dice, state));
  if (state === null || account === null || market === null) return null;
  const wallet = walletFor(acting);
  if (wallet === null) return null;
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
    orderId: orderId(`0x${hash('sha256', `${world.seed} ${acting.name('order')}`, 'hex')}`),
    account,
    wallet: wallet.id,
    apiKey: client.apiKeys.length > 0 && dice.chance(0.6) ? dice.pick(client.apiKeys) : '',
    market: market.id,
    outcome,
    side,
    type,
    postOnly: dice.chance(isImmediate ? 0.02 : 0.12),
    ...amounts,
    expiration: type === 'GTD' ? nowS + dice.pick(LIVES_S) : dice.chance(0.01) ? nowS + 100 : 0,
    builder: dice.chance(0.05) ? `0x${'b1'.repeat(32)}` : '',
  };
  known.placed(order);
  return order;
}

/** Free amount in a wallet of the asset that an order gives. */
function ownedOf({ free, positions }: Wallet, side: Side, market: MarketId, outcome: Outcome): number {
  return Math.min(side === 'BUY' ? free : (positions.get(market)?.free[outcome] ?? 0), 1e15);
}

/** Usually one of the client's own wallets; sometimes any wallet. */
function walletFor({ dice, client, state }: Acting): Wallet | null {
  if (state === null) return null;
  const own = client.walletsIn(state);
  if (own.length === 0 || dice.chance(0.01)) return state.wallets.length === 0 ? null : dice.pick(state.wallets);
  return dice.chance(0.7) ? (own[0] ?? null) : dice.pick(own);
}

/** Usually sells what the wallet has. */
function sideFor({ dice }: Acting, wallet: Wallet, market: number): { readonly side: Side; readonly outcome: Outcome } {
  const outcome: Outcome = dice.chance(0.5) ? 0 : 1;
  const free = wallet.positions.get(market as never)?.free ?? [0, 0];
  const sells = free[outcome] > 0 ? dice.chance(0.6) : dice.chance(0.08);
  return { side: sells ? 'SELL' : 'BUY', outcome };
}

/**
 * Several orders at one price: the newest is cancelled and another arrives. The others must keep their queue positions.
 */
export const queueAtAPrice: Act = async (acting) => {
  const { dice } = acting;
  const first = newOrder(acting, { isResting: true });
  if (first === null) return;
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
  // after the other.
  const other = dice.chance(0.5) ? null : otherHolder(acting, account);
  await acting.send({ ...opposite(acting, first), ...other });
};

/** Another account and its richest random wallet; its owner has agreed to trade with the client. */
function otherHolder({ dice, state }: Acting, account: AccountId): Pick<PlaceOrder, 'account' | 'wallet'> | null {
  const others = (state?.wallets ?? []).filter((wallet) => wallet.account !== account && wallet.free > UNIT);
  if (others.length === 0) return null;
  const wallet = dice.pick(others);
  return { account: wallet.account, wallet: wallet.id };
}

const idOf = (acting: Acting): OrderId =>
  orderId(`0x${hash('sha256', `${acting.world.seed} ${acting.name('queued')}`, 'hex')}`);

function resting(acting: Acting, order: PlaceOrder): PlaceOrder {
  return { ...order, orderId: idOf(acting), type: 'GTC', expiration: 0, postOnly: false };
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

/** Lead of the burst before the closing time, number of orders, and duration of the burst. */
const BEFORE_MS = 4;
const ORDERS = 16;
const ROW_MS = 6;

/**
 * A burst of orders while a market ends: some arrive before its closing time, some after, some in the same millisecond.
 */
export const placeAtTheClose: Act = async (acting) => {
  const { client, world } = acting;
  const market = endingMarket(acting);
  if (market?.closeTimeMs == null) return place(acting);
  await client.pause(market.closeTimeMs - world.wallMs - BEFORE_MS);
  const orders: Promise<unknown>[] = [];
  for (let sent = 0; sent < ORDERS; sent++) {
    const order = newOrder(acting, { market: market.id, isResting: true });
    if (order !== null) orders.push(client.send(order, acting.dice, { isPatient: false }));
    await client.pause(ROW_MS / ORDERS);
  }
  await Promise.all(orders);
};

/** A market that will end, according to the visible state. */
function endingMarket({ dice, state, world }: Acting): Market | null {
  const ending = (state?.markets ?? []).filter(
    ({ status, tradingEnded, closeTimeMs }) =>
      status === 'open' && !tradingEnded && closeTimeMs !== null && closeTimeMs > world.wallMs + BEFORE_MS,
  );
  return ending.length === 0 ? null : dice.pick(ending);
}

export const cancel: Act = async (acting) => {
  const { account, dice, state } = acting;
  if (state === null || account === null) return;
  const length = dice.weighted(MANY_CANCELS);
  const orderIds = Array.from({ length }, () => idFor(acting)).filter((id) => id !== null);
  if (orderIds.length === 0) return place(acting);
  await acting.send({ kind: 'CancelOrders', account, orderIds });
};

export const cancelMatching: Act = async (acting) => {
  const { account, dice, known, state } = acting;
  if (state === null || account === null) return;
  const market = dice.chance(0.4) ? null : (known.market(dice, state)?.id ?? null);
  await acting.send({ kind: 'CancelMatching', account, market, outcome: dice.pick([null, null, 0, 1] as const) });
};

/** Usually the id of a resting order; sometimes of a closed order, another account's order, or none. */
function idFor({ account, dice, known, state }: Acting): OrderId | null {
  const own = account === null ? undefined : state?.accounts[account]?.openOrders;
  if (own !== undefined && own.size > 0 && dice.chance(0.8)) return dice.pick([...own.values()]).orderId;
  if (dice.chance(0.05)) return orderId(`0x${'ab'.repeat(32)}`);
  return known.anyPlaced(dice)?.orderId ?? null;
}
