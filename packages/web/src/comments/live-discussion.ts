/**
 * Keeps the cached comment lists up to date while a discussion is shown. Messages that arrive during a read are also
 * applied to its answer, which may predate them.
 */
import type { Comment } from '@bellwether/contract';
import { applyToComments, type CommentFeed, type CommentFeedItem, type CommentMessage } from '@bellwether/sdk';
import { type InfiniteData, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Client } from '../venue/client.ts';
import { KEYS } from '../venue/keys.ts';
import { COMMENTS_PAGE, type CommentedKind } from '../venue/queries.ts';
import { useClient } from '../venue/venue-context.tsx';

type Pages = InfiniteData<readonly Comment[]>;

/** Delay after an error that the feed cannot recover from. */
const RESTART_MS = 15_000;

/** Follows the discussion while mounted. `beforeChange` must be stable and is called before the list changes. */
export function useLiveDiscussion(kind: CommentedKind, id: string, beforeChange: () => void): void {
  const client = useClient();
  const queries = useQueryClient();
  useEffect(() => {
    const discussion = new LiveDiscussion(client, queries, kind, id, beforeChange);
    return () => discussion.close();
  }, [client, queries, kind, id, beforeChange]);
}

class LiveDiscussion {
  readonly #client: Client;
  readonly #queries: QueryClient;
  readonly #name: string;
  readonly #listKey: QueryKey;
  readonly #beforeChange: () => void;
  readonly #unsubscribe: () => void;
  /** Messages received while a read was in flight. */
  #late: CommentMessage[] = [];
  #feed: CommentFeed | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(client: Client, queries: QueryClient, kind: CommentedKind, id: string, beforeChange: () => void) {
    this.#client = client;
    this.#beforeChange = beforeChange;
    this.#queries = queries;
    this.#name = `${kind}:${id}`;
    this.#listKey = KEYS.comments(kind, id);
    this.#unsubscribe = queries.getQueryCache().subscribe((event) => {
      const isRead = event.type === 'updated' && event.action.type === 'success' && event.action.manual !== true;
      if (isRead && this.#isOwn(event.query.queryKey)) this.#applyLate(event.query.queryKey);
    });
    void this.#read();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#unsubscribe();
    this.#feed?.close();
  }

  async #read(): Promise<void> {
    this.#feed = this.#client.feeds.comments({ discussions: [this.#name] });
    try {
      for await (const item of this.#feed) this.#take(item);
    } catch {
      // The venue considers the request invalid. The only remedy is to start over.
    }
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#read(), RESTART_MS);
  }

  #take(item: CommentFeedItem): void {
    if (item.kind === 'joined' || item.kind === 'resync') {
      // Reads in flight may predate the subscription.
      this.#late = [];
      void this.#queries.invalidateQueries({ queryKey: this.#listKey });
      void this.#queries.invalidateQueries({ queryKey: REPLIES });
    } else if (item.kind === 'message') {
      const { message } = item;
      if (this.#isReading()) this.#late.push(message);
      this.#applyToList(message);
      for (const [key] of this.#queries.getQueriesData({ queryKey: REPLIES })) this.#applyToReplies(key, message);
    }
  }

  #isOwn(key: QueryKey): boolean {
    return key[0] === REPLIES[0] || key.join('/') === this.#listKey.join('/');
  }

  #isReading(): boolean {
    return this.#queries.isFetching({ predicate: ({ queryKey }) => this.#isOwn(queryKey) }) > 0;
  }

  #applyLate(key: QueryKey): void {
    const late = this.#late;
    if (!this.#isReading()) this.#late = [];
    for (const message of late) {
      if (key[0] === REPLIES[0]) this.#applyToReplies(key, message);
      else this.#applyToList(message);
    }
  }

  #applyToList(message: CommentMessage): void {
    this.#change(this.#listKey, (pages) =>
      pages.map((page, index) => applyToComments(page, message, { added: index === 0 ? 'first' : 'none' })),
    );
  }

  #applyToReplies(key: QueryKey, message: CommentMessage): void {
    this.#change(key, (pages) =>
      pages.map((page, index) => {
        // Replies are listed oldest first. A new one can only be appended if all earlier ones are loaded.
        const isEnd = index === pages.length - 1 && page.length < COMMENTS_PAGE;
        return applyToComments(page, message, { parent: String(key[1]), added: isEnd ? 'last' : 'none' });
      }),
    );
  }

  #change(key: QueryKey, change: (pages: Pages['pages']) => readonly (readonly Comment[])[]): void {
    const before = this.#queries.getQueryData<Pages>(key);
    if (before === undefined) return;
    const pages = change(before.pages);
    if (pages.every((page, index) => page === before.pages[index])) return;
    this.#beforeChange();
    this.#queries.setQueryData<Pages>(key, { ...before, pages: [...pages] });
    const hadMore = (before.pages.at(-1)?.length ?? 0) >= COMMENTS_PAGE;
    const isShorter = pages.some((page, index) => page.length < (before.pages[index]?.length ?? 0));
    // Later items have moved up by one.
    if (hadMore && isShorter) void this.#queries.invalidateQueries({ queryKey: key });
  }
}

const REPLIES = KEYS.replies('').slice(0, 1);
