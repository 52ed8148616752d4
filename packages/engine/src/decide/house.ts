/** Decides house makers: their opening with an event, and the quotes that follow each entry that moves their curves. */
import { ASK, BID, type BookSide, opposite } from '../book/book.ts';
import type { AddToCatalog } from '../command.ts';
import { accepted, type Decision } from '../decision.ts';
import type { Event, MarketAdded, OrderAccepted, OrderRested, PositionsMerged } from '../event.ts';
import {
  chancesOf,
  largest,
  largestLoss,
  leastLiquidity,
  liquidityOf,
  PROBABILITY_ONE,
  positionsOn,
  type Quote,
  quotesAt,
} from '../house/curve.ts';
import { freeShares } from '../ledger/balances.ts';
import { houseAddress, type Wallet } from '../ledger/wallet.ts';
import { HOUSE_LEVELS_MAX, HOUSE_LEVELS_MIN, HOUSE_LEVELS_PER_EVENT_MAX, HOUSE_SUBSIDY_MAX } from '../limits.ts';
import type { Curve, CurveTerms, House, HouseId, HouseTerms } from '../market/house.ts';
import { hasEnded, type Market } from '../market/market.ts';
import { crosses } from '../matching/match.ts';
import type { OpenOrder } from '../orders/open-orders.ts';
import { accountOf, committed, marketOf, type State, walletOf } from '../state.ts';
import {
  type AccountId,
  accountId,
  complement,
  costRoundedUp,
  type MarketId,
  MICROS_MAX,
  MICROS_PER_UNIT,
  type Micros,
  micros,
  minMicros,
  type OrderId,
  type OrderNumber,
  orderId,
  orderNumber,
  PRICE_ONE,
  type Price,
  walletId,
} from '../units/units.ts';
import { canceled } from './cancel.ts';
import { Conflict, invalid } from './catalog-draft.ts';

/** Events that open the house makers of a command's events; `added` are its events so far. */
export function openedHouses(
  state: Readonly<State>,
  command: AddToCatalog,
  added: readonly Event[],
): Event[] | Conflict {
  const opened: Event[] = [];
  let held = committed(state.totals);
  let houses = 0;
  for (const { event, house: terms } of command.events) {
    if (terms === undefined) continue;
    const own = added.find((item) => item.kind === 'CatalogEventAdded' && item.event.slug === event.slug);
    if (own?.kind !== 'CatalogEventAdded') return invalid('houseMaker: the event exists already');
    const catalogEvent = own.event.id;
    const markets = added.filter(
      (item) => item.kind === 'MarketAdded' && item.catalogEvent === catalogEvent,
    ) as MarketAdded[];
    const curves = curvesOf(terms, event.negRisk, markets);
    if (curves instanceof Conflict) return curves;
    held += terms.subsidy;
    if (held > MICROS_MAX) return invalid('houseMaker.subsidy: the venue holds all the collateral that it can');
    const account = accountId(state.accounts.length + houses);
    const wallet = walletId(state.wallets.length + houses);
    const house = (state.houses.all.length + houses++) as HouseId;
    const address = houseAddress(house);
    const { subsidy, spread } = terms;
    const levels = Math.min(
      HOUSE_LEVELS_MAX,
      Math.max(HOUSE_LEVELS_MIN, Math.floor(HOUSE_LEVELS_PER_EVENT_MAX / markets.length)),
    );
    opened.push({ kind: 'AccountOpened', account, address, depositWallet: address });
    opened.push({ kind: 'WalletBound', wallet, account, address, credit: subsidy });
    opened.push({ kind: 'HouseOpened', house, catalogEvent, account, wallet, subsidy, spread, levels, curves });
  }
  return opened;
}

