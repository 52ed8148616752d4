/**
 * Wire to command for `bellwether import`: one file of recorded catalog payloads (an object, an array or a page of
 * events, markets, listed markets, tags or series) becomes one `AddToCatalog`, so that all of it is added or nothing.
 * Its answer has counts by kind of item, and notes.
 */
import type { ImportAnswer } from '@bellwether/contract';
import {
  type AddToCatalog,
  CATALOG_ITEMS_PER_COMMAND_MAX,
  type CatalogEventDefinition,
  type Event,
  type MarketDefinition,
  PRICE_ONE,
  type SeriesDefinition,
  type TagDefinition,
} from '@bellwether/engine';
import type { ExchangeOutcome } from '@bellwether/ports/exchange.ts';
import { isListedPlaceholder, listedMarket } from './clob.ts';
import { CatalogInputError, Fields, type Parsed, parsing } from './fields.ts';
import { isPlaceholder, recordedEvent, recordedMarket, recordedSeries, recordedTag } from './gamma.ts';
import { ImportNotes, type NotedKey, type RecordContext } from './import-notes.ts';

/** One file's content as a command. */
export interface ImportedCatalog {
  readonly command: AddToCatalog;
  /** Path of the record that a text refers to by id, slug or token; '' if it refers to none in the file. */
  positionOf(reason: string): string;
  readonly notes: ImportNotes;
}

/**
 * Reads a file's JSON. Failures have a path that starts with the file's name: `events.json:
 * [0].markets[3].conditionId`. `nowMs` (Unix milliseconds) replaces missing dates of creation. `hasVersions`: markets of
 * version v2 are accepted.
 */
export function parseImport(
  fileName: string,
  payload: unknown,
  { nowMs, hasVersions }: { readonly nowMs: number; readonly hasVersions: boolean },
): Parsed<ImportedCatalog> {
  const parsed = parsing(() => {
    const file = new ImportedFile(new Date(nowMs).toISOString(), hasVersions);
    const [all, page] = records(payload);
    for (const record of all) file.add(record);
    if (page !== null) file.notes.unread('page', page);
    return { command: file.command(), positionOf: (reason: string) => file.positionOf(reason), notes: file.notes };
  });
  if (parsed.kind === 'parsed') return parsed;
  return { ...parsed, path: parsed.path === '' ? fileName : `${fileName}: ${parsed.path}` };
}

/** The records of a file, and the page that they are in, if there is one. */
function records(payload: unknown): readonly [records: readonly Fields[], page: Fields | null] {
  const all = (values: readonly unknown[], path: string): readonly Fields[] =>
    values.map((value, index) => new Fields(value, `${path}[${index}]`));
  if (Array.isArray(payload)) return [all(payload, ''), null];
  const whole = new Fields(payload, '');
  return Array.isArray(whole.peek('data')) ? [all(whole.list('data'), 'data'), whole] : [[whole], null];
}

type ImportedItem = { readonly path: string; readonly json: string };

interface ImportedEvent {
  readonly event: CatalogEventDefinition;
  readonly markets: MarketDefinition[];
  readonly tagSlugs: Set<string>;
  readonly seriesSlugs: Set<string>;
}

/** Collects the records of one file and refuses ids that recur with other content. */
class ImportedFile {
  readonly #now: string;
  readonly #hasVersions: boolean;
  readonly notes = new ImportNotes();
  readonly #seen = new Map<string, ImportedItem>();
  readonly #tags: TagDefinition[] = [];
  readonly #series: SeriesDefinition[] = [];
  readonly #events = new Map<number | null, ImportedEvent>();
  readonly #markets: MarketDefinition[] = [];

  constructor(now: string, hasVersions: boolean) {
    this.#now = now;
    this.#hasVersions = hasVersions;
  }

  add(record: Fields): void {
    const [kind, add] = this.#kindOf(record);
    add();
    this.notes.unread(kind, record);
  }

