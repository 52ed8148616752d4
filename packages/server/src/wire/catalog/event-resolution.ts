/** `POST /admin/events/{id}/resolve` as winning markets, each given by any of its names. */
import type { Event, EventResolution } from '@bellwether/contract';
import { type CatalogEvent, type MarketId, marketOf, type State } from '@bellwether/engine';
import type { Reader } from '../../ports/reader.ts';
import { badRequest, type Failure } from '../failure.ts';

export interface NamedWinners {
  readonly kind: 'winners';
  /** Null for a void. */
  readonly winners: readonly MarketId[] | null;
}

type Names = readonly (readonly [id: MarketId, name: string])[];

/** Reads the winners. Ids and slugs are looked up in `state`; titles are not kept there and are read only if needed. */
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
