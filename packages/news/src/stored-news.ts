/** News of an open store: takes what is new, sends it, and changes hooks. */
import type { Hook, HookWish, News, NewsPage, NewsPosition } from '@bellwether/ports/news.ts';
import { NewsUnavailable } from '@bellwether/ports/news.ts';
import { ReadRefused } from '@bellwether/ports/reader.ts';
import type { Cancel, Runtime } from '@bellwether/ports/runtime.ts';
import { isFirst } from '@bellwether/stores/done.ts';
import type { StorePlace } from '@bellwether/stores/side-store.ts';
import { Courier, type Send } from './courier.ts';
import { type Digests, queueDigests, targetOf } from './digests/queue.ts';
import * as hooks from './hooks/hooks.ts';
import { sendHook } from './hooks/send-hook.ts';
import { takeNews } from './hooks/take-news.ts';
import type { Told } from './hooks/template.ts';
import { type Delivery, forget, type Outcome, removeOld, retryDead } from './outbox.ts';
import { type Db, type NewsStore, openStore } from './tables.ts';

/** Pause after a failure. */
const AGAIN_MS = 5_000;

export interface StoredNewsOptions {
  readonly place: StorePlace;
  readonly runtime: Runtime;
  /** True while this node may send. */
  readonly leads: () => boolean;
  /** Last entry that this node has. */
  readonly head: () => number;
  readonly read: (after: NewsPosition, nowMs: number) => Promise<NewsPage>;
  /** Address of the venue. */
  readonly origin: () => string;
  readonly allowsPrivate: boolean;
  /** Time that a receiver has; 10 seconds by default. */
  readonly timeoutMs?: number | undefined;
  /** Null, as by default: no digests are sent. */
  readonly digests?: Digests | null | undefined;
  readonly warn: (problem: string) => void;
}

export async function openStoredNews(options: StoredNewsOptions): Promise<StoredNews> {
  return new StoredNews(await openStore(options.place), options);
}

export class StoredNews implements Omit<News, 'obstacle'> {
  readonly #store: NewsStore;
  readonly #options: StoredNewsOptions;
  readonly #courier: Courier;
  #working: Promise<void> = Promise.resolve();
  #cancel: Cancel = () => undefined;
  #isClosed = false;
  /** Last problem that was reported; '' after a success. */
  #problem = '';

  constructor(store: NewsStore, options: StoredNewsOptions) {
    this.#store = store;
    this.#options = options;
    const { digests = null, leads, runtime, warn } = options;
    const hook: Send = (id, delivery) => this.#deliver(id, delivery);
    const ways = { hook, ...(digests !== null && { mail: digests.send }) };
    this.#courier = new Courier({ store, runtime, ways, leads, warn });
  }

  /** Takes what is new, and sends what is due; `tidies`: also removes what is old. One at a time. */
  work(tidies = false): Promise<void> {
    const working = this.#working.then(() => this.#attempt(tidies));
    this.#working = working.then(
      () => {
        this.#problem = '';
      },
      (error: unknown) => {
        this.#again();
        // Reads that have to wait, as at a start, report themselves.
        if (error instanceof ReadRefused) return;
        const problem = `news cannot be sent now: ${error instanceof Error ? error.message : String(error)}`;
        if (problem !== this.#problem) this.#options.warn(problem);
        this.#problem = problem;
      },
    );
    return this.#working;
  }

  /** Looks again after a while: the cause of a failure passes. */
  #again(): void {
    if (this.#isClosed) return;
    this.#cancel();
    this.#cancel = this.#options.runtime.timers.after(AGAIN_MS, () => void this.work());
  }

