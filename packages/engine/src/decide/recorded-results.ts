/**
 * Results in a command's records: for a market that trades here, and for a one-winner event with all its markets. They
 * take effect in the same entry, whether the venue knew the markets before or the command adds them. They end proposals
 * of their markets.
 */
import type { AddToCatalog } from '../command.ts';
import type { Event, MarketAdded } from '../event.ts';
import { marketOf, type State } from '../state.ts';
import { type CatalogId, type ConditionId, type MarketId, PRICE_ONE } from '../units/units.ts';
import { Conflict } from './catalog-draft.ts';
import { eventClosed, marketResolved } from './resolve.ts';

type Payouts = readonly [number, number];

/** A market as it is after the command, except for the results that follow. */
interface Member {
  readonly market: MarketId;
  readonly conditionId: ConditionId;
  readonly catalogEvent: CatalogId | null;
  readonly negRisk: boolean;
  readonly payouts: Payouts | null;
  readonly isAdded: boolean;
}

type Recorded = { readonly member: Member; readonly payouts: Payouts };

/**
 * The events for the results in the records of `command`, following `added`, its other events. A conflict if a record
 * contradicts the venue or another record. Resolved markets come first, in order, then closed events. O(command +
 * markets of the affected events).
 */
export function recordedResults(
  state: Readonly<State>,
  command: AddToCatalog,
  added: readonly Event[],
): readonly Event[] | Conflict {
  const recorded = recordsWithResults(state, command, added);
  if (recorded instanceof Conflict) return recorded;
  const firsts = new Map<MarketId, number>();
  const touched = new Set<CatalogId>();
  const membersOf = eventMembers(state, added);
  for (const [catalogEvent, records] of byOneWinnerEvent(recorded)) {
    const before = firsts.size;
    const refusal = takeOneWinner(records, membersOf(catalogEvent), firsts);
    if (refusal !== null) return refusal;
    const isWinnerAdded = records.some(({ member, payouts }) => member.isAdded && payouts[0] === PRICE_ONE);
    if (firsts.size > before || isWinnerAdded) touched.add(catalogEvent);
  }
  for (const { member, payouts } of recorded) {
    if (isOfOneWinner(member)) continue;
    if (member.payouts !== null && member.payouts[0] !== payouts[0]) return contradicts(member, payouts);
    // A single negative-risk market cannot have a shared result, only its whole event.
    const canBe = !member.negRisk || payouts[0] % PRICE_ONE === 0;
    if (member.payouts !== null || !canBe) continue;
    firsts.set(member.market, payouts[0]);
    if (member.catalogEvent !== null) touched.add(member.catalogEvent);
  }
  const over = [...touched].filter(
    (id) =>
      !isClosed(state, id, added) &&
      membersOf(id).every(({ market, payouts }) => payouts !== null || firsts.has(market)),
  );
  return [
    ...withdrawn(state, firsts),
    ...[...firsts].sort(([a], [b]) => a - b).map((paid) => marketResolved(...paid)),
    ...over.sort((a, b) => a - b).map(eventClosed),
  ];
}

/** Handles one event: a record names its winner, or a loser while others are open. Adds payouts to `firsts`. */
function takeOneWinner(
  records: readonly Recorded[],
  members: readonly Member[],
  firsts: Map<MarketId, number>,
): Conflict | null {
  const winners = new Set(records.filter(({ payouts }) => payouts[0] === PRICE_ONE).map(({ member }) => member.market));
  const [winner, other] = members.filter(({ market }) => winners.has(market));
  if (winner !== undefined && other !== undefined) return conflict(other, `but so is market ${winner.conditionId}`);
  if (winner !== undefined) {
    const refusal = contradiction(winner, members);
    if (refusal !== null) return refusal;
    for (const { market, payouts } of members)
      if (payouts === null) firsts.set(market, market === winner.market ? PRICE_ONE : 0);
    return null;
  }
  for (const { member, payouts } of records) {
    if (payouts[0] !== 0) continue;
    if (member.payouts === null) firsts.set(member.market, 0);
    else if (member.payouts[0] !== 0) return contradicts(member, payouts);
  }
  const isLost = ({ market, payouts }: Member): boolean => (payouts?.[0] ?? firsts.get(market)) === 0;
  const [last] = records.map(({ member }) => member).filter(({ market }) => firsts.has(market));
  return last !== undefined && members.length > 1 && members.every(isLost)
    ? new Conflict(`market ${last.conditionId} is recorded as lost, but one market of its event has to win`)
    : null;
}

