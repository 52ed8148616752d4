/** Decides what joins the catalog and how it changes. All of a command or nothing. */
import type { AddToCatalog, UpdateCatalogEvent, UpdateMarket } from '../command.ts';
import type { Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import { CATALOG_ITEMS_PER_COMMAND_MAX, MARKETS_PER_NEG_RISK_EVENT_MAX } from '../limits.ts';
import type { MarketDefinition, MarketTerms } from '../market/definition.ts';
import { reject } from '../reject.ts';
import type { State } from '../state.ts';
import { type CatalogId, type MarketId, marketId } from '../units/ids.ts';
import { isMicros } from '../units/micros.ts';
import { PRICE_ONE, TICKS } from '../units/price.ts';
import { accepted } from './accepted.ts';
import { CatalogDraft, type CatalogKind, Conflict } from './catalog-draft.ts';

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
    const failure = addMarkets(state, draft, events, markets, id, claimed === null ? null : event.negRisk);
    if (failure !== null) return failure;
  }
  const failure = addMarkets(state, draft, events, command.markets, null, null);
  return failure ?? accepted(events);
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

/** Adds markets to an event (`newNegRisk`: its flag when it is new, null when it was known) or to none. */
function addMarkets(
  state: Readonly<State>,
  draft: CatalogDraft,
  events: Event[],
  markets: readonly MarketDefinition[],
  catalogEvent: CatalogId | null,
  newNegRisk: boolean | null,
): Decision | null {
  const known = catalogEvent === null ? undefined : state.catalogEvents.get(catalogEvent);
  const negRisk = newNegRisk ?? known?.negRisk ?? null;
  let added = known?.markets.length ?? 0;
  for (const definition of markets) {
    const reason = definitionProblem(definition, negRisk);
    if (reason !== null) return reject('catalog_invalid', { reason: `market ${definition.conditionId}: ${reason}` });
    const id = draft.claimMarket(definition);
    if (id instanceof Conflict) return id.reject;
    if (id === null) continue;
    added++;
    const frozen =
      known !== undefined &&
      known.negRisk &&
      (known.advanced > 0 || known.markets.some((m) => state.markets[m]?.payouts != null));
    if (frozen)
      return reject('catalog_invalid', {
        reason: `event ${known.slug}: conversions or results have fixed its markets`,
      });
    if (negRisk === true && added > MARKETS_PER_NEG_RISK_EVENT_MAX) {
      return reject('catalog_invalid', {
        reason: `a negative-risk event has at most ${MARKETS_PER_NEG_RISK_EVENT_MAX} markets`,
      });
    }
    const market: MarketId = marketId(draft.takeMarketIndex());
    events.push({ kind: 'MarketAdded', market, definition: { ...definition, id }, catalogEvent });
  }
  return null;
}

function definitionProblem(definition: MarketDefinition, negRisk: boolean | null): string | null {
  if (negRisk !== null && definition.negRisk !== negRisk) return 'negRisk differs from its event';
  if (definition.tokenIds[0] === definition.tokenIds[1]) return 'both outcomes have the same token id';
  const { payouts } = definition;
  if (payouts !== null && payouts[0] + payouts[1] !== PRICE_ONE) return 'payouts do not sum to one';
  return termsProblem(definition);
}

function termsProblem(terms: Partial<MarketTerms>): string | null {
  if (terms.tick !== undefined && !(TICKS as readonly number[]).includes(terms.tick))
    return 'tick is not one of the known ticks';
  if (terms.minimumSize !== undefined && !isMicros(terms.minimumSize)) return 'minimum size is out of range';
  for (const rate of [terms.takerFeeRate, terms.makerFeeRate]) {
    if (rate !== undefined && (!Number.isInteger(rate) || rate < 0 || rate > PRICE_ONE))
      return 'fee rate is not in 0..10000';
  }
  return null;
}

export function decideUpdateCatalogEvent(state: Readonly<State>, command: UpdateCatalogEvent): Decision {
  if (!state.catalogEvents.has(command.catalogEvent)) return reject('unknown_catalog_event');
  const { catalogEvent, changes } = command;
  return accepted(Object.keys(changes).length === 0 ? [] : [{ kind: 'CatalogEventUpdated', catalogEvent, changes }]);
}

export function decideUpdateMarket(state: Readonly<State>, command: UpdateMarket): Decision {
  const market = state.markets[command.market];
  if (market === undefined) return reject('unknown_market');
  const { changes } = command;
  const reason = termsProblem(changes);
  if (reason !== null) return reject('catalog_invalid', { reason: `market ${market.conditionId}: ${reason}` });
  const reopens = changes.closed === false || changes.acceptingOrders === true;
  if (market.status !== 'open' && reopens) return reject('already_resolved', { market: market.conditionId });
  return accepted(
    Object.keys(changes).length === 0 ? [] : [{ kind: 'MarketUpdated', market: command.market, changes }],
  );
}