function curvesOf(
  { subsidy, spread, probabilities }: HouseTerms,
  negRisk: boolean,
  markets: readonly MarketAdded[],
): CurveTerms[] | Conflict {
  if (subsidy < 1 || subsidy > HOUSE_SUBSIDY_MAX)
    return invalid(`houseMaker.subsidy: more than 0 and at most ${HOUSE_SUBSIDY_MAX / MICROS_PER_UNIT}`);
  if (!Number.isInteger(spread) || spread > PRICE_ONE / 2) return invalid('houseMaker.spread: 0 to 0.5');
  if (probabilities.length !== markets.length || markets.length < (negRisk ? 2 : 1))
    return invalid(`houseMaker.probabilities: one for each of ${markets.length} markets`);
  if (!probabilities.every((p) => Number.isInteger(p) && p > 0 && p < PROBABILITY_ONE))
    return invalid('houseMaker.probabilities: each between 0 and 1, with at most 6 decimals');
  const total = probabilities.reduce((sum, p) => sum + p, 0);
  if (negRisk && total !== PROBABILITY_ONE)
    return invalid(`houseMaker.probabilities: they add to ${total / PROBABILITY_ONE}, not to 1`);
  const shares = negRisk ? [markets] : markets.map((market) => [market]);
  let [first, least] = [0, 0n];
  const curves = shares.map((own): CurveTerms => {
    const part = probabilities.slice(first, first + own.length);
    first += own.length;
    const liquidity = liquidityOf(Math.floor(subsidy / shares.length), part);
    const needed = part.map((p, index) => leastLiquidity(p, own[index]?.definition.tick ?? 1));
    const most = largest(needed);
    const cost = ((most * largestLoss(part)) >> 64n) + 1n;
    if (BigInt(liquidity) < most && cost > least) least = cost;
    return { markets: own.map(({ market }) => market), probabilities: part, liquidity };
  });
  if (least === 0n) return curves;
  const enough = Number(least * BigInt(shares.length)) / MICROS_PER_UNIT;
  return invalid(`houseMaker.subsidy: too small for one tick, at least ${Math.ceil(enough * 100) / 100}`);
}

/** The quotes on a curve whose markets have moved. Always has an event: it ends what was due. */
export function decideQuoteHouse(state: Readonly<State>): Decision {
  const [[id, anywhere] = [-1, false]] = state.houses.due;
  const curve = state.houses.curves[id];
  return accepted(curve === undefined ? [] : quotes(state, curve, anywhere));
}

/** `grows`: false if the venue cannot take the collateral that larger and new quotes need. */
function quotes(state: Readonly<State>, curve: Curve, anywhere: boolean, grows = true): Event[] {
  const { house } = curve;
  const wallet = walletOf(state, house.wallet);
  const { debt } = accountOf(state, house.account);
  const merged = pairsOf(wallet, curve);
  const { wanted, standing, whole, withheld } = scene(state, curve, wallet, anywhere);
  standing.push(...ordersIn(state, house, whole));
  const resized: [OrderNumber, Micros, Micros][] = [];
  const dropped: OpenOrder[] = [];
  // Collateral that the quotes take or, below 0, set free.
  let needed: number = debt - wallet.free - merged.reduce((sum, { amount }) => sum + amount, 0);
  for (const order of standing) {
    const place = placeOf(order.market, order.bookSide, order.bookPrice);
    const size = wanted.get(place)?.size;
    wanted.delete(place);
    if (size === undefined) {
      dropped.push(order);
      needed -= order.held;
    } else if (size < order.remaining || (grows && size > order.remaining)) {
      const held = costRoundedUp(order.price, size);
      resized.push([order.number, size, held]);
      needed += held - order.held;
    }
  }
  const added = grows ? [...wanted.values()] : [];
  for (const { price, size } of added) needed += costRoundedUp(price, size);
  if (grows && needed > 0 && committed(state.totals) + needed > MICROS_MAX)
    return quotes(state, curve, anywhere, false);
  return [
    ...(grows && needed > 0 ? [{ kind: 'Deposited', wallet: wallet.id, amount: micros(needed) } as const] : []),
    ...merged,
    ...canceled(dropped, 'user'),
    { kind: 'HouseQuoted', curve: curve.id, resized, withheld },
    ...added.flatMap((terms, index) => resting(house, orderNumber(state.nextOrderNumber + index), terms)),
  ];
}