  #kindOf(record: Fields): readonly [kind: string, add: () => unknown] {
    if (record.has('condition_id')) return ['markets', () => this.#addListed(record)];
    if (record.has('conditionId') || record.has('question')) return ['markets', () => this.#addMarket(record)];
    if (record.has('seriesType') || record.has('recurrence')) return ['series', () => this.#addSeries(record)];
    if (record.has('title') || record.has('markets')) return ['events', () => this.#addEvent(record)];
    if (record.has('label')) return ['tags', () => this.#addTag(record)];
    throw new CatalogInputError(record.path, 'is no event, market, tag or series');
  }

  #context(): RecordContext {
    return { now: this.#now, notes: this.notes, hasVersions: this.#hasVersions };
  }

  command(): AddToCatalog {
    const events = [...this.#events.values()].map((imported) => this.#withResults(imported));
    const nested = events.reduce((sum, { markets }) => sum + markets.length, 0);
    const items = this.#tags.length + this.#series.length + events.length + nested + this.#markets.length;
    if (items > CATALOG_ITEMS_PER_COMMAND_MAX) {
      throw new CatalogInputError('', `holds ${items} items, at most ${CATALOG_ITEMS_PER_COMMAND_MAX}: split the file`);
    }
    const markets = [...events.flatMap((listing) => listing.markets), ...this.#markets];
    this.#noteClosed(markets);
    this.#noteKnown(events, markets);
    return { kind: 'AddToCatalog', tags: this.#tags, series: this.#series, events, markets: this.#markets };
  }

  /** Event to add; an event with a recorded winner is closed. */
  #withResults({ event, markets, tagSlugs, seriesSlugs }: ImportedEvent): AddToCatalog['events'][number] {
    const tags = { tagSlugs: [...tagSlugs], seriesSlugs: [...seriesSlugs] };
    if (!hasWinner(event.negRisk, markets)) return { event: { ...event, ...tags }, markets };
    const decided = withLosers(markets, (note, market) => this.notes.add(note, ...this.#place(market)));
    return { event: { ...event, ...tags, closed: true }, markets: decided };
  }

  /** Notes closed markets without a result. Called once results that follow from others are known. */
  #noteClosed(markets: readonly MarketDefinition[]): void {
    for (const market of markets) {
      const { closed, payouts, recordedPriceHalfTicks: price = null } = market;
      if (closed && payouts === null) this.notes.closed(price, ...this.#place(market));
    }
  }

  #noteKnown(events: AddToCatalog['events'], markets: readonly MarketDefinition[]): void {
    for (const { event } of events) {
      const path = this.#seen.get(`event slug ${event.slug}`)?.path ?? '';
      this.notes.known(false, `event ${event.slug}`, path);
    }
    for (const market of markets) {
      const isShared = market.negRisk && market.payouts !== null && market.payouts[0] % PRICE_ONE !== 0;
      this.notes.known(isShared, ...this.#place(market));
    }
  }

  #place({ conditionId }: MarketDefinition): readonly [NotedKey, string] {
    return [`market ${conditionId}`, this.#seen.get(`condition id ${conditionId}`)?.path ?? ''];
  }

  positionOf(reason: string): string {
    const paths = new Map<string, string>();
    for (const [key, { path }] of this.#seen) {
      const name = key.slice(key.lastIndexOf(' ') + 1);
      if (!paths.has(name)) paths.set(name, path);
    }
    // The longest name is the most specific; between equally long names, the text is about the first.
    const named = reason.split(/[\s:,]+/).filter((word) => paths.has(word));
    const longest = named.reduce((best, word) => (word.length > best.length ? word : best), '');
    return paths.get(longest) ?? '';
  }

  #addTag(fields: Fields): string {
    const tag = recordedTag(fields, this.#now);
    if (this.#isNew(fields.path, tag, [`tag id ${tag.id}`, `tag slug ${tag.slug}`])) this.#tags.push(tag);
    return tag.slug;
  }

  #addSeries(fields: Fields): string {
    const series = recordedSeries(fields, this.#now);
    const keys = [`series id ${series.id}`, `series slug ${series.slug}`];
    if (this.#isNew(fields.path, series, keys)) this.#series.push(series);
    return series.slug;
  }

  #addEvent(fields: Fields, market: Fields | null = null): ImportedEvent {
    const event = recordedEvent(fields, market, this.#context());
    if (this.#isNew(fields.path, event, [`event id ${event.id}`, `event slug ${event.slug}`])) {
      this.#events.set(event.id, { event, markets: [], tagSlugs: new Set(), seriesSlugs: new Set() });
    }
    const imported = this.#events.get(event.id);
    if (imported === undefined) throw new CatalogInputError(fields.path, `event ${event.id} is not in the file`);
    for (const tag of fields.records('tags')) imported.tagSlugs.add(this.#addTag(tag));
    for (const series of fields.records('series')) imported.seriesSlugs.add(this.#addSeries(series));
    for (const market of fields.records('markets')) this.#addTo(imported, market);
    return imported;
  }

  #addTo(imported: ImportedEvent, fields: Fields): void {
    if (isPlaceholder(fields, imported.event)) return this.notes.placeholder(fields);
    const market = recordedMarket(fields, imported.event, this.#context());
    if (this.#isNew(fields.path, [market, imported.event.id], marketKeys(market))) imported.markets.push(market);
  }

  #addMarket(fields: Fields): void {
    const owners = fields.records('events');
    const [owner] = owners;
    if (owners.length > 1) fields.fail('events', 'must name one event');
    if (owner === undefined) {
      if (isPlaceholder(fields, null)) return this.notes.placeholder(fields);
      const market = recordedMarket(fields, null, this.#context());
      if (this.#isNew(fields.path, [market, null], marketKeys(market))) this.#markets.push(market);
      return;
    }
    const imported = this.#addEvent(owner, fields);
    this.#addTo(imported, fields);
    for (const tag of fields.records('tags')) imported.tagSlugs.add(this.#addTag(tag));
  }

  #addListed(fields: Fields): void {
    if (isListedPlaceholder(fields)) return this.notes.placeholder(fields);
    const market = listedMarket(fields, this.#context());
    if (this.#isNew(fields.path, [market, null], marketKeys(market))) this.#markets.push(market);
  }

  /** False if the same content came before; throws if a key came before with other content. */
  #isNew(path: string, definition: unknown, keys: readonly string[]): boolean {
    const json = JSON.stringify(definition);
    for (const key of keys) {
      const seen = this.#seen.get(key);
      if (seen === undefined) continue;
      if (seen.json === json) return false;
      throw new CatalogInputError(path, `repeats ${key} of ${seen.path} with other content`);
    }
    for (const key of keys) this.#seen.set(key, { path, json });
    return true;
  }
}

function marketKeys(market: MarketDefinition): string[] {
  const keys = [`condition id ${market.conditionId}`, `market slug ${market.slug}`];
  if (market.id !== null) keys.push(`market id ${market.id}`);
  return [...keys, ...market.tokenIds.map((token) => `token id ${token}`)];
}

const OPEN_NOTE = 'open beside the recorded winner of its event: taken as closed, its second outcome has won';
/** Note about a closed market without a result in such an event. */
const CLOSED_NOTE = 'closed without a result beside the recorded winner of its event: its second outcome has won';

/** True if the record names the winner of an event that has exactly one. */
function hasWinner(negRisk: boolean, markets: readonly MarketDefinition[]): boolean {
  return negRisk && markets.some(({ payouts }) => payouts?.[0] === PRICE_ONE);
}

/**
 * Markets of an event that `hasWinner`, as they are added. Records of one event are often captured between two results.
 * Here the result of one market decides all, so markets without a result have lost. `onLoser` receives each changed
 * market with the note for it in the import's answer.
 */
function withLosers(markets: readonly MarketDefinition[], onLoser: (note: string, market: MarketDefinition) => void) {
  return markets.map((market) => {
    if (market.payouts !== null) return market;
    onLoser(market.closed ? CLOSED_NOTE : OPEN_NOTE, market);
    const { recordedPriceHalfTicks: _price, ...lost } = market;
    return { ...lost, closed: true, acceptingOrders: false, payouts: [0, PRICE_ONE] as const };
  });
}

/** Counts the items of `command` that `outcome` added: none if everything was already there. */
export function importAnswer(command: AddToCatalog, outcome: ExchangeOutcome, notes: ImportNotes): ImportAnswer {
  const events = outcome.kind === 'accepted' ? outcome.entry.events : [];
  const count = (kind: Event['kind'], total: number): ImportAnswer['tags'] => {
    const added = events.reduce((sum, event) => sum + (event.kind === kind ? 1 : 0), 0);
    return { added, unchanged: total - added };
  };
  const nested = command.events.reduce((sum, { markets }) => sum + markets.length, 0);
  const markets = command.markets.length + nested;
  const added = new Set(events.map(keyOf));
  return {
    tags: count('TagAdded', command.tags.length),
    series: count('SeriesAdded', command.series.length),
    events: count('CatalogEventAdded', command.events.length),
    markets: count('MarketAdded', markets),
    notes: [
      ...(markets === 0 ? ['the file holds no market'] : []),
      ...notes.lines((key) => added.has(key)),
      ...resolvedHere(events),
    ],
  };
}

/** Note about markets that the venue had and whose result the file brought. */
function resolvedHere(events: readonly Event[]): string[] {
  const added = new Set(events.map((event) => (event.kind === 'MarketAdded' ? event.market : null)));
  const count = events.filter((event) => event.kind === 'MarketResolved' && !added.has(event.market)).length;
  if (count === 0) return [];
  const markets = count === 1 ? '1 market' : `${count} markets`;
  return [`without a result here until now: resolved as recorded (${markets})`];
}

function keyOf(event: Event): NotedKey | null {
  if (event.kind === 'MarketAdded') return `market ${event.definition.conditionId}`;
  return event.kind === 'CatalogEventAdded' ? `event ${event.event.slug}` : null;
}
