/** Catalog and market terms for the naive exchange: item by item, on a copy until all fit. Tests only. */
import type { AddToCatalog, UpdateCatalogEvent, UpdateMarket } from '../command.ts';
import type { Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import type { MarketDefinition, MarketTerms } from '../market/definition.ts';
import { type RejectCode, reject } from '../reject.ts';
import { type CatalogId, catalogId, marketId } from '../units/units.ts';
import { decided, type NaiveCatalogEvent, type NaiveMarket, type NaiveState } from './naive-state.ts';

/** Generated ids lie above this and above every id ever named. */
const FIRST = 10_000_000;

/** Additions of the command, until all are known to fit. */
interface Draft extends Pick<NaiveState, 'tags' | 'series' | 'catalogEvents' | 'markets'> {
  readonly timeMs: number;
  readonly events: Event[];
}

export function naiveAddToCatalog(state: NaiveState, command: AddToCatalog, timeMs: number): Decision {
  const draft: Draft = {
    ...{ timeMs, events: [], tags: [...state.tags], series: [...state.series] },
    ...{ catalogEvents: [...state.catalogEvents], markets: [...state.markets] },
  };
  const problem = addAll(state, draft, command) ?? recordResults(draft, command);
  if (problem !== null) return reject(problem);
  for (const key of ['tags', 'series', 'catalogEvents', 'markets'] as const)
    (state[key] as unknown[]).splice(0, state[key].length, ...draft[key]);
  return decided(draft.events);
}

function addAll(state: NaiveState, draft: Draft, command: AddToCatalog): RejectCode | null {
  const named = (items: readonly { readonly id: CatalogId | null }[]): number[] => items.map((item) => item.id ?? 0);
  const highest = {
    tags: Math.max(FIRST, ...named(state.tags), ...named(command.tags)),
    series: Math.max(FIRST, ...named(state.series), ...named(command.series)),
    events: Math.max(FIRST, ...named(state.catalogEvents), ...named(command.events.map(({ event }) => event))),
    markets: Math.max(
      FIRST,
      ...state.markets.map((market) => market.catalogId),
      ...named([...command.markets, ...command.events.flatMap(({ markets }) => markets)]),
    ),
  };
  for (const tag of command.tags) {
    if (draft.tags.some((known) => known.slug === tag.slug)) continue;
    if (draft.tags.some((known) => known.id === tag.id)) return 'catalog_conflict';
    const id = tag.id ?? catalogId(++highest.tags);
    draft.tags.push({ id, slug: tag.slug });
    draft.events.push({ kind: 'TagAdded', tag: { ...tag, id } });
  }
  for (const line of command.series) {
    if (draft.series.some((known) => known.slug === line.slug)) continue;
    if (draft.series.some((known) => known.id === line.id)) return 'catalog_conflict';
    const id = line.id ?? catalogId(++highest.series);
    draft.series.push({ id, slug: line.slug });
    draft.events.push({ kind: 'SeriesAdded', series: { ...line, id } });
  }
  for (const { event, markets } of command.events) {
    if (event.tagSlugs.some((slug) => !draft.tags.some((tag) => tag.slug === slug))) return 'catalog_invalid';
    if (event.seriesSlugs.some((slug) => !draft.series.some((line) => line.slug === slug))) return 'catalog_invalid';
    let known = draft.catalogEvents.find((other) => other.slug === event.slug);
    if (known !== undefined && event.id !== null && event.id !== known.id) return 'catalog_conflict';
    if (known === undefined) {
      if (draft.catalogEvents.some((other) => other.id === event.id)) return 'catalog_conflict';
      const id = event.id ?? catalogId(++highest.events);
      const { slug, negRisk, active, closed, archived } = event;
      known = { id, slug, negRisk, active, closed, archived, advanced: 0n };
      draft.catalogEvents.push(known);
      draft.events.push({ kind: 'CatalogEventAdded', event: { ...event, id } });
    }
    for (const market of markets) {
      const problem = addMarket(state, draft, market, known, highest);
      if (problem !== null) return problem;
    }
  }
  for (const market of command.markets) {
    const problem = addMarket(state, draft, market, null, highest);
    if (problem !== null) return problem;
  }
  return null;
}

function addMarket(
  state: NaiveState,
  draft: Draft,
  definition: MarketDefinition,
  catalogEvent: NaiveCatalogEvent | null,
  highest: { markets: number },
): RejectCode | null {
  if (catalogEvent !== null && catalogEvent.negRisk !== definition.negRisk) return 'catalog_invalid';
  const [yes, no] = definition.tokenIds;
  if (yes === no || termsAreWrong(definition)) return 'catalog_invalid';
  const result = definition.payouts ?? [10_000, 0];
  if (result[0] + result[1] !== 10_000 || result.some((payout) => !Number.isInteger(payout) || payout < 0))
    return 'catalog_invalid';
  const same = draft.markets.find((market) => market.terms.conditionId === definition.conditionId);
  if (same !== undefined) return same.terms.tokenIds.join() === definition.tokenIds.join() ? null : 'catalog_conflict';
  for (const { terms, catalogId: id } of draft.markets) {
    if (terms.tokenIds.includes(yes) || terms.tokenIds.includes(no)) return 'catalog_conflict';
    if (terms.slug === definition.slug || id === definition.id) return 'catalog_conflict';
  }
  const siblings = state.markets.filter((market) => catalogEvent !== null && market.catalogEvent === catalogEvent.id);
  const fixed =
    catalogEvent !== null && (catalogEvent.advanced > 0n || siblings.some((market) => market.payouts !== null));
  if (catalogEvent?.negRisk && fixed) return 'catalog_invalid';
  const id = definition.id ?? catalogId(++highest.markets);
  const { payouts } = definition;
  const market: NaiveMarket = {
    id: marketId(draft.markets.length),
    catalogId: id,
    catalogEvent: catalogEvent?.id ?? null,
    terms: definition,
    status: payouts === null ? 'open' : 'resolved',
    opened: (definition.openTimeMs ?? 0) <= draft.timeMs || payouts !== null,
    ended: (definition.closeTimeMs ?? Number.POSITIVE_INFINITY) <= draft.timeMs ? -1 : null,
    ...{ payouts, locked: 0n, vault: 0n },
  };
  draft.markets.push(market);
  const added = { market: market.id, definition: { ...definition, id }, catalogEvent: market.catalogEvent };
  draft.events.push({ kind: 'MarketAdded', ...added });
  return null;
}

/** Gives each market its recorded result; if one won a one-winner event, its other open markets have lost. */
function recordResults(draft: Draft, command: AddToCatalog): RejectCode | null {
  const records = [...command.markets, ...command.events.flatMap(({ markets }) => markets)];
  const results = new Map<NaiveMarket, number>();
  for (const { conditionId, payouts } of records) {
    const market = draft.markets.find(({ terms }) => terms.conditionId === conditionId);
    if (payouts === null || market === undefined) continue;
    if (payouts[0] !== (results.get(market) ?? payouts[0])) return 'catalog_conflict';
    results.set(market, payouts[0]);
  }
  const isShared = (market: NaiveMarket) => market.terms.negRisk && ![0, 10_000].includes(results.get(market)!);
  for (const [market, first] of [...results]) {
    if (!isOfOneWinner(market) || first !== 10_000) continue;
    for (const other of familyOf(draft, market))
      if (!results.has(other) || isShared(other)) results.set(other, other.payouts?.[0] ?? 0);
  }
  const given = [...results.keys()].filter((market) => !(isShared(market) && isOfOneWinner(market)));
  if (given.some((market) => market.payouts !== null && market.payouts[0] !== results.get(market)))
    return 'catalog_conflict';
  const news = given.filter((market) => market.payouts === null && !isShared(market));
  for (const market of given.filter(isOfOneWinner)) {
    const firsts = familyOf(draft, market).map((one) => (news.includes(one) ? results.get(one) : one.payouts?.[0]));
    const won = firsts.reduce((sum: number, first) => sum + (first ?? 0), 0);
    const isOneToWin = firsts.length > 1 && firsts.every((first) => first === 0);
    if (
      results.get(market) === 10_000
        ? won !== 10_000
        : isOneToWin && familyOf(draft, market).some((one) => news.includes(one))
    )
      return 'catalog_conflict';
  }
  giveResults(draft, news, results);
  const isNewWinner = (market: NaiveMarket): boolean =>
    isOfOneWinner(market) &&
    results.get(market) === 10_000 &&
    draft.events.some((event) => event.kind === 'MarketAdded' && event.market === market.id);
  closeEvents(
    draft,
    [...news, ...given.filter(isNewWinner)].map(({ catalogEvent }) => catalogEvent),
  );
  return null;
}

const isOfOneWinner = ({ terms, catalogEvent }: NaiveMarket): boolean => terms.negRisk && catalogEvent !== null;
const familyOf = (draft: Draft, { catalogEvent }: NaiveMarket): NaiveMarket[] =>
  draft.markets.filter((market) => market.catalogEvent === catalogEvent);

function giveResults(draft: Draft, markets: readonly NaiveMarket[], results: ReadonlyMap<NaiveMarket, number>): void {
  for (const market of markets.toSorted((a, b) => a.id - b.id)) {
    const first = results.get(market)!;
    const payouts = [first, 10_000 - first] as const;
    const terms = { ...market.terms, closed: true, acceptingOrders: false };
    draft.markets[market.id] = { ...market, terms, status: 'resolving', payouts };
    draft.events.push({ kind: 'MarketResolved', market: market.id, payouts });
  }
}

function closeEvents(draft: Draft, ids: readonly (CatalogId | null)[]): void {
  for (const [at, event] of [...draft.catalogEvents.entries()].toSorted(([, a], [, b]) => a.id - b.id)) {
    const isOpen = draft.markets.some(({ catalogEvent, payouts }) => catalogEvent === event.id && payouts === null);
    if (!ids.includes(event.id) || event.closed || isOpen) continue;
    draft.catalogEvents[at] = { ...event, closed: true };
    draft.events.push({ kind: 'CatalogEventUpdated', catalogEvent: event.id, changes: { closed: true } });
  }
}

function termsAreWrong(terms: Partial<MarketTerms>): boolean {
  const { tick = 1, minimumSize = 0, takerFeeRate = 0, makerFeeRate = 0 } = terms;
  const rates = [takerFeeRate, makerFeeRate].every((rate) => Number.isInteger(rate) && rate >= 0 && rate <= 10_000);
  const size = Number.isInteger(minimumSize) && minimumSize >= 0 && minimumSize <= 9e15;
  const { closeTimeMs } = terms;
  if (typeof closeTimeMs === 'number' && (!Number.isInteger(closeTimeMs) || closeTimeMs < 0)) return true;
  const { openTimeMs } = terms;
  if (typeof openTimeMs === 'number' && (!Number.isInteger(openTimeMs) || openTimeMs < 0)) return true;
  if (typeof openTimeMs === 'number' && openTimeMs >= (closeTimeMs ?? Number.POSITIVE_INFINITY)) return true;
  return ![1000, 100, 50, 25, 10, 1].includes(tick) || !size || !rates;
}

export function naiveUpdateCatalogEvent(state: NaiveState, command: UpdateCatalogEvent, timeMs: number): Decision {
  const { catalogEvent, changes } = command;
  const known = state.catalogEvents.find((event) => event.id === catalogEvent);
  if (known === undefined) return reject('unknown_catalog_event');
  const members = state.markets.filter((market) => market.catalogEvent === catalogEvent);
  const isOver = members.length > 0 && members.every(({ status }) => status !== 'open');
  if (isOver && changes.closed === false) return reject('catalog_conflict');
  const real = withoutSame(changes, { active: known.active, closed: known.closed, archived: known.archived });
  const { openTimeMs } = command;
  const events: Event[] =
    Object.keys(real).length === 0 ? [] : [{ kind: 'CatalogEventUpdated', catalogEvent, changes: real }];
  if (openTimeMs !== undefined) {
    const waiting = members.filter(({ opened, status }) => !opened && status === 'open');
    if (waiting.length === 0 && openTimeMs !== null) return reject('catalog_invalid');
    const isWrong = termsAreWrong({ openTimeMs });
    const isLate = waiting.some(({ terms }) => (openTimeMs ?? 0) >= (terms.closeTimeMs ?? Number.POSITIVE_INFINITY));
    if (waiting.length > 0 && (isWrong || isLate)) return reject('catalog_invalid');
    for (const { id: market } of waiting) {
      const change = naiveUpdateMarket(state, { kind: 'UpdateMarket', market, changes: { openTimeMs } }, timeMs);
      if (change.kind === 'accepted') events.push(...change.events);
    }
  }
  for (const flag of ['active', 'closed', 'archived'] as const) known[flag] = real[flag] ?? known[flag];
  return decided(events);
}

export function naiveUpdateMarket(state: NaiveState, command: UpdateMarket, timeMs: number): Decision {
  const market = state.markets[command.market];
  if (market === undefined) return reject('unknown_market');
  const { changes } = command;
  if (termsAreWrong(changes)) return reject('catalog_invalid');
  const reopens =
    changes.closed === false || changes.acceptingOrders === true || 'closeTimeMs' in changes || 'openTimeMs' in changes;
  if (market.status !== 'open' && reopens) return reject('already_resolved');
  const { tick, minimumSize, takerFeeRate, makerFeeRate, active, closed, archived, acceptingOrders } = market.terms;
  const { openTimeMs, closeTimeMs = null } = { ...market.terms, ...changes };
  const waits = !market.opened && market.status === 'open';
  if (typeof changes.openTimeMs === 'number' && !waits) return reject('catalog_invalid');
  if (waits && typeof openTimeMs === 'number' && openTimeMs >= (closeTimeMs ?? Number.POSITIVE_INFINITY))
    return reject('catalog_invalid');
  const before = { closeTimeMs: market.terms.closeTimeMs ?? null, openTimeMs: waits ? market.terms.openTimeMs : null };
  const flags = { active, closed, archived, acceptingOrders, ...before };
  const real = withoutSame(changes, { tick, minimumSize, takerFeeRate, makerFeeRate, ...flags });
  if (Object.keys(real).length === 0) return decided([]);
  market.terms = { ...market.terms, ...real };
  if (changes.openTimeMs !== undefined && (changes.openTimeMs ?? 0) <= timeMs) market.opened = true;
  // The closing time was postponed or removed: the market trades again.
  if ((market.terms.closeTimeMs ?? Number.POSITIVE_INFINITY) > timeMs) market.ended = null;
  return decided([{ kind: 'MarketUpdated', market: market.id, changes: real }]);
}

/** Removes changes that equal the present value. */
const withoutSame = <Changes extends object>(changes: Changes, now: Readonly<Record<string, unknown>>): Changes =>
  Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => !(name in now && now[name] === value)),
  ) as Changes;
