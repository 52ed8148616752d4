/** The operator's actions: deposits and withdrawals, modes, terms, closing times, new markets, results. */
import {
  type CatalogEvent,
  catalogId,
  type Market,
  type MarketId,
  micros,
  TICKS,
  type UpdateMarket,
  type VenueMode,
} from '@bellwether/engine';
import { catalogEventDefinition } from '@bellwether/engine/testing';
import { isDecided } from '../../venue/gateway-handle.ts';
import { type Acting, type Action, found, isTraded } from '../acting.ts';
import { someAmount } from '../amounts.ts';
import { newMarket, UNIT } from '../setting.ts';

function deposit(acting: Acting): Promise<unknown> {
  const { dice } = acting;
  const { id: wallet, address } = acting.pick(acting.state.wallets);
  const amount = dice.chance(0.03) ? micros(9e15) : someAmount(dice, dice.between(1, 200) * UNIT);
  return acting.send({ kind: 'Deposit', wallet, amount, ...(dice.chance(0.5) && { address }) });
}

function withdraw(acting: Acting): Promise<unknown> {
  const { id: wallet, free } = acting.pick(acting.state.wallets);
  return acting.send({ kind: 'Withdraw', wallet, amount: someAmount(acting.dice, free) });
}

/** Changes the mode and reopens the venue soon after. */
async function setMode(acting: Acting): Promise<void> {
  const { dice, client } = acting;
  await acting.send({ kind: 'SetMode', mode: dice.pick<VenueMode>(['post_only', 'cancel_only', 'disabled', 'open']) });
  await client.pause(dice.pick([50, 500, 3_000]));
  // No key needed: repeating this command is a no-op.
  for (let times = 0; times < 20; times++) {
    if (isDecided(await client.send({ kind: 'SetMode', mode: 'open' }, dice))) return;
  }
}

function changeTerms(acting: Acting): Promise<unknown> {
  const { dice } = acting;
  const market = acting.market().id;
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
  return acting.send({ kind: 'UpdateMarket', market, changes });
}

/** Sets the closing time of a trading or ended market: in some seconds, now, or removed again. */
function closingTime(acting: Acting): Promise<unknown> {
  const { dice, state, world } = acting;
  const ended = state.markets.filter(({ status, tradingEnded }) => status === 'open' && tradingEnded);
  const { id: market } = ended.length > 0 && dice.chance(0.4) ? dice.pick(ended) : acting.market();
  const inMs = dice.pick([0, 1, 1_500, 20_000, 90_000]);
  const closeTimeMs = dice.chance(0.3) ? null : world.wallMs + inMs;
  return acting.send({ kind: 'UpdateMarket', market, changes: { closeTimeMs } });
}

function addMarket(acting: Acting): Promise<unknown> {
  const { dice, known, world } = acting;
  const closeTimeMs = dice.chance(0.3) ? world.wallMs + dice.pick([5_000, 60_000]) : null;
  const market = newMarket(dice, known.markets++, { closeTimeMs });
  const again = dice.chance(0.1) ? [newMarket(dice, 0, {})] : [];
  return acting.send({ kind: 'AddToCatalog', tags: [], series: [], events: [], markets: [market, ...again] });
}

const SUBSIDIES = [UNIT, 10 * UNIT, 30 * UNIT + 1, 300 * UNIT] as const;

/** An event that the house makes, sometimes beside one of people; its markets are as busy as the busiest. */
async function addHouseEvent(acting: Acting): Promise<void> {
  const { dice, known, index } = acting;
  const negRisk = dice.chance(0.6);
  const tick = dice.chance(0.8) ? { tick: dice.pick([100, 50, 1_000]) } : {};
  const event = (id: number, count: number) => ({
    event: catalogEventDefinition({ id: catalogId(id), slug: acting.name('made'), negRisk, tagSlugs: ['news'] }),
    markets: Array.from({ length: count }, () => newMarket(dice, known.markets++, { negRisk, ...tick })),
  });
  const made = event(1_000 + 2 * index, negRisk ? dice.pick([2, 3, 5]) : dice.pick([1, 2]));
  const weights = made.markets.map(() => dice.between(1, 9));
  const total = weights.reduce((sum, weight) => sum + weight, negRisk ? 0 : dice.between(1, 9));
  const probabilities = weights.map((weight) => Math.floor((weight * 1_000_000) / total));
  const rest = 1_000_000 - probabilities.reduce((sum, part) => sum + part, 0);
  if (negRisk && dice.chance(0.95)) probabilities[0] = (probabilities[0] ?? 0) + rest;
  const house = { subsidy: micros(dice.pick(SUBSIDIES)), spread: dice.pick([0, 0, 300]), probabilities };
  const others = dice.chance(0.2) ? [event(1_001 + 2 * index, 2)] : [];
  const events = [{ ...made, house }, ...others];
  const answer = await acting.send({ kind: 'AddToCatalog', tags: [], series: [], markets: [], events });
  if (answer?.kind !== 'accepted') return;
  acting.world.count('house opened');
  const catalogEvent = made.event.id;
  for (const added of answer.events)
    if (added.kind === 'MarketAdded' && added.catalogEvent === catalogEvent) known.hot.push(added.market);
}

