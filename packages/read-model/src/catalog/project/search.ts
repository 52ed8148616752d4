/**
 * Projection of the full-text search: events with the texts of their markets and their tags, tags, and profiles.
 * Changes of a batch are indexed once, at its end. Written for SQLite's FTS5; another database needs its own schema and
 * its own `query/search.ts`.
 */
import {
  type Event,
  isHouseAddress,
  type MarketAdded,
  type MarketUpdated,
  mayBeNameOf,
  type ProfileUpdated,
  pseudonym,
} from '@bellwether/engine';
import type { Projection } from '../../projection.ts';
import { Statements } from '../../statements.ts';
import { createTables } from '../../table.ts';
import { EVENT_PREFIX_MAX, NAME_PREFIX_MAX, SEARCH_TABLES, STATUS_WORDS } from '../search-tables.ts';
import { flag } from './catalog-rows.ts';

/** FTS5 options: case and accents are ignored; word prefixes up to a length have indexes of their own. */
function options(prefixMax: number): string {
  const lengths = Array.from({ length: prefixMax }, (_, index) => index + 1);
  return `tokenize = 'unicode61 remove_diacritics 2', prefix = '${lengths.join(' ')}'`;
}

const SCHEMA = `
  CREATE VIRTUAL TABLE event_text USING fts5(title, slug, questions, description, tags, status, ${options(EVENT_PREFIX_MAX)});
  CREATE VIRTUAL TABLE tag_text USING fts5(label, slug, ${options(NAME_PREFIX_MAX)});
  CREATE VIRTUAL TABLE profile_text USING fts5(name, pseudonym, ${options(NAME_PREFIX_MAX)});
  INSERT INTO profile_text (profile_text, rank) VALUES ('secure-delete', 1);
  ${createTables(SEARCH_TABLES)}
  CREATE INDEX searched_markets_by_event ON searched_markets (event, market);
`;

/** Tables of `SEARCH_TABLES` and the full-text indexes. */
export const searchProjection: Projection = {
  name: 'search',
  version: 5,
  tables: ['event_text', 'tag_text', 'profile_text', ...Object.keys(SEARCH_TABLES)],
  ignoresTrading: true,
  erases: true,
  schema: SCHEMA,

  open(store) {
    const writer = new SearchWriter(new Statements(store));
    return {
      write(entries) {
        for (const { events } of entries) for (const event of events) writer.write(event);
        writer.flush();
      },
    };
  },
};

type EventTexts = { readonly title: string; readonly description: string };

class SearchWriter {
  readonly #statements: Statements;
  /** Changed texts in this batch, by event. */
  readonly #changed = new Map<number, Partial<EventTexts>>();

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  write(event: Event): void {
    switch (event.kind) {
      case 'TagAdded': {
        const { id, label, slug } = event.tag;
        return this.#statements.insert('tag_text', { rowid: id, label, slug });
      }
      case 'CatalogEventAdded': {
        const { id, title, slug, description, tagSlugs, active, closed } = event.event;
        this.#statements.insert('searched_events', { id, active: flag(active), closed: flag(closed) });
        const texts = { title, slug, description, tags: tagSlugs.join(' ') };
        this.#statements.insert('event_text', { rowid: id, ...texts, questions: '', status: '' });
        return this.#change(id, {});
      }
      case 'CatalogEventUpdated':
        return this.#updateEvent(event.catalogEvent, event.changes);
      case 'MarketAdded':
        return this.#addMarket(event);
      case 'MarketUpdated':
        return this.#updateMarket(event);
      case 'MarketResolved':
        this.#statements.update('searched_markets', 'market', event.market, { resolved: 1 });
        return this.#changeOwner(event.market);
      case 'ResultCorrected':
        for (const market of event.reopened ? event.markets : []) {
          this.#statements.update('searched_markets', 'market', market, { resolved: 0 });
          this.#changeOwner(market);
        }
        return;
      case 'AccountOpened': {
        const { account } = event;
        // House makers are no people that anyone looks for.
        if (isHouseAddress(event.address)) return;
        const generated = pseudonym(event.address);
        this.#statements.insert('searched_profiles', { account, pseudonym: generated, name: '', is_public: 1 });
        return this.#statements.insert('profile_text', { rowid: account, name: '', pseudonym: generated });
      }
      case 'ProfileUpdated':
        return this.#updateProfile(event);
    }
  }

