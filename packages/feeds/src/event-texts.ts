/**
 * Event texts for the messages about markets. The state does not keep such texts, and a message that waits for a read
 * would lose its place. So the texts are read before a command that needs them goes to the exchange, and edits made
 * meanwhile are merged. No texts are kept while no such command is under way.
 */
import type { AddToCatalog, CatalogId, Entry, ResolveEvent, ResolveMarket, State } from '@bellwether/engine';
import type { FaultLog } from '@bellwether/gateway/http/dependencies.ts';
import type { Exchange, ExchangeOutcome } from '@bellwether/ports/exchange.ts';
import { type ReadAnswer, type Reader, ReaderUnavailable, ReadRefused } from '@bellwether/ports/reader.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import { TEXTS_PAUSE_MS, TEXTS_WAIT_MS } from './limits.ts';

export interface EventText {
  readonly ticker: string;
  readonly title: string;
  readonly description: string;
  readonly tagSlugs: readonly string[];
}

type ReadText = EventText & { readonly id: CatalogId };

type TextualCommand = ResolveMarket | ResolveEvent | AddToCatalog;

export class EventTexts {
  readonly #reader: Reader;
  readonly #runtime: Pick<Runtime, 'clock' | 'timers'>;
  readonly #logger: FaultLog;
  /** Number of commands under way. */
  #waiting = 0;
  readonly #texts = new Map<CatalogId, EventText>();
  /** Edits seen meanwhile, which a running read may have missed. */
  readonly #edits = new Map<CatalogId, Partial<EventText>>();

  constructor(reader: Reader, runtime: Pick<Runtime, 'clock' | 'timers'>, logger: FaultLog) {
    this.#reader = reader;
    this.#runtime = runtime;
    this.#logger = logger;
  }

  /**
   * Wraps an exchange so that texts are read before each command that needs them. It waits for busy readers, for a
   * limited time. A read store that cannot answer does not hold a command back: its message goes out without the text.
   */
  around(exchange: Exchange, state: Readonly<State>): Exchange {
    return {
      submit: (command) =>
        command.kind === 'ResolveMarket' || command.kind === 'ResolveEvent' || command.kind === 'AddToCatalog'
          ? this.#submit(exchange, command, state)
          : exchange.submit(command),
    };
  }

  /** Text as of the last entry taken; undefined for an event that no command under way needs. */
  of(event: CatalogId): EventText | undefined {
    const text = this.#texts.get(event);
    const edits = this.#edits.get(event);
    return text === undefined || edits === undefined ? text : { ...text, ...edits };
  }

  /** True while every entry must be taken, even without followers. */
  get isWaiting(): boolean {
    return this.#waiting > 0;
  }

  /** Merges the event texts of an entry, before any message about the entry is made. */
  take({ events }: Entry): void {
    // Texts that an entry adds are kept for its own messages at least.
    if (this.#waiting === 0) this.#forget();
    for (const event of events) {
      if (event.kind === 'CatalogEventAdded') this.#texts.set(event.event.id, event.event);
      else if (event.kind === 'CatalogEventUpdated') {
        this.#edits.set(event.catalogEvent, { ...this.#edits.get(event.catalogEvent), ...event.changes });
      }
    }
  }

  async #submit(exchange: Exchange, command: TextualCommand, state: Readonly<State>): Promise<ExchangeOutcome> {
    const events = knownEvents(command, state);
    this.#waiting++;
    try {
      await this.#read(events.filter((event) => !this.#texts.has(event)));
      // Resolves when the messages about the entry have been made.
      return await exchange.submit(command);
    } finally {
      this.#waiting--;
      if (this.#waiting === 0) this.#forget();
    }
  }

  #forget(): void {
    if (this.#texts.size > 0) this.#texts.clear();
    if (this.#edits.size > 0) this.#edits.clear();
  }

  async #read(ids: readonly CatalogId[]): Promise<void> {
    if (ids.length === 0) return;
    try {
      const answer = await this.#answerTo(ids);
      if (answer === null) return;
      // The cast is the parse boundary: the read is the venue's own.
      const texts = JSON.parse(Buffer.from(answer.body).toString()) as readonly ReadText[];
      for (const text of texts) this.#texts.set(text.id, text);
    } catch (error) {
      // The operator already knows that the store is being rebuilt or cannot be written.
      if (error instanceof ReadRefused && !(error instanceof ReaderUnavailable)) return;
      this.#logger.error({ err: error }, 'a live feed tells of a market without the text of its event');
    }
  }

  async #answerTo(ids: readonly CatalogId[]): Promise<ReadAnswer | null> {
    const { clock, timers } = this.#runtime;
    for (const endMs = clock.monotonicMs() + TEXTS_WAIT_MS; ; ) {
      try {
        return await this.#reader.read('event-texts', { ids });
      } catch (error) {
        if (!(error instanceof ReaderUnavailable) || clock.monotonicMs() >= endMs) throw error;
        await new Promise<void>((resolve) => timers.after(TEXTS_PAUSE_MS, resolve));
      }
    }
  }
}

/** Existing events whose texts the messages of a command will need. */
function knownEvents(command: TextualCommand, state: Readonly<State>): CatalogId[] {
  if (command.kind === 'ResolveMarket') {
    const catalogEvent = state.markets[command.market]?.catalogEvent ?? null;
    return catalogEvent === null ? [] : [catalogEvent];
  }
  if (command.kind === 'ResolveEvent') return [command.catalogEvent];
  const known = new Set<CatalogId>();
  for (const { event, markets } of command.events) {
    const id = state.catalogEventsBySlug.get(event.slug);
    if (id !== undefined && markets.length > 0) known.add(id);
  }
  // A record may have the result of a market without naming its event.
  for (const { conditionId, payouts } of command.markets) {
    const market = payouts === null ? undefined : state.marketsByCondition.get(conditionId);
    const catalogEvent = market === undefined ? null : (state.markets[market]?.catalogEvent ?? null);
    if (catalogEvent !== null) known.add(catalogEvent);
  }
  return [...known];
}