/** Markets whose records name a result, in the order of the command; a conflict if two records of a market differ. */
function recordsWithResults(
  state: Readonly<State>,
  { events, markets }: AddToCatalog,
  added: readonly Event[],
): Recorded[] | Conflict {
  const joined = new Map<ConditionId, MarketAdded>();
  for (const event of added) if (event.kind === 'MarketAdded') joined.set(event.definition.conditionId, event);
  const recorded = new Map<ConditionId, Recorded>();
  for (const { conditionId, payouts } of [...markets, ...events.flatMap((listing) => listing.markets)]) {
    if (payouts === null) continue;
    const before = recorded.get(conditionId);
    if (before !== undefined) {
      if (before.payouts[0] === payouts[0]) continue;
      return new Conflict(`market ${conditionId} is recorded with two results`);
    }
    const known = state.marketsByCondition.get(conditionId);
    const added = joined.get(conditionId);
    // The venue's data about a known market takes precedence over its record.
    const member = known !== undefined ? knownMember(state, known) : added === undefined ? null : addedMember(added);
    if (member !== null) recorded.set(conditionId, { member, payouts });
  }
  return [...recorded.values()];
}

const isOfOneWinner = ({ negRisk, catalogEvent }: Member): boolean => negRisk && catalogEvent !== null;

function byOneWinnerEvent(recorded: readonly Recorded[]): Map<CatalogId, Recorded[]> {
  const byEvent = new Map<CatalogId, Recorded[]>();
  for (const record of recorded) {
    const { catalogEvent, negRisk } = record.member;
    if (catalogEvent === null || !negRisk) continue;
    const records = byEvent.get(catalogEvent);
    if (records === undefined) byEvent.set(catalogEvent, [record]);
    else records.push(record);
  }
  return byEvent;
}

/** The markets of an event, with those that the command adds last. */
function eventMembers(state: Readonly<State>, added: readonly Event[]): (id: CatalogId) => readonly Member[] {
  const joined = Map.groupBy(
    added.filter((event) => event.kind === 'MarketAdded'),
    ({ catalogEvent }) => catalogEvent,
  );
  return (id) => [
    ...(state.catalogEvents.get(id)?.markets ?? []).map((market) => knownMember(state, market)),
    ...(joined.get(id) ?? []).map(addedMember),
  ];
}

function knownMember(state: Readonly<State>, id: MarketId): Member {
  const { conditionId, catalogEvent, negRisk, payouts } = marketOf(state, id);
  return { market: id, conditionId, catalogEvent, negRisk, payouts, isAdded: false };
}

function addedMember({ market, definition, catalogEvent }: MarketAdded): Member {
  const { conditionId, negRisk, payouts } = definition;
  return { market, conditionId, catalogEvent, negRisk, payouts, isAdded: true };
}

/** A conflict if the winner has already lost or shares the result, or if another market has won or has a share. */
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

/** A conflict between a recorded result and the result of the venue or of another record. */
function contradicts({ conditionId, payouts }: Member, recorded: Payouts): Conflict {
  const words = (result: Payouts): string => result.map((part) => part / PRICE_ONE).join(' and ');
  const here = payouts === null ? '' : words(payouts);
  return new Conflict(`market ${conditionId} is recorded with the result ${words(recorded)}, but it has ${here} here`);
}

function isClosed(state: Readonly<State>, catalogEvent: CatalogId, added: readonly Event[]): boolean {
  const known = state.catalogEvents.get(catalogEvent);
  if (known !== undefined) return known.closed;
  return added.some(
    (event) => event.kind === 'CatalogEventAdded' && event.event.id === catalogEvent && event.event.closed,
  );
}

/** The ends of proposals for markets that a record decides. */
function withdrawn({ markets }: Readonly<State>, firsts: ReadonlyMap<MarketId, number>): Event[] {
  const proposals = new Set([...firsts.keys()].map((market) => markets[market]?.proposal ?? null));
  const reason = 'a recorded result was imported';
  return [...proposals].flatMap((proposal): Event[] => {
    if (proposal === null) return [];
    const { market, markets: covered } = proposal;
    return [{ kind: 'ResultWithdrawn', market, markets: covered, by: null, reason }];
  });
}