  /** Indexes the changed events, each with the texts of all its markets. */
  flush(): void {
    for (const [event, texts] of this.#changed) {
      const { questions, status } = this.#derived(event);
      this.#statements.update('event_text', 'rowid', event, { ...texts, questions, status });
    }
    this.#changed.clear();
  }

  #change(event: number, texts: Partial<EventTexts>): void {
    this.#changed.set(event, { ...this.#changed.get(event), ...texts });
  }

  #updateEvent(event: number, changes: Partial<EventTexts & { readonly active: boolean; readonly closed: boolean }>) {
    const { title, description, active, closed } = changes;
    this.#statements.update('searched_events', 'id', event, {
      ...(active !== undefined && { active: flag(active) }),
      ...(closed !== undefined && { closed: flag(closed) }),
    });
    this.#change(event, { ...(title !== undefined && { title }), ...(description !== undefined && { description }) });
  }

  #addMarket({ market, catalogEvent, definition }: MarketAdded): void {
    if (catalogEvent === null) return;
    const text = textOf(definition.question, definition.groupItemTitle);
    const resolved = flag(definition.payouts !== null);
    this.#statements.insert('searched_markets', { market, event: catalogEvent, text, resolved });
    this.#change(catalogEvent, {});
  }

  #updateMarket({ market, changes }: MarketUpdated): void {
    const { question, groupItemTitle } = changes;
    if (question === undefined && groupItemTitle === undefined) return;
    const known = this.#statements.prepare('SELECT text FROM searched_markets WHERE market = ?').get(market);
    if (known === undefined) return;
    const [oldQuestion = '', oldTitle = ''] = String(known['text']).split(SEPARATOR);
    const text = textOf(question ?? oldQuestion, groupItemTitle ?? oldTitle);
    this.#statements.update('searched_markets', 'market', market, { text });
    this.#changeOwner(market);
  }

  #changeOwner(market: number): void {
    const row = this.#statements.prepare('SELECT event FROM searched_markets WHERE market = ?').get(market);
    if (row !== undefined) this.#change(Number(row['event']), {});
  }

  #updateProfile({ account, changes }: ProfileUpdated): void {
    const { name, displayUsernamePublic } = changes;
    if (name === undefined && displayUsernamePublic === undefined) return;
    this.#statements.update('searched_profiles', 'account', account, {
      ...(name !== undefined && { name }),
      ...(displayUsernamePublic !== undefined && { is_public: flag(displayUsernamePublic) }),
    });
    const row = this.#statements
      .prepare('SELECT name, pseudonym, is_public FROM searched_profiles WHERE account = ?')
      .get(account);
    const [chosen, generated] = [String(row?.['name'] ?? ''), String(row?.['pseudonym'] ?? '')];
    // Names that reads hide are not searchable either.
    const shown = row?.['is_public'] === 1 && mayBeNameOf(generated, chosen) ? chosen : '';
    this.#statements.update('profile_text', 'rowid', account, { name: shown });
  }

  #derived(event: number): { readonly questions: string; readonly status: string } {
    const markets = this.#statements
      .prepare('SELECT text, resolved FROM searched_markets WHERE event = ? ORDER BY market')
      .all(event);
    const row = this.#statements.prepare('SELECT active, closed FROM searched_events WHERE id = ?').get(event);
    const isClosed = row?.['closed'] === 1;
    const words = [
      ...(row?.['active'] === 1 && !isClosed ? [STATUS_WORDS.active] : []),
      ...(isClosed ? [STATUS_WORDS.closed] : []),
      ...(markets.length > 0 && markets.every(({ resolved }) => resolved === 1) ? [STATUS_WORDS.resolved] : []),
    ];
    return { questions: markets.map(({ text }) => String(text)).join(SEPARATOR), status: words.join(' ') };
  }
}

/** Separator between texts that no word spans; input has no control characters. */
const SEPARATOR = '\n';

const textOf = (question: string, groupItemTitle: string): string =>
  [question, groupItemTitle].map((text) => text.replaceAll(SEPARATOR, ' ')).join(SEPARATOR);
