/** Results as operators name them, by winner, payouts or void, read into those of the exchange. */
import type { Event, EventResult, MarketResult } from '@bellwether/contract';
import {
  type CatalogEvent,
  type Market,
  type MarketId,
  marketOf,
  type NamedResult,
  PRICE_ONE,
  type State,
} from '@bellwether/engine';
import type { Reader } from '@bellwether/ports/reader.ts';
import { badRequest, type Failure, failure } from '@bellwether/wire/failure.ts';
import { parseFraction } from '@bellwether/wire/forms/decimal.ts';
import { bucketOf, bucketsIn } from '@bellwether/wire/numeric/buckets.ts';
import { POINT_RULES, pointOf } from '@bellwether/wire/numeric/points.ts';

type Payouts = Extract<NamedResult, { readonly kind: 'payouts' }>;
type Winners = Extract<NamedResult, { readonly kind: 'winners' }>;

const SPLIT: Winners = { kind: 'winners', winners: null };
const OF_EVENT = ['winner', 'winners', 'value', 'void'] as const;

/** Refuses a result that is not named in exactly one of the ways in `names`. */
function refuseNaming(body: object, ...names: readonly string[]): Failure | null {
  const given = names.filter((name) => (body as Readonly<Record<string, unknown>>)[name] !== undefined);
  if (given.length === 1) return null;
  return badRequest(`send either ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`);
}

export function readMarketResult(body: MarketResult, market: Market): NamedResult | Failure {
  const refusal = refuseNaming(body, 'winner', 'payouts', 'void');
  if (refusal !== null) return refusal;
  if (body.void === 'refund') return { kind: 'refund' };
  return body.void === 'split' ? SPLIT : readPayouts(body, market);
}

/** Reads a result that is fixed at once, for which there is no void. */
export function readResolution(body: Omit<MarketResult, 'void'>, market: Market): Payouts | Failure {
  return refuseNaming(body, 'winner', 'payouts') ?? readPayouts(body, market);
}

/** Payouts per outcome in 1/10000, summing to 10000. */
function readPayouts({ winner, payouts }: Omit<MarketResult, 'void'>, market: Market): Payouts | Failure {
  if (winner !== undefined) {
    const outcome = market.outcomes.indexOf(winner);
    if (outcome < 0) return badRequest(`winner must be one of ${market.outcomes.join(', ')}`);
    return { kind: 'payouts', payouts: outcome === 0 ? [PRICE_ONE, 0] : [0, PRICE_ONE] };
  }
  const [first = null, second = null] = (payouts ?? []).map(parseFraction);
  if (first === null || second === null || first + second !== PRICE_ONE) return failure('payouts_invalid');
  return { kind: 'payouts', payouts: [first, second] };
}

type Names = readonly (readonly [id: MarketId, name: string])[];

export async function readEventResult(
  body: EventResult,
  catalogEvent: CatalogEvent,
  state: Readonly<State>,
  reader: Reader,
): Promise<NamedResult | Failure> {
  if (body.void === 'refund') return refuseNaming(body, ...OF_EVENT) ?? { kind: 'refund' };
  return readEventResolution(body, catalogEvent, state, reader);
}

/** Reads a result that is fixed at once, whose only void is to split evenly. */
export async function readEventResolution(
  body: Omit<EventResult, 'void'> & { readonly void?: unknown },
  catalogEvent: CatalogEvent,
  state: Readonly<State>,
  reader: Reader,
): Promise<Winners | Failure> {
  const refusal = refuseNaming(body, ...OF_EVENT);
  if (refusal !== null) return refusal;
  if (body.void !== undefined) return SPLIT;
  if (body.value !== undefined) return readValue(body.value, catalogEvent, reader);
  return readWinners(body.winners ?? [body.winner as string], catalogEvent, state, reader);
}

/**
 * Reads the winning markets of an event, each given by any of its names. Ids and slugs are looked up in `state`; titles
 * are not kept there and are read only if needed.
 */
async function readWinners(
  wanted: readonly string[],
  catalogEvent: CatalogEvent,
  state: Readonly<State>,
  reader: Reader,
): Promise<Winners | Failure> {
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

/** The market of a numeric event whose bucket contains a value. */
async function readValue(
  value: string | number,
  catalogEvent: CatalogEvent,
  reader: Reader,
): Promise<Winners | Failure> {
  const { markets } = catalogEvent;
  const buckets = bucketsIn((await readEvent(catalogEvent, reader))?.eventMetadata ?? {}, markets.length);
  if (buckets === null) return badRequest('value is for numeric events alone: name the winner');
  const point = pointOf(buckets.kind, value);
  if (point === null) return badRequest(`value ${POINT_RULES[buckets.kind]}`);
  return { kind: 'winners', winners: [markets[bucketOf(buckets.edges, point)] as MarketId] };
}

async function readEvent({ id }: CatalogEvent, reader: Reader): Promise<Event | null> {
  const answer = await reader.read('event-by-id', { id });
  // The cast is the parse boundary: the read is the venue's own.
  return answer === null ? null : (JSON.parse(Buffer.from(answer.body).toString()) as Event);
}

async function readTitles(ids: Names, catalogEvent: CatalogEvent, reader: Reader): Promise<Names> {
  const { markets = [] } = (await readEvent(catalogEvent, reader)) ?? {};
  return markets.flatMap(({ conditionId, groupItemTitle, question }) => {
    const market = ids.find(([, name]) => name === conditionId)?.[0];
    if (market === undefined) return [];
    return [groupItemTitle, question].filter((name) => name !== '').map((name) => [market, name] as const);
  });
}

/** A market of the proposal that a call means; a refusal if markets of the event are proposed apart. */
export function proposedIn(target: Market | CatalogEvent, state: Readonly<State>): MarketId | Failure {
  if (!('markets' in target)) return target.id;
  const [first, ...others] = new Set(target.markets.map((id) => marketOf(state, id).proposal).filter(Boolean));
  if (others.length > 0)
    return badRequest('several markets of the event have proposals of their own: name one of them');
  return first?.market ?? target.markets[0] ?? failure('result_not_proposed', { market: 'no market' });
}