  async #attempt(tidies: boolean): Promise<void> {
    const { digests = null, head, leads, read, runtime } = this.#options;
    const { db } = this.#store;
    const isOver = (): boolean => this.#isClosed || !leads();
    if (isOver()) return;
    const nowMs = runtime.clock.wallMs();
    if (tidies) {
      await removeOld(db, nowMs);
      await hooks.goBackTo(db, head());
      if (digests !== null) await queueDigests(this.#store, digests.readers, nowMs);
    }
    try {
      while (!isOver() && (await takeNews(this.#store, (after) => read(after, nowMs), nowMs)));
    } finally {
      await this.#courier.look();
    }
  }

  async #deliver(id: string, delivery: Delivery): Promise<Outcome> {
    const { db } = this.#store;
    const hook = await hooks.findHook(db, id);
    if (hook === null || hook.state !== 'on') return { kind: 'gone', error: 'the hook is off' };
    const outcome = await this.#send(hook, delivery.id, JSON.parse(delivery.payload) as Told);
    if (outcome.kind === 'gone') await hooks.turnGone(db, id, this.#nowMs);
    return outcome;
  }

  #send(hook: Parameters<typeof sendHook>[0], id: string, told: Told): Promise<Outcome> {
    const { allowsPrivate, origin, runtime, timeoutMs } = this.#options;
    const { clock, timers } = runtime;
    return sendHook(hook, id, told, { allowsPrivate, origin, timeoutMs, timers, clock: () => clock.wallMs() });
  }

  get #nowMs(): number {
    return this.#options.runtime.clock.wallMs();
  }

  async #use<Value>(run: (db: NewsStore['db']) => Promise<Value>): Promise<Value> {
    try {
      return await run(this.#store.db);
    } catch (error) {
      throw this.#store.isUnavailable(error) ? new NewsUnavailable(String(error)) : error;
    }
  }

  async #change<Value>(run: (db: Db) => Promise<Value>): Promise<Value> {
    const value = await this.#use((db) => db.transaction().execute(run));
    void this.work();
    return value;
  }

  hooks(): Promise<readonly Hook[]> {
    return this.#use(hooks.listHooks);
  }

  addHook(wish: HookWish, from: number, request?: string) {
    const { random } = this.#options.runtime;
    return this.#change(async (db) => {
      const first = await isFirst(db, 'news_done', request, this.#nowMs);
      return first ? hooks.addHook(db, wish, from, this.#nowMs, random) : null;
    });
  }

  changeHook(id: string, edit: Parameters<News['changeHook']>[1], from: number, request?: string) {
    return this.#change(async (db) => {
      const first = await isFirst(db, 'news_done', request, this.#nowMs);
      return hooks.changeHook(db, id, first ? edit : {}, from, this.#nowMs);
    });
  }

  renewSecret(id: string, request?: string) {
    const { random } = this.#options.runtime;
    return this.#change(async (db) => {
      const first = await isFirst(db, 'news_done', request, this.#nowMs);
      return first ? hooks.renewSecret(db, id, this.#nowMs, random) : null;
    });
  }

  removeHook(id: string) {
    return this.#change((db) => hooks.removeHook(db, id));
  }

  async testHook(id: string) {
    const hook = await this.#use((db) => hooks.findHook(db, id));
    if (hook === null) return null;
    const words = { kind: 'test', title: 'This hook works', text: '', event: '', tags: [] } as const;
    const outcome = await this.#send(hook, `msg_${id}_test-${this.#nowMs}`, { ...words, timeMs: this.#nowMs });
    return { error: outcome.kind === 'done' ? null : outcome.error };
  }

  deliveries(id: string) {
    return this.#use(async (db) =>
      (await hooks.findHook(db, id)) === null ? null : hooks.deliveriesTo(db, hooks.targetOf(id)),
    );
  }

  digests() {
    return this.#use(async (db) => {
      const found = await hooks.deliveriesTo(db, targetOf('%'));
      return found.map(({ target, ...delivery }) => ({ ...delivery, person: target.slice(targetOf('').length) }));
    });
  }

  async forgetPerson(id: string): Promise<void> {
    await this.#use((db) => forget(db, targetOf(id)));
  }

  retryDead(id: string) {
    return this.#change(async (db) => {
      const hook = await hooks.findHook(db, id);
      return hook === null ? null : retryDead(db, hooks.targetOf(id), this.#nowMs);
    });
  }

  retryDigests() {
    return this.#change((db) => retryDead(db, targetOf('%'), this.#nowMs));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel();
    await this.#working;
    await this.#courier.close();
    await this.#store.close();
  }
}