/** Standing orders in some markets, oldest first: found in their books, or among all of the house if those are fewer. */
function ordersIn(state: Readonly<State>, { account }: House, ids: ReadonlySet<MarketId>): OpenOrder[] {
  const { openOrders } = accountOf(state, account);
  const books = [...ids].map((id) => marketOf(state, id).book).filter((book) => book !== null);
  if (books.reduce((sum, { count }) => sum + count, 0) > openOrders.size)
    return [...openOrders.values()].filter(({ market }) => ids.has(market));
  const found: OpenOrder[] = [];
  for (const book of books)
    for (const side of [ASK, BID])
      for (let order = book.first(side); order !== null; order = book.after(order))
        if (order.account === account) found.push(order);
  return found.sort((a, b) => a.number - b.number);
}

/** Pairs of both outcomes, which the house turns back into collateral. */
function pairsOf(wallet: Wallet, { markets }: CurveTerms): PositionsMerged[] {
  const merged: PositionsMerged[] = [];
  for (const market of markets) {
    const amount = minMicros(freeShares(wallet, market, 0), freeShares(wallet, market, 1));
    if (amount > 0) merged.push({ kind: 'PositionsMerged', wallet: wallet.id, market, amount });
  }
  return merged;
}

/** Quotes stand until trading has ended, also while a market is paused: prices are shown, and move with the others. */
const isQuoted = (market: Market): boolean => !hasEnded(market) && !market.tradingEnded;

/** A BUY of one of the two outcomes, so that it needs no shares. */
interface WantedQuote extends Pick<OpenOrder, 'market' | 'outcome' | 'price' | 'size'> {}

const placeOf = (market: MarketId, side: BookSide, price: Price): number => (market * 2 + side) * PRICE_ONE + price;

/** The quotes that have to be compared with standing orders. */
interface Scene {
  /** Quotes by `placeOf`. */
  readonly wanted: Map<number, WantedQuote>;
  /** Orders at the price, of markets in which all others stand as they should. */
  readonly standing: OpenOrder[];
  /** Markets whose standing orders are all to be compared. */
  readonly whole: Set<MarketId>;
  withheld: boolean;
}

function scene(state: Readonly<State>, curve: Curve, wallet: Wallet, anywhere: boolean): Scene {
  const made: Scene = { wanted: new Map(), standing: [], whole: new Set(), withheld: false };
  const { spread, levels, account } = curve.house;
  const markets = curve.markets.map((market) => marketOf(state, market));
  const sold = markets.map(({ id, status }) =>
    status === 'open' ? freeShares(wallet, id, 1) - freeShares(wallet, id, 0) : null,
  );
  const allowed = curve.decided ? allowances(curve, wallet, markets) : null;
  for (const [index, position] of positionsOn(curve, sold).entries()) {
    const market = markets[index];
    if (market === undefined || !isQuoted(market)) continue;
    // Bands apart from the one at the price have the same size wherever that is.
    const near = position === null || anywhere || allowed !== null ? null : bestAt(curve, market, position);
    if (near === null) made.whole.add(market.id);
    else made.standing.push(...near.map(({ order }) => order));
    const { tick } = market;
    const all = position === null ? [] : (near ?? quotesAt(curve, position, { tick, spread, levels }));
    addQuotes(made, market, account, affordable(all, allowed?.[index]));
  }
  return made;
}

/** Largest further loss by the quotes on each side of a market. */
type Allowance = readonly [bids: number, asks: number];

/**
 * Bounds for the quotes on a curve with an answer that was decided and may be reopened: the curve does not bound the
 * loss then. Bids of a market lose with every other winner, asks with its own.
 */
