/**
 * Effects of catalog changes on the listings: rows with their sort columns, flags as classes, and the scopes of markets
 * and events. Trading figures are not here.
 */

import { slugOf } from '@bellwether/contract';
import type { CatalogEventAdded, Event, MarketAdded } from '@bellwether/engine';
import type { Statements } from '../../statements.ts';
import {
  changedClass,
  classOf,
  isEverywhere,
  type ListingFlags,
  maskOf,
  recurrenceScope,
  SCOPE_ALL,
  seriesScope,
  siteScope,
  tagScope,
} from '../listing-classes.ts';
import type { EventListingRow, MarketListingRow } from '../listing-tables.ts';
import { changedDates, isoMicroseconds, shownDates } from './catalog-rows.ts';

const NO_FIGURES = { volume_micros: 0, volume_24hr_micros: 0, liquidity_micros: 0 } as const;
/** Without asks a market sorts as if the best ask were 1. */
const NO_ASK = 10_000;

type Changes = Partial<Record<keyof ListingFlags, boolean | undefined>>;

export class ListingCatalog {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  write(event: Event, timeMs: number): void {
    switch (event.kind) {
      case 'TagAdded':
        return this.#statements.insert('tag_listing', {
          tag: event.tag.id,
          slug: event.tag.slug,
          everywhere: 1,
          carried: 0,
        });
      case 'SeriesAdded': {
        const { slug, recurrence } = event.series;
        return this.#statements.insert('series_recurrences', { slug, recurrence });
      }
      case 'CatalogEventAdded':
        return this.#addEvent(event);
      case 'MarketAdded':
        return this.#addMarket(event, timeMs);
      case 'CatalogEventUpdated': {
        const { title } = event.changes;
        const texts = given({ title, ...dates(event.changes, timeMs), updated_us: timeMs * 1_000 });
        this.#statements.update('event_listing', 'id', event.catalogEvent, texts);
        return this.#move('event', event.catalogEvent, event.changes);
      }
      case 'MarketUpdated': {
        const { question } = event.changes;
        const texts = given({ question, ...dates(event.changes, timeMs), updated_us: timeMs * 1_000 });
        this.#statements.update('market_listing', 'market', event.market, texts);
        return this.#move('market', event.market, event.changes);
      }
      case 'MarketResolved':
        this.#end(event.market, timeMs);
        return this.#move('market', event.market, { closed: true });
      case 'TradingEnded':
        return this.#end(event.market, timeMs);
      case 'ResultCorrected':
        for (const market of event.markets) {
          const reopened = event.reopened ? { closed_us: 0 } : {};
          this.#statements.update('market_listing', 'market', market, { updated_us: timeMs * 1_000, ...reopened });
        }
        return;
      case 'MarketSettled':
        return this.#statements.update('market_listing', 'market', event.market, { updated_us: timeMs * 1_000 });
    }
  }

  /** Ends a market, by its result or its closing time. */
  #end(market: number, timeMs: number): void {
    const us = timeMs * 1_000;
    this.#statements.update('market_listing', 'market', market, { updated_us: us, closed_us: us });
    const ofMarket = 'SELECT event FROM market_listing WHERE market = ?';
    this.#statements.prepare(`UPDATE event_listing SET closed_us = ? WHERE id = (${ofMarket})`).run(us, market);
  }

  #recurrencesOf(seriesSlugs: readonly string[]): string[] {
    const known = this.#statements.prepare('SELECT recurrence FROM series_recurrences WHERE slug = ?');
    return seriesSlugs.map((slug) => String(known.get(slug)?.['recurrence'] ?? '')).filter((text) => text !== '');
  }

  #addEvent({ event }: CatalogEventAdded): void {
    const sites = new Set(event.sites.map((site) => site.toLowerCase()));
    // An event restricted to sites stays visible to its creator.
    if (sites.size > 0 && event.creator !== '') sites.add(event.creator.toLowerCase());
    const names = [
      ...event.tagSlugs.map(tagScope),
      ...[...sites].map(siteScope),
      ...event.seriesSlugs.map(seriesScope),
      ...this.#recurrencesOf(event.seriesSlugs).map(recurrenceScope),
    ];
    const scopes = [...new Set(names)].map((name) => this.#scopeId(name));
    const code = classOf({ ...event, everywhere: sites.size === 0 });
    const { startDate, endDate } = shownDates(event);
    const row: EventListingRow = {
      id: event.id,
      class: code,
      mask: maskOf(scopes),
      title: event.title,
      slug: event.slug,
      ...NO_FIGURES,
      start_us: isoMicroseconds(startDate),
      end_us: isoMicroseconds(endDate),
      created_us: isoMicroseconds(event.createdAt),
      updated_us: isoMicroseconds(event.updatedAt),
      closed_us: 0,
    };
    this.#statements.insert('event_listing', row);
    for (const scope of scopes) this.#statements.insert('event_scopes', { scope, class: code, id: event.id });
    for (const scope of [SCOPE_ALL, ...scopes]) this.#count('event', scope, code, 1);
    for (const slug of event.tagSlugs) this.#showTag(slug, sites);
  }

  /** Updates a tag's visibility: a tag carried only by restricted events is listed on their sites alone. */
  #showTag(slug: string, sites: ReadonlySet<string>): void {
    const everywhere = sites.size === 0 ? '1' : 'carried = 1 AND everywhere = 1';
    this.#statements.prepare(`UPDATE tag_listing SET everywhere = ${everywhere}, carried = 1 WHERE slug = ?`).run(slug);
    const insert = `INSERT OR IGNORE INTO site_tags (site, tag) SELECT ?, tag FROM tag_listing WHERE slug = ?`;
    for (const site of sites) this.#statements.prepare(insert).run(site, slug);
  }

  #addMarket({ market, catalogEvent, definition }: MarketAdded, timeMs: number): void {
    const scopes = catalogEvent === null ? this.#labelScopes(definition.tagLabels) : this.#marketScopesOf(catalogEvent);
    const everywhere = catalogEvent === null || isEverywhere(this.#classOf('event_listing', 'id', catalogEvent));
    const code = classOf({ ...definition, everywhere });
    const { startDate, endDate } = shownDates(definition);
    const closedUs = endedBefore(definition.closeTimeMs, timeMs);
    const row: MarketListingRow = {
      market,
      id: definition.id,
      event: catalogEvent,
      class: code,
      mask: maskOf(scopes),
      question: definition.question,
      slug: definition.slug,
      ...NO_FIGURES,
      start_us: isoMicroseconds(startDate),
      end_us: isoMicroseconds(endDate),
      created_us: isoMicroseconds(definition.createdAt),
      updated_us: isoMicroseconds(definition.updatedAt),
      closed_us: closedUs,
      best_bid_ticks: 0,
      best_ask_ticks: NO_ASK,
      last_price_ticks: 0,
    };
    this.#statements.insert('market_listing', row);
    for (const scope of scopes) {
      this.#statements.insert('market_scopes', { scope, class: code, id: definition.id, market });
    }
    for (const scope of [SCOPE_ALL, ...scopes]) this.#count('market', scope, code, 1);
    if (catalogEvent === null || closedUs === 0) return;
    const last = 'UPDATE event_listing SET closed_us = max(closed_us, ?) WHERE id = ?';
    this.#statements.prepare(last).run(closedUs, catalogEvent);
  }

  /** Scopes of a market without an event: the slugs of its own labels. */
  #labelScopes(labels: readonly string[]): number[] {
    const slugs = labels.map((label) => slugOf(label) || label.toLowerCase());
    return [...new Set(slugs)].map((slug) => this.#scopeId(tagScope(slug)));
  }

  /** Scopes of a market in an event: the event's tags and sites; series contain only events. */
  #marketScopesOf(catalogEvent: number): number[] {
    const sql = `
      SELECT scopes.id FROM event_scopes JOIN scopes ON scopes.id = event_scopes.scope
      WHERE event_scopes.id = ? AND scopes.name NOT LIKE 'series:%' ORDER BY scopes.id`;
    return this.#statements
      .prepare(sql)
      .all(catalogEvent)
      .map((row) => Number(row['id']));
  }

  /** Moves a row and its memberships to the class of its changed flags. */
  #move(list: 'market' | 'event', id: number, changes: Changes): void {
    const { table, members, key } = LISTS[list];
    const before = this.#classOf(table, key, id);
    const after = changedClass(before, flagsOf(changes));
    if (after === before) return;
    this.#statements.update(table, key, id, { class: after });
    const scopes = this.#statements.prepare(`SELECT scope FROM ${members} WHERE ${key} = ?`).all(id);
    this.#statements.update(members, key, id, { class: after });
    for (const scope of [SCOPE_ALL, ...scopes.map((row) => Number(row['scope']))]) {
      this.#count(list, scope, before, -1);
      this.#count(list, scope, after, 1);
    }
  }

  #classOf(table: string, key: string, id: number): number {
    return Number(this.#statements.prepare(`SELECT class FROM ${table} WHERE ${key} = ?`).get(id)?.['class']);
  }

  #scopeId(name: string): number {
    const known = this.#statements.prepare('SELECT id FROM scopes WHERE name = ?').get(name);
    if (known !== undefined) return Number(known['id']);
    const id = Number(this.#statements.prepare('SELECT coalesce(max(id), 0) + 1 AS id FROM scopes').get()?.['id']);
    this.#statements.insert('scopes', { id, name });
    return id;
  }

  #count(list: 'market' | 'event', scope: number, code: number, change: 1 | -1): void {
    const sql = `
      INSERT INTO scope_counts (scope, class, markets, events) VALUES (?, ?, ?, ?)
      ON CONFLICT (scope, class) DO UPDATE SET markets = markets + excluded.markets, events = events + excluded.events`;
    const [markets, events] = list === 'market' ? [change, 0] : [0, change];
    this.#statements.prepare(sql).run(scope, code, markets, events);
  }
}

/** Tables of a listing and of the members of its scopes, and their key. */
const LISTS = {
  market: { table: 'market_listing', members: 'market_scopes', key: 'market' },
  event: { table: 'event_listing', members: 'event_scopes', key: 'id' },
} as const;

/** Unix microseconds of a closing time that has passed; 0 without one. */
const endedBefore = (closeTimeMs: number | null | undefined, timeMs: number): number =>
  closeTimeMs !== null && closeTimeMs !== undefined && closeTimeMs <= timeMs ? closeTimeMs * 1_000 : 0;

const flagsOf = ({ active, closed, archived }: Changes): Changes => ({ active, closed, archived });

function dates(changes: { readonly startDate?: string; readonly endDate?: string }, timeMs: number): object {
  const { startDate, endDate } = changedDates(changes, new Date(timeMs).toISOString());
  return {
    start_us: startDate === undefined ? undefined : isoMicroseconds(startDate),
    end_us: endDate === undefined ? undefined : isoMicroseconds(endDate),
  };
}

/** The columns that have a value. */
function given(columns: object): object {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
