/** Decides additions and changes to the catalog. All of a command or nothing. */
import type { AddToCatalog, UpdateCatalogEvent, UpdateMarket } from '../command.ts';
import { accepted, type Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import { CATALOG_ITEMS_PER_COMMAND_MAX, MARKETS_PER_NEG_RISK_EVENT_MAX } from '../limits.ts';
import type { MarketDefinition, MarketTerms } from '../market/definition.ts';
import { reject } from '../reject.ts';
import { marketOf, type State } from '../state.ts';
import { type CatalogId, isMicros, type MarketId, marketId, PRICE_ONE, TICKS } from '../units/units.ts';
import { openTimeProblem } from './asking.ts';
import { CatalogDraft, type CatalogKind, Conflict } from './catalog-draft.ts';
import { openedHouses } from './house.ts';
import { recordedResults } from './recorded-results.ts';
import { alreadyResolved } from './resolve.ts';

export function decideAddToCatalog(state: Readonly<State>, command: AddToCatalog): Decision {
  const nested = command.events.reduce((sum, item) => sum + 1 + item.markets.length, 0);
  const items = command.tags.length + command.series.length + command.markets.length + nested;
  if (items > CATALOG_ITEMS_PER_COMMAND_MAX) {
    return reject('catalog_invalid', {
      reason: `${items} items in one command, at most ${CATALOG_ITEMS_PER_COMMAND_MAX}`,
    });
  }
  const draft = new CatalogDraft(state, command);
  const events: Event[] = [];
  const joined = new Map<CatalogId, JoinedEvent>();
  for (const tag of command.tags) {
    const id = draft.claim('tag', tag.id, tag.slug);
    if (id instanceof Conflict) return id.reject;
    if (id !== null) events.push({ kind: 'TagAdded', tag: { ...tag, id } });
  }
  for (const series of command.series) {
    const id = draft.claim('series', series.id, series.slug);
    if (id instanceof Conflict) return id.reject;
    if (id !== null) events.push({ kind: 'SeriesAdded', series: { ...series, id } });
  }
  for (const { event, markets } of command.events) {
    const refusal = refuseReferences(draft, event.slug, event.tagSlugs, event.seriesSlugs);
    if (refusal !== null) return refusal;
    const claimed = draft.claim('event', event.id, event.slug);
    if (claimed instanceof Conflict) return claimed.reject;
    if (claimed !== null) events.push({ kind: 'CatalogEventAdded', event: { ...event, id: claimed } });
    const id = claimed ?? (draft.idOf('event', event.slug) as CatalogId);
    const known = joined.get(id) ?? joinedEvent(state, id, event.negRisk);
    joined.set(id, known);
    const failure = addMarkets(draft, events, markets, known);
    if (failure !== null) return failure;
  }
  const failure = addMarkets(draft, events, command.markets, null);
  if (failure !== null) return failure;
  const houses = openedHouses(state, command, events);
  if (houses instanceof Conflict) return houses.reject;
  const results = recordedResults(state, command, events);
  return results instanceof Conflict ? results.reject : accepted([...events, ...houses, ...results]);
}

function refuseReferences(
  draft: CatalogDraft,
  event: string,
  tags: readonly string[],
  series: readonly string[],
): Decision | null {
  const missing = (kind: CatalogKind, slugs: readonly string[]) =>
    slugs.find((slug) => draft.idOf(kind, slug) === null);
  const tag = missing('tag', tags);
  if (tag !== undefined) return reject('catalog_invalid', { reason: `event ${event}: tag ${tag} is not known` });
  const line = missing('series', series);
  return line === undefined
    ? null
    : reject('catalog_invalid', { reason: `event ${event}: series ${line} is not known` });
}

/** An event that markets of the command join. One object per event: a command may name an event twice. */
interface JoinedEvent {
  readonly id: CatalogId;
  readonly negRisk: boolean;
  /** Number of its markets, including those added so far by the command. */
  markets: number;
  /** Reason why no market may join, or null. */
  readonly frozen: string | null;
}

/** `negRisk` is the value in the command; a known event's own value takes precedence. */
function joinedEvent(state: Readonly<State>, id: CatalogId, negRisk: boolean): JoinedEvent {
  const known = state.catalogEvents.get(id);
  if (known === undefined) return { id, negRisk, markets: 0, frozen: null };
  const markets = known.markets.map((market) => marketOf(state, market));
  const fixed = known.advanced > 0n || markets.some(({ payouts }) => payouts !== null);
  const isProposed = markets.some(
    ({ proposal }) => proposal !== null && (known.negRisk || 'catalogEvent' in proposal.scope),
  );
  const proposed = isProposed ? `event ${known.slug}: a result of it is proposed` : null;
  const isMade = markets.some(({ curve }) => curve !== null);
  const reason = isMade ? 'the house makes it, its answers are fixed' : 'conversions or results have fixed its markets';
  const frozen = known.negRisk && (isMade || fixed) ? `event ${known.slug}: ${reason}` : proposed;
  return { id, negRisk: known.negRisk, markets: known.markets.length, frozen };
}

/** Adds markets to an event or without an event. */
function addMarkets(
  draft: CatalogDraft,
  events: Event[],
  markets: readonly MarketDefinition[],
  joined: JoinedEvent | null,
): Decision | null {
  for (const definition of markets) {
    const reason = definitionProblem(definition, joined?.negRisk ?? null);
    if (reason !== null) return reject('catalog_invalid', { reason: `market ${definition.conditionId}: ${reason}` });
    const id = draft.claimMarket(definition);
    if (id instanceof Conflict) return id.reject;
    if (id === null) continue;
    if (joined !== null) {
      if (joined.frozen !== null) return reject('catalog_invalid', { reason: joined.frozen });
      joined.markets++;
      if (joined.negRisk && joined.markets > MARKETS_PER_NEG_RISK_EVENT_MAX) {
        return reject('catalog_invalid', {
          reason: `a negative-risk event has at most ${MARKETS_PER_NEG_RISK_EVENT_MAX} markets`,
        });
      }
    }
    const market: MarketId = marketId(draft.takeMarketIndex());
    events.push({ kind: 'MarketAdded', market, definition: { ...definition, id }, catalogEvent: joined?.id ?? null });
  }
  return null;
}

function definitionProblem(definition: MarketDefinition, negRisk: boolean | null): string | null {
  if (negRisk !== null && definition.negRisk !== negRisk) return 'negRisk differs from its event';
  if (definition.tokenIds[0] === definition.tokenIds[1]) return 'both outcomes have the same token id';
  const { payouts } = definition;
  if (payouts !== null && !arePayouts(payouts)) return 'payouts are not two integers in 0..10000 that sum to 10000';
  const { recordedPriceHalfTicks: recorded } = definition;
  if (recorded !== undefined && !(Number.isInteger(recorded) && recorded >= 0 && recorded <= 2 * PRICE_ONE))
    return 'the recorded price is not an integer in 0..20000';
  return termsProblem(definition);
}

/** True for two payouts in 1/10000 that sum to one. */
function arePayouts(payouts: readonly number[]): boolean {
  const valid = payouts.every((payout) => Number.isInteger(payout) && payout >= 0 && payout <= PRICE_ONE);
  return valid && payouts.length === 2 && (payouts[0] as number) + (payouts[1] as number) === PRICE_ONE;
}

function termsProblem(terms: Partial<MarketTerms>): string | null {
  if (terms.tick !== undefined && !(TICKS as readonly number[]).includes(terms.tick))
    return 'tick is not one of the known ticks';
  if (terms.minimumSize !== undefined && !isMicros(terms.minimumSize)) return 'minimum size is out of range';
  for (const rate of [terms.takerFeeRate, terms.makerFeeRate]) {
    if (rate !== undefined && (!Number.isInteger(rate) || rate < 0 || rate > PRICE_ONE))
      return 'fee rate is not in 0..10000';
  }
  const { closeTimeMs = null } = terms;
  if (closeTimeMs !== null && (!Number.isSafeInteger(closeTimeMs) || closeTimeMs < 0))
    return 'close time is out of range';
  return openTimeProblem(terms);
}

export function decideUpdateCatalogEvent(state: Readonly<State>, command: UpdateCatalogEvent): Decision {
  const { catalogEvent } = command;
  const known = state.catalogEvents.get(catalogEvent);
  if (known === undefined) return reject('unknown_catalog_event');
  if (command.changes.closed === false && isDecided(state, known.markets))
    return reject('catalog_conflict', {
      reason: `event ${known.slug}: each of its markets has a result, it stays closed`,
    });
  const changes = realChanges(known, command.changes);
  const events: Event[] = changes === null ? [] : [{ kind: 'CatalogEventUpdated', catalogEvent, changes }];
  const { openTimeMs } = command;
  if (openTimeMs === undefined) return accepted(events);
  const waiting = known.markets.map((market) => marketOf(state, market)).filter((market) => market.openTimeMs !== null);
  if (waiting.length === 0 && openTimeMs !== null)
    return reject('catalog_invalid', { reason: `event ${known.slug}: trading has opened in all its markets` });
  for (const { id: market } of waiting) {
    const decision = decideUpdateMarket(state, { kind: 'UpdateMarket', market, changes: { openTimeMs } });
    if (decision.kind === 'reject') return decision;
    if (decision.kind === 'accepted') events.push(...decision.events);
  }
  return accepted(events);
}

/** True if the event has markets and all of them have a result. */
function isDecided({ markets }: Readonly<State>, ids: readonly MarketId[]): boolean {
  return ids.length > 0 && ids.every((id) => (markets[id]?.payouts ?? null) !== null);
}

/**
 * The fields whose value differs from the state, or null if there are none. Texts, which the state does not keep, are
 * always included: their caller knows whether they have changed.
 */
function realChanges<Changes extends object>(known: object, changes: Changes): Changes | null {
  const kept = new Map<string, unknown>(Object.entries(known));
  const real = Object.entries(changes).filter(([name, value]) => !kept.has(name) || kept.get(name) !== value);
  return real.length === 0 ? null : (Object.fromEntries(real) as Changes);
}

export function decideUpdateMarket(state: Readonly<State>, command: UpdateMarket): Decision {
  const market = state.markets[command.market];
  if (market === undefined) return reject('unknown_market');
  const { changes } = command;
  const invalid = (reason: string) => reject('catalog_invalid', { reason: `market ${market.conditionId}: ${reason}` });
  const reason = termsProblem(changes);
  if (reason !== null) return invalid(reason);
  const { closed, acceptingOrders, closeTimeMs, openTimeMs } = changes;
  const isRetimed = closeTimeMs !== undefined || openTimeMs !== undefined;
  const reopens = closed === false || acceptingOrders === true || isRetimed;
  if (market.status !== 'open' && reopens) return alreadyResolved(market);
  const untimely = openTimeProblem(changes, market);
  if (untimely !== null) return invalid(untimely);
  const real = realChanges(market, changes);
  return accepted(real === null ? [] : [{ kind: 'MarketUpdated', market: command.market, changes: real }]);
}
