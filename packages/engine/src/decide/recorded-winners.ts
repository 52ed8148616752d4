/**
 * Winners that a command's records name in one-winner events: the result of one market is the result of all, in the same
 * entry, whether the venue knew the markets before or the command adds them.
 */
import type { AddToCatalog } from '../command.ts';
import type { CatalogEventUpdated, Event, MarketAdded, MarketResolved } from '../event.ts';
import { marketOf } from '../lookup.ts';
import type { State } from '../state.ts';
import type { CatalogId, ConditionId, MarketId } from '../units/ids.ts';
import { PRICE_ONE } from '../units/price.ts';
import { Conflict } from './catalog-draft.ts';

/** A market of a one-winner event as it is once the command has been applied, but for the results that follow. */
interface Member {
  readonly market: MarketId;
  readonly conditionId: ConditionId;
  readonly catalogEvent: CatalogId | null;
  readonly payouts: readonly [number, number] | null;
  readonly isAdded: boolean;
}

/**
 * The results that follow from the winners that `command` records, after `added`, the events that it leads to otherwise.
 * A conflict when a record names another winner than the venue or another record does. O(command + markets of the events
 * concerned).
 */
export function recordedResults(
  state: Readonly<State>,
  command: AddToCatalog,
  added: readonly Event[],
): readonly Event[] | Conflict {
  const winners = recordedWinners(command);
  if (winners.size === 0) return [];
  const joined = added.filter((event) => event.kind === 'MarketAdded');
  const byCondition = new Map(joined.map((event) => [event.definition.conditionId, event]));
  const winnerOf = new Map<CatalogId, Member>();
  for (const conditionId of winners) {
    const winner = memberOf(state, byCondition, conditionId);
    if (winner === null || winner.catalogEvent === null) continue;
    const other = winnerOf.get(winner.catalogEvent);
    if (other !== undefined) return conflict(winner, `but so is market ${other.conditionId}`);
    winnerOf.set(winner.catalogEvent, winner);
  }
  const results: Event[] = [];
  for (const [catalogEvent, winner] of winnerOf) {
    const members = [
      ...(state.catalogEvents.get(catalogEvent)?.markets ?? []).map((id) => knownMember(state, id)),
      ...joined.filter((event) => event.catalogEvent === catalogEvent).map(addedMember),
    ];
    const refusal = contradiction(winner, members);
    if (refusal !== null) return refusal;
    const open = members.filter(({ payouts }) => payouts === null);
    results.push(...open.map(({ market }) => resolved(market, market === winner.market ? PRICE_ONE : 0)));
    const isNews = open.length > 0 || winner.isAdded;
    if (isNews && !isClosed(state, catalogEvent, added)) results.push(closed(catalogEvent));
  }
  return results;
}

/** Conditions of the markets whose first outcome has won according to their records. */
function recordedWinners({ events, markets }: AddToCatalog): Set<ConditionId> {
  const all = [...markets, ...events.flatMap((listing) => listing.markets)];
  const won = all.filter(({ payouts }) => payouts?.[0] === PRICE_ONE);
  return new Set(won.map(({ conditionId }) => conditionId));
}

function memberOf(
  state: Readonly<State>,
  byCondition: ReadonlyMap<ConditionId, MarketAdded>,
  conditionId: ConditionId,
): Member | null {
  const known = state.marketsByCondition.get(conditionId);
  // What the venue knows of a market counts, whatever its record says: a plain one stays as it is.
  if (known !== undefined) return marketOf(state, known).negRisk ? knownMember(state, known) : null;
  const added = byCondition.get(conditionId);
  return added?.definition.negRisk ? addedMember(added) : null;
}

function knownMember(state: Readonly<State>, id: MarketId): Member {
  const { conditionId, catalogEvent, payouts } = marketOf(state, id);
  return { market: id, conditionId, catalogEvent, payouts, isAdded: false };
}

function addedMember({ market, definition, catalogEvent }: MarketAdded): Member {
  return { market, conditionId: definition.conditionId, catalogEvent, payouts: definition.payouts, isAdded: true };
}

/** A market that has lost does not win, and beside one that has won or has a share no other one wins. */
function contradiction(winner: Member, members: readonly Member[]): Conflict | null {
  if (winner.payouts !== null && winner.payouts[0] !== PRICE_ONE) {
    return conflict(winner, winner.payouts[0] === 0 ? 'but it has lost here' : 'but it shares the result here');
  }
  const other = members.find(({ market, payouts }) => market !== winner.market && payouts !== null && payouts[0] > 0);
  return other === undefined ? null : conflict(winner, `but market ${other.conditionId} has won already`);
}

function conflict({ conditionId }: Member, reason: string): Conflict {
  return new Conflict(`market ${conditionId} is recorded as the winner of its event, ${reason}`);
}

function isClosed(state: Readonly<State>, catalogEvent: CatalogId, added: readonly Event[]): boolean {
  const known = state.catalogEvents.get(catalogEvent);
  if (known !== undefined) return known.closed;
  return added.some(
    (event) => event.kind === 'CatalogEventAdded' && event.event.id === catalogEvent && event.event.closed,
  );
}

function resolved(market: MarketId, first: number): MarketResolved {
  return { kind: 'MarketResolved', market, payouts: [first, PRICE_ONE - first] };
}

function closed(catalogEvent: CatalogId): CatalogEventUpdated {
  return { kind: 'CatalogEventUpdated', catalogEvent, changes: { closed: true } };
}