function allowances({ house, probabilities }: Curve, wallet: Wallet, markets: readonly Market[]): Allowance[] {
  const held = markets.map((market) => {
    const position = wallet.positions.get(market.id);
    const past = market.past.get(wallet.id);
    return { cost: Number(position?.cost ?? past?.cost ?? 0), shares: position?.free ?? past?.shares ?? [0, 0] };
  });
  const paid = held.reduce((sum, { cost, shares }) => sum + cost - shares[1], 0);
  const losses = held.map(({ shares }) => paid + shares[1] - shares[0]);
  const ofResults = chancesOf(probabilities).map((_, index) => losses[index] ?? paid);
  const part = Math.floor(house.subsidy / house.curves.length);
  return losses.map((own, index) => [part - Math.max(...ofResults.filter((_, at) => at !== index)), part - own]);
}

/** The quotes of a market that the house can afford, best first; all without an allowance. */
function affordable(quotes: readonly Quote[], allowed?: Allowance): readonly Quote[] {
  if (allowed === undefined) return quotes;
  const spent: [number, number] = [0, 0];
  return quotes.filter(({ side, price, size }) => {
    spent[side] += costRoundedUp(boughtBy(side, price).price, size);
    return spent[side] <= allowed[side];
  });
}

function addQuotes(made: Scene, market: Market, house: AccountId, quotes: readonly Quote[]): void {
  for (const { side, price, size } of quotes) {
    if (size === 0) continue;
    if (meetsOther(market, side, price, house)) made.withheld = true;
    else made.wanted.set(placeOf(market.id, side, price), { ...boughtBy(side, price), market: market.id, size });
  }
}

/** Outcome and price of the BUY that stands on a side. */
const boughtBy = (side: BookSide, price: Price): Pick<WantedQuote, 'outcome' | 'price'> =>
  side === ASK ? { outcome: 1, price: complement(price) } : { outcome: 0, price };

/**
 * The best quotes whose orders have another size, with those orders; null unless the best order of each side is at its
 * quote. Such an order meets no one else's, since no book is crossed.
 */
function bestAt(curve: Curve, market: Market, position: bigint): (Quote & { readonly order: OpenOrder })[] | null {
  const { spread, levels, account } = curve.house;
  const best = quotesAt(curve, position, { tick: market.tick, spread, levels }, 1);
  const moved: (Quote & { readonly order: OpenOrder })[] = [];
  for (const side of [ASK, BID]) {
    const quote = best.find((each) => each.side === side);
    const order = ownBest(market, side, account);
    if (quote?.size === 0 || quote?.price !== order?.bookPrice) return null;
    if (quote !== undefined && order !== null && quote.size !== order.remaining) moved.push({ ...quote, order });
  }
  return moved;
}

function ownBest({ book }: Market, side: BookSide, house: AccountId): OpenOrder | null {
  let order = book?.first(side) ?? null;
  while (order !== null && order.account !== house) order = book?.after(order) ?? null;
  return order;
}

/** True if an order on this side at this price would trade with someone else's. */
function meetsOther({ book }: Market, side: BookSide, price: Price, house: AccountId): boolean {
  let other = book?.first(opposite(side)) ?? null;
  while (other !== null && crosses(side, price, other.bookPrice)) {
    if (other.account !== house) return true;
    other = book?.after(other) ?? null;
  }
  return false;
}

/** First half of the ids of the house's orders, which no digest can be made to hit. */
const RESERVED = 'be11'.repeat(8);

/** Look-ups go by the first word of the second half, so it is spread over all values. */
function idOf(order: OrderNumber): OrderId {
  const spread = Math.imul(order + 1, 0x9e3779b1) >>> 0;
  return orderId(`0x${RESERVED}${spread.toString(16).padStart(8, '0')}${order.toString(16).padStart(24, '0')}`);
}

function resting({ account, wallet }: House, order: OrderNumber, terms: WantedQuote): [OrderAccepted, OrderRested] {
  const accepted: OrderAccepted = {
    ...{ kind: 'OrderAccepted', order, orderId: idOf(order) },
    ...{ account, wallet, apiKey: '', ...terms, side: 'BUY', type: 'GTC', expiration: 0, builder: '' },
  };
  const held = costRoundedUp(terms.price, terms.size);
  return [accepted, { kind: 'OrderRested', order, remaining: terms.size, held }];
}
