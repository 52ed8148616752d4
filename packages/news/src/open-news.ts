/**
 * News of a venue. The store is opened when it is there or something is added; the node that leads takes news and sends
 * it, and a node that takes over goes on from the positions in the store.
 */
import type { News } from '@bellwether/ports/news.ts';
import type { Cancel } from '@bellwether/ports/runtime.ts';
import { urlObstacle } from './hooks/public-address.ts';
import type { StoredNews, StoredNewsOptions } from './stored-news.ts';

/** Pause between two looks for the store, for closing times, and for what is old. */
const LOOK_MS = 60_000;
/** Pause after a publication, in which others may follow. */
const SOON_MS = 1_000;

export interface NewsOptions extends StoredNewsOptions {
  /** True if the store is there. */
  readonly exists: () => Promise<boolean>;
  /** Called when the store is open: from now on the news need each publication. */
  readonly opened: () => void;
}

export class LazyNews implements News {
  readonly #options: NewsOptions;
  /** Null until the store is there. */
  #opened: Promise<StoredNews> | null = null;
  #soon: Cancel | null = null;
  /** True if the node led when it looked last. */
  #led = false;
  readonly #stop: Cancel;
  #isClosed = false;

  constructor(options: NewsOptions) {
    this.#options = options;
    const { timers } = options.runtime;
    this.#stop = timers.every(LOOK_MS, () => this.#look());
    timers.soon(() => this.#look());
  }

  /** Called when entries have been published. */
  published(): void {
    const leads = this.#options.leads();
    if (leads && !this.#led) this.#look();
    this.#led = leads;
    if (this.#opened === null || this.#soon !== null) return;
    this.#soon = this.#options.runtime.timers.after(SOON_MS, () => {
      this.#soon = null;
      void this.#opened?.then(
        (news) => news.work(),
        () => undefined,
      );
    });
  }

  /** A node that does not lead opens nothing by itself. */
  #look(): void {
    this.#led = this.#options.leads();
    if (this.#isClosed || !this.#led) return;
    void this.#find()
      .then((news) => news?.work(true))
      .catch((error: unknown) => this.#options.warn(`the store of news cannot be opened: ${String(error)}`));
  }

  async #find(): Promise<StoredNews | null> {
    const { digests = null, exists } = this.#options;
    return this.#opened !== null || digests !== null || (await exists()) ? this.#open() : null;
  }

  #open(): Promise<StoredNews> {
    // Venues without hooks load nothing of it.
    this.#opened ??= import('./stored-news.ts')
      .then(({ openStoredNews }) => openStoredNews(this.#options))
      .then((news) => {
        this.#options.opened();
        return news;
      })
      .catch((error: unknown) => {
        this.#opened = null;
        throw error;
      });
    return this.#opened;
  }

  obstacle(url: string): string | null {
    return urlObstacle(url, this.#options.allowsPrivate);
  }

  readonly hooks = this.#ask((news) => news.hooks(), []);
  readonly renewSecret = this.#ask((news, id: string, request?: string) => news.renewSecret(id, request), null);
  readonly removeHook = this.#ask((news, id: string) => news.removeHook(id), false);
  readonly testHook = this.#ask((news, id: string) => news.testHook(id), null);
  readonly deliveries = this.#ask((news, id: string) => news.deliveries(id), null);
  readonly digests = this.#ask((news) => news.digests(), []);
  readonly forgetPerson = this.#ask((news, id: string) => news.forgetPerson(id), undefined);
  readonly retryDead = this.#ask((news, id: string) => news.retryDead(id), null);
  readonly retryDigests = this.#ask((news) => news.retryDigests(), 0);
  readonly changeHook = this.#ask((news, ...asked: Parameters<News['changeHook']>) => news.changeHook(...asked), null);

  /** `none`: answer of a store that is not there. */
  #ask<Asked extends unknown[], Value>(
    ask: (news: StoredNews, ...asked: Asked) => Promise<Value>,
    none: Value,
  ): (...asked: Asked) => Promise<Value> {
    return async (...asked) => {
      const news = await this.#find();
      return news === null ? none : ask(news, ...asked);
    };
  }

  async addHook(...asked: Parameters<News['addHook']>) {
    return (await this.#open()).addHook(...asked);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stop();
    this.#soon?.();
    await (await this.#opened?.catch(() => null))?.close();
  }
}
