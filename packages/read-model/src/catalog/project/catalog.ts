/**
 * Projection of the catalog: tags, series, events and markets with their texts, terms, flags and results. Trading
 * figures are not here; the market statistics projection keeps them.
 */

import { slugOf } from '@bellwether/contract';
import type { BooksAndBalances, CatalogEventAdded, Event, MarketAdded } from '@bellwether/engine';
import type { Projection } from '../../projection.ts';
import { Statements } from '../../statements.ts';
import { createTables, type Flag } from '../../table.ts';
import { CATALOG_TABLES, type CatalogTables, type EventRow, type MarketRow } from '../tables.ts';
import {
  changedAt,
  eventColumns,
  eventRow,
  flag,
  houseMakerText,
  marketColumns,
  marketRow,
  seriesRow,
  tagRow,
} from './catalog-rows.ts';
import { ResultWriter } from './results.ts';

const SCHEMA = `
  ${createTables(CATALOG_TABLES)}
  CREATE UNIQUE INDEX tags_by_slug ON tags (slug);
  CREATE UNIQUE INDEX series_by_slug ON series (slug);
  CREATE UNIQUE INDEX events_by_slug ON events (slug);
  CREATE UNIQUE INDEX markets_by_id ON markets (id);
  CREATE UNIQUE INDEX markets_by_condition ON markets (condition_id);
  CREATE UNIQUE INDEX markets_by_slug ON markets (slug);
  CREATE INDEX markets_by_event ON markets (event, id);
  CREATE INDEX markets_by_question ON markets (lower(question_id));
  CREATE INDEX markets_by_token_0 ON markets (token_0);
  CREATE INDEX markets_by_token_1 ON markets (token_1);
  CREATE INDEX event_tags_by_tag ON event_tags (tag, event);
  CREATE INDEX event_series_by_series ON event_series (series, event);
  CREATE INDEX markets_by_close ON markets (close_ms) WHERE close_ms IS NOT NULL;
  CREATE INDEX markets_by_proposal ON markets (market) WHERE proposal <> '';
  CREATE INDEX result_lines_by_time ON result_lines (time_ms, id);
  CREATE INDEX result_lines_by_market ON result_lines (market, id);
  CREATE INDEX market_tags_by_market ON market_tags (id, position);
`;

/** Tables of `CATALOG_TABLES`: columns that lists filter and sort by are in the narrow tables of the listings. */
export const catalogProjection: Projection = {
  name: 'catalog',
  version: 8,
  tables: Object.keys(CATALOG_TABLES),
  ignoresTrading: true,
  schema: SCHEMA,

  open(store) {
    const statements = new Statements(store);
    const writer = new CatalogWriter(statements);
    const results = new ResultWriter(statements, (...change) => writer.updateMarket(...change));
    return {
      write(entries, { state }) {
        for (const entry of entries) {
          for (const event of entry.events) writer.write(event, entry.timeMs, state);
          results.write(entry, state);
        }
      },
    };
  },
};

type TableName = keyof CatalogTables & string;

class CatalogWriter {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  write(event: Event, timeMs: number, { wallets }: BooksAndBalances): void {
    switch (event.kind) {
      case 'TagAdded':
        return this.#insert('tags', tagRow(event));
      case 'SeriesAdded':
        return this.#insert('series', seriesRow(event));
      case 'CatalogEventAdded':
        return this.#addEvent(event);
      case 'MarketAdded':
        return this.#addMarket(event, timeMs);
      case 'CatalogEventUpdated':
        return this.#update('events', 'id', event.catalogEvent, eventColumns(event.changes, isoTime(timeMs)));
      case 'MarketUpdated':
        return this.#update('markets', 'market', event.market, marketColumns(event.changes, timeMs));
      case 'HouseOpened':
        return this.#update('events', 'id', event.catalogEvent, {
          house_maker: houseMakerText(event, wallets[event.wallet]?.address ?? ''),
        });
      case 'TradingEnded':
        return this.updateMarket(event.market, timeMs, { trading_ended: 1 });
      case 'TradingOpened':
        return this.updateMarket(event.market, timeMs, { open_ms: null });
    }
  }

  #addEvent(added: CatalogEventAdded): void {
    const { event } = added;
    this.#insert('events', eventRow(added));
    const sites = new Set(event.sites);
    // An event restricted to sites stays visible to its creator.
    if (sites.size > 0 && event.creator !== '') sites.add(event.creator);
    for (const site of sites) this.#insert('event_sites', { event: event.id, site: site.toLowerCase() });
    for (const [position, slug] of event.tagSlugs.entries()) {
      const tag = this.#idOf('tags', slug);
      this.#insert('event_tags', { event: event.id, position, tag });
    }
    for (const [position, slug] of event.seriesSlugs.entries()) {
      this.#insert('event_series', { event: event.id, position, series: this.#idOf('series', slug) });
    }
  }

  #addMarket(added: MarketAdded, timeMs: number): void {
    const { catalogEvent, definition } = added;
    this.#insert('markets', marketRow(added, catalogEvent === null ? 1 : this.#isEverywhere(catalogEvent), timeMs));
    const tags =
      catalogEvent === null
        ? definition.tagLabels.map((label) => ({ label, slug: slugOf(label) || label.toLowerCase() }))
        : this.#tagsOf(catalogEvent);
    const slugs = new Set<string>();
    for (const [position, { slug, label }] of tags.entries()) {
      // Two labels may share a slug; the market is listed under it once.
      const unique = slugs.has(slug) ? `${slug}#${position}` : slug;
      slugs.add(unique);
      this.#insert('market_tags', { slug: unique, id: definition.id, position, label });
    }
  }

  #idOf(table: 'tags' | 'series', slug: string): number {
    return Number(this.#statements.prepare(`SELECT id FROM ${table} WHERE slug = ?`).get(slug)?.['id']);
  }

  #isEverywhere(catalogEvent: number): Flag {
    const row = this.#statements.prepare('SELECT everywhere FROM events WHERE id = ?').get(catalogEvent);
    return flag(row?.['everywhere'] !== 0);
  }

  #tagsOf(catalogEvent: number): { slug: string; label: string }[] {
    const sql = `
      SELECT tags.slug, tags.label FROM event_tags JOIN tags ON tags.id = event_tags.tag
      WHERE event_tags.event = ? ORDER BY event_tags.position`;
    return this.#statements
      .prepare(sql)
      .all(catalogEvent)
      .map((row) => ({ slug: String(row['slug']), label: String(row['label']) }));
  }

  updateMarket(market: number, timeMs: number, columns: Partial<MarketRow>): void {
    this.#update('markets', 'market', market, { ...columns, ...changedAt(isoTime(timeMs)) });
  }

  #insert<Table extends TableName>(table: Table, row: CatalogTables[Table]): void {
    this.#statements.insert(table, row);
  }

  #update(
    table: 'events' | 'markets',
    key: 'id' | 'market',
    id: number,
    columns: Partial<EventRow> | Partial<MarketRow>,
  ): void {
    this.#statements.update(table, key, id, columns);
  }
}

function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