/** Not always the busiest market, so that others go on. */
function resolveMarket(acting: Acting): Promise<unknown> {
  const { dice, known } = acting;
  const { markets } = acting.state;
  const cold = markets.filter((market) => isTraded(market) && !known.hot.includes(market.id));
  return resolve(acting, cold.length > 0 && dice.chance(0.7) ? dice.pick(cold) : acting.pick(markets));
}

/** Resolves a busy market: the most traded ones have the oddest amounts in the most wallets. */
function resolveBusiest(acting: Acting): Promise<unknown> {
  const { known, state } = acting;
  return resolve(acting, acting.pick(known.hot.flatMap((index) => state.markets[index] ?? []).filter(isTraded)));
}

const ONE_WINNER = [
  [0, 10_000],
  [0, 10_000],
  [10_000, 0],
  [5_000, 5_000],
] as const;
const ANY = [
  [10_000, 0],
  [0, 10_000],
  [5_000, 5_000],
  [3_333, 6_667],
  [6_667, 3_333],
  [1, 1],
] as const;

async function resolve(acting: Acting, { id: market, negRisk }: Market): Promise<void> {
  const { dice, client } = acting;
  const payouts = dice.pick<readonly [number, number]>(negRisk ? ONE_WINNER : ANY);
  const closes = dice.chance(0.8) ? { closesEvent: true as const } : {};
  const results = [acting.send({ kind: 'ResolveMarket', market, payouts, ...closes })];
  // Another operator disagrees, at the same time or a moment later.
  const [first, second] = payouts;
  for (let more = dice.pick([0, 0, 1, 4]); more > 0; more--) {
    await client.pause(dice.fraction() * 2);
    results.push(acting.send({ kind: 'ResolveMarket', market, payouts: [second, first] }));
  }
  await Promise.all(results);
}

/** Resolves the markets of an event one after the other as results come in: each loses until one is left. */
async function resolveOneByOne(acting: Acting): Promise<void> {
  const { dice, client } = acting;
  for (const market of found(oneWinnerEvent(acting)).markets) {
    if (client.view?.state.markets[market]?.status !== 'open') continue;
    await acting.send({ kind: 'ResolveMarket', market, payouts: [0, 10_000] });
    await client.pause(dice.pick([0, 10, 2_000]));
  }
}

/** One winner, a dead heat or a void; sometimes nonsense. */
function resolveEvent(acting: Acting): Promise<unknown> {
  const { dice, state } = acting;
  const event = oneWinnerEvent(acting) ?? acting.pick([...state.catalogEvents.values()]);
  const some = event.markets.filter(() => dice.chance(0.5));
  const one = event.markets.length > 0 ? [dice.pick(event.markets)] : [];
  const winners = dice.weighted<readonly MarketId[] | null>([
    [5, one],
    [5, null],
    [3, some],
    [0.5, [...one, 999 as MarketId]],
  ]);
  return acting.send({ kind: 'ResolveEvent', catalogEvent: event.id, winners });
}

/** Usually an event that is not over. */
function oneWinnerEvent({ dice, state }: Acting): CatalogEvent | null {
  const open = [...state.catalogEvents.values()].filter(({ negRisk, closed }) => negRisk && !closed);
  return open.length > 0 && dice.chance(0.9) ? dice.pick(open) : null;
}

const ROWS: readonly Action[] = [
  { kind: 'deposit', weight: 25, needs: 'money', act: deposit },
  { kind: 'withdraw', weight: 20, needs: 'money', act: withdraw },
  { kind: 'set mode', weight: 7, needs: 'changes', act: setMode },
  { kind: 'change terms', weight: 18, needs: 'changes', act: changeTerms },
  { kind: 'closing time', weight: 8, needs: 'changes', act: closingTime },
  { kind: 'add market', weight: 6, needs: 'changes', act: addMarket },
  { kind: 'add house event', weight: 10, from: 0.1, needs: 'houses', act: addHouseEvent },
  { kind: 'resolve market', weight: 6, from: 0.4, needs: 'results', act: resolveMarket },
  { kind: 'resolve one by one', weight: 3, from: 0.6, needs: 'results', act: resolveOneByOne },
  { kind: 'resolve busiest', weight: 9, from: 0.8, needs: 'results', act: resolveBusiest },
  { kind: 'resolve event', weight: 10, from: 0.5, needs: 'results', act: resolveEvent },
];

export const OPERATOR: readonly Action[] = ROWS.map((row) => ({ ...row, isOperators: true }));
