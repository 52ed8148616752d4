/** Results: the resolving of a market or an event as payouts or winners, and resolved markets as answers. */
import type { Event, EventResolution, EventResolutionAnswer, Resolution, ResolutionAnswer } from '@bellwether/contract';
import { type CatalogEvent, type Market, type MarketId, marketOf, PRICE_ONE, type State } from '@bellwether/engine';
import type { ExchangeOutcome } from '@bellwether/ports/exchange.ts';
import type { Reader } from '@bellwether/ports/reader.ts';
import { badRequest, type Failure, failure } from '@bellwether/wire/failure.ts';
import { parseFraction, priceText } from '@bellwether/wire/forms/decimal.ts';

/** Payouts per outcome in 1/10000, summing to 10000. */
export function readPayouts({ winner, payouts }: Resolution, market: Market): readonly [number, number] | Failure {
  if ((winner === undefined) === (payouts === undefined)) return badRequest('send either winner or payouts');
  if (winner !== undefined) {
    const outcome = market.outcomes.indexOf(winner);
    if (outcome < 0) return badRequest(`winner must be one of ${market.outcomes.join(', ')}`);
    return outcome === 0 ? [PRICE_ONE, 0] : [0, PRICE_ONE];
  }
  const [first = null, second = null] = (payouts ?? []).map(parseFraction);
  if (first === null || second === null || first + second !== PRICE_ONE) return failure('payouts_invalid');
  return [first, second];
}

type ResolvedMarket = EventResolutionAnswer['markets'][number];

/** Answer with `market` first, followed by other markets that the entry resolved. */
export function resolutionAnswer(market: Market, outcome: ExchangeOutcome, state: Readonly<State>): ResolutionAnswer {
  const also = resolvedBy(outcome, state).filter(({ condition_id }) => condition_id !== market.conditionId);
  return { ...resolvedMarket(market), also_resolved: also };
}

export function eventResolutionAnswer(
  { id, slug }: CatalogEvent,
  outcome: ExchangeOutcome,
  state: Readonly<State>,
): EventResolutionAnswer {
  return { event_id: String(id), slug, markets: resolvedBy(outcome, state) };
}

function resolvedBy(outcome: ExchangeOutcome, state: Readonly<State>): ResolvedMarket[] {
  const events = outcome.kind === 'accepted' ? outcome.entry.events : [];
  return events.flatMap((event) =>
    event.kind === 'MarketResolved' ? [resolvedMarket(marketOf(state, event.market))] : [],
  );
}

function resolvedMarket(market: Market): ResolvedMarket {
  return {
    condition_id: market.conditionId,
    status: market.status === 'resolved' ? 'resolved' : 'resolving',
    payouts: (market.payouts ?? []).map(priceText),
  };
}

export interface NamedWinners {
  readonly kind: 'winners';
  /** Null for a void. */
  readonly winners: readonly MarketId[] | null;
}

type Names = readonly (readonly [id: MarketId, name: string])[];

/**
 * Reads the winning markets of an event, each given by any of its names. Ids and slugs are looked up in `state`; titles
 * are not kept there and are read only if needed.
 */
export async function readWinners(
  body: EventResolution,
  catalogEvent: CatalogEvent,
  state: Readonly<State>,
  reader: Reader,
): Promise<NamedWinners | Failure> {
  const given = [body.winner, body.winners, body.void].filter((value) => value !== undefined);
  if (given.length !== 1) return badRequest('send either winner, winners or void');
  if (body.void === true) return { kind: 'winners', winners: null };
  const wanted = body.winners ?? [body.winner as string];
  const ids = namesInState(catalogEvent, state);
  const titles = wanted.every((name) => matches(ids, name).length === 1)
    ? []
    : await readTitles(ids, catalogEvent, reader);
  const winners: MarketId[] = [];
  for (const name of wanted) {
    const [market, ...others] =
      [ids, titles].map((names) => matches(names, name)).find(({ length }) => length > 0) ?? [];
    if (market === undefined) return badRequest(`no market of the event is called ${name}`);
    if (others.length > 0)
      return badRequest(`several markets of the event are called ${name}: name one by its condition id`);
    if (winners.includes(market)) return badRequest(`${name} is named twice`);
    winners.push(market);
  }
  return { kind: 'winners', winners };
}

function matches(names: Names, wanted: string): MarketId[] {
  const text = wanted.trim().toLowerCase();
  return [...new Set(names.filter(([, name]) => name.toLowerCase() === text).map(([id]) => id))];
}

function namesInState({ markets }: CatalogEvent, state: Readonly<State>): Names {
  return markets.flatMap((id) => {
    const { conditionId, slug } = marketOf(state, id);
    return [[id, conditionId] as const, [id, slug] as const];
  });
}

async function readTitles(ids: Names, { id }: CatalogEvent, reader: Reader): Promise<Names> {
  const answer = await reader.read('event-by-id', { id });
  if (answer === null) return [];
  // The cast is the parse boundary: the read is the venue's own.
  const { markets } = JSON.parse(Buffer.from(answer.body).toString()) as Event;
  return markets.flatMap(({ conditionId, groupItemTitle, question }) => {
    const market = ids.find(([, name]) => name === conditionId)?.[0];
    if (market === undefined) return [];
    return [groupItemTitle, question].filter((name) => name !== '').map((name) => [market, name] as const);
  });
}
