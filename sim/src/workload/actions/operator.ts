/** The operator's actions: deposits and withdrawals, modes, terms, closing times, new markets, results. */
import {
  type CatalogEvent,
  type Market,
  type MarketId,
  micros,
  type State,
  TICKS,
  type UpdateMarket,
  type VenueMode,
} from '@bellwether/engine';
import type { Act, Acting } from '../acting.ts';
import { someAmount } from '../amounts.ts';
import { isTraded } from '../knowledge.ts';
import { newMarket, UNIT } from '../setting.ts';

export const deposit: Act = async (acting) => {
  const { dice, state } = acting;
  if (state === null || state.wallets.length === 0) return;
  const wallet = dice.pick(state.wallets);
  const amount = dice.chance(0.03) ? micros(9e15) : someAmount(dice, dice.between(1, 200) * UNIT);
  const address = dice.chance(0.5) ? { address: wallet.address } : {};
  await acting.send({ kind: 'Deposit', wallet: wallet.id, amount, ...address });
};

export const withdraw: Act = async (acting) => {
  const { dice, state } = acting;
  if (state === null || state.wallets.length === 0) return;
  const wallet = dice.pick(state.wallets);
  await acting.send({ kind: 'Withdraw', wallet: wallet.id, amount: someAmount(dice, wallet.free) });
};

/** Changes the mode and reopens the venue soon after. */
export const setMode: Act = async (acting) => {
  const { dice, client } = acting;
  const mode = dice.pick<VenueMode>(['post_only', 'cancel_only', 'disabled', 'open']);
  await acting.send({ kind: 'SetMode', mode });
  await client.pause(dice.pick([50, 500, 3_000]));
  // No key needed: repeating this command is a no-op.
  for (let times = 0; times < 20; times++) {
    const answer = await client.send({ kind: 'SetMode', mode: 'open' }, dice);
    if (answer?.kind === 'outcome') return;
  }
};

export const changeTerms: Act = async (acting) => {
  const { dice, known, state } = acting;
  const market = state === null ? null : known.market(dice, state);
  if (market === null) return;
  const changes = dice.weighted<UpdateMarket['changes']>([
    [4, { tick: dice.pick(TICKS) }],
    [3, { takerFeeRate: dice.pick([0, 35, 700, 10_000]) }],
    [2, { minimumSize: micros(dice.pick([1, UNIT, 5 * UNIT])) }],
    [1, { acceptingOrders: dice.chance(0.7) }],
    [1, { active: dice.chance(0.7) }],
    [0.5, { closed: dice.chance(0.4) }],
    [0.5, {}],
    [0.3, { tick: 7 }],
  ]);
  await acting.send({ kind: 'UpdateMarket', market: market.id, changes });
};

/** Sets the closing time of a trading or ended market: in some seconds, now, or removed again. */
export const closingTime: Act = async (acting) => {
  const { dice, state, world } = acting;
  const market = state === null ? null : marketToClose(acting, state);
  if (market === null) return;
  const inMs = dice.pick([0, 1, 1_500, 20_000, 90_000]);
  const closeTimeMs = dice.chance(0.3) ? null : world.wallMs + inMs;
  await acting.send({ kind: 'UpdateMarket', market: market.id, changes: { closeTimeMs } });
};

function marketToClose({ dice, known }: Acting, state: Readonly<State>): Market | null {
  const ended = state.markets.filter(({ status, tradingEnded }) => status === 'open' && tradingEnded);
  return ended.length > 0 && dice.chance(0.4) ? dice.pick(ended) : known.market(dice, state);
}

export const addMarket: Act = async (acting) => {
  const { dice, known, state, world } = acting;
  if (state === null) return;
  const closeTimeMs = dice.chance(0.3) ? world.wallMs + dice.pick([5_000, 60_000]) : null;
  const market = newMarket(dice, known.markets++, { closeTimeMs });
  const again = dice.chance(0.1) ? [newMarket(dice, 0, {})] : [];
  await acting.send({ kind: 'AddToCatalog', tags: [], series: [], events: [], markets: [market, ...again] });
};

export const resolveMarket: Act = async (acting) => {
  const { state } = acting;
  const market = state === null ? null : marketToResolve(acting, state);
  if (market !== null) await resolve(acting, market);
};

async function resolve(acting: Acting, market: Market): Promise<void> {
  const { dice, client } = acting;
  const payouts = market.negRisk
    ? dice.pick([
        [0, 10_000],
        [0, 10_000],
        [10_000, 0],
        [5_000, 5_000],
      ] as const)
    : dice.pick([
        [10_000, 0],
        [0, 10_000],
        [5_000, 5_000],
        [3_333, 6_667],
        [6_667, 3_333],
        [1, 1],
      ] as const);
  const closes = dice.chance(0.8) ? { closesEvent: true as const } : {};
  const result = acting.send({ kind: 'ResolveMarket', market: market.id, payouts, ...closes });
  // Another operator disagrees, at the same time or a moment later.
  const [first, second] = payouts;
  const others: Promise<unknown>[] = [];
  for (let more = dice.pick([0, 0, 1, 4]); more > 0; more--) {
    await client.pause(dice.fraction() * 2);
    others.push(acting.send({ kind: 'ResolveMarket', market: market.id, payouts: [second, first] }));
  }
  await Promise.all([result, ...others]);
}

/** Resolves the markets of an event one after the other as results come in: each loses until one is left. */
export const resolveOneByOne: Act = async (acting) => {
  const { dice, client, state } = acting;
  const event = state === null ? null : oneWinnerEvent(acting, state);
  if (event === null) return;
  for (const market of event.markets) {
    if (client.view?.state.markets[market]?.status !== 'open') continue;
    await acting.send({ kind: 'ResolveMarket', market, payouts: [0, 10_000] });
    await client.pause(dice.pick([0, 10, 2_000]));
  }
};

/** One winner, a dead heat or a void; sometimes nonsense. */
export const resolveEvent: Act = async (acting) => {
  const { dice, state } = acting;
  if (state === null || state.catalogEvents.size === 0) return;
  const event = oneWinnerEvent(acting, state) ?? dice.pick([...state.catalogEvents.values()]);
  const some = event.markets.filter(() => dice.chance(0.5));
  const one = event.markets.length > 0 ? [dice.pick(event.markets)] : [];
  const winners = dice.weighted<readonly MarketId[] | null>([
    [5, one],
    [5, null],
    [3, some],
    [0.5, [...one, 999 as MarketId]],
  ]);
  await acting.send({ kind: 'ResolveEvent', catalogEvent: event.id, winners });
};

/** Usually an event that is not over. */
function oneWinnerEvent({ dice }: Acting, { catalogEvents }: Readonly<State>): CatalogEvent | null {
  const open = [...catalogEvents.values()].filter(({ negRisk, closed }) => negRisk && !closed);
  return open.length > 0 && dice.chance(0.9) ? dice.pick(open) : null;
}

/** Resolves a busy market: the most traded ones have the oddest amounts in the most wallets. */
export const resolveBusiest: Act = async (acting) => {
  const { dice, known, state } = acting;
  const busy = known.hot.flatMap((index) => state?.markets[index] ?? []).filter(isTraded);
  if (busy.length > 0) await resolve(acting, dice.pick(busy));
};

/** Not always the busiest market, so that others go on. */
function marketToResolve({ dice, known }: Acting, { markets }: Readonly<State>): Market | null {
  const cold = markets.filter((market) => isTraded(market) && !known.hot.includes(market.id));
  if (cold.length > 0 && dice.chance(0.7)) return dice.pick(cold);
  return markets.length === 0 ? null : dice.pick(markets);
}
