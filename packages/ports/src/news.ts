/**
 * News: what has happened to questions, found in the rows of the read store, and what is sent of it to hooks. Hooks and
 * the outbox lie in a store beside the log, which a venue without hooks does not have.
 */

export const NEWS_KINDS = [
  'question.opened',
  'question.moved',
  'question.closing',
  'result.proposed',
  'result.decided',
  'result.reversed',
  'clarification',
] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];

export const HOOK_TEMPLATES = ['standard', 'slack', 'discord', 'teams', 'mattermost'] as const;
export type HookTemplate = (typeof HOOK_TEMPLATES)[number];
export const HOOKS_MAX = 50;

/** A fact that everyone may know. Its id and meaning are the same whoever reads it, and whenever. */
export interface NewsItem {
  readonly id: string;
  readonly kind: NewsKind;
  /** Entry that it follows from; 0 for a closing time, which follows from the clock. */
  readonly sequence: number;
  readonly timeMs: number;
  readonly title: string;
  readonly text: string;
  /** Slug of the question. */
  readonly event: string;
  /** Number of the market in the engine; null for news of a whole question. */
  readonly market: number | null;
  /** Slugs of the question's tags. */
  readonly tags: readonly string[];
}

/** Position up to which news was taken: the last entry, and the time up to which closing times were. */
export interface NewsPosition {
  readonly sequence: number;
  readonly closingMs: number;
}

/** The next news after a position, oldest first, and the position behind it. */
export interface NewsPage {
  readonly items: readonly NewsItem[];
  readonly position: NewsPosition;
  /** True if there is more already. */
  readonly more: boolean;
}

export interface HookWish {
  readonly url: string;
  readonly kinds: readonly NewsKind[];
  /** Slug of a tag; null: all questions. */
  readonly tag: string | null;
  readonly template: HookTemplate;
}

export interface Hook extends HookWish {
  readonly id: string;
  /** `gone`: the receiver answered 410. */
  readonly state: 'on' | 'off' | 'gone';
  readonly createdMs: number;
  readonly waiting: number;
  readonly dead: number;
}

export interface HookDelivery {
  readonly id: string;
  readonly kind: string;
  readonly state: 'waiting' | 'done' | 'dead';
  readonly attempts: number;
  /** Time of the next attempt, or of the last one. */
  readonly timeMs: number;
  /** Reason why the last attempt failed; '' if none did. */
  readonly error: string;
}

export interface News {
  /** Reason why no hook may have this address; null if one may. */
  obstacle(url: string): string | null;
  hooks(): Promise<readonly Hook[]>;
  /**
   * Null: there are too many, or this is a repeat: the secret is told once. `from`: entry after which news is sent.
   * `request`: as in `People`.
   */
  addHook(wish: HookWish, from: number, request?: string): Promise<(Hook & { readonly secret: string }) | null>;
  /** Null if there is no such hook. A hook that is turned on again begins with the news after `from`. */
  changeHook(
    id: string,
    edit: Partial<HookWish> & { readonly on?: boolean },
    from: number,
    request?: string,
  ): Promise<Hook | null>;
  /** Null if there is no such hook, or this is a repeat. The secret is told once; the one before it signs for a day, too. */
  renewSecret(id: string, request?: string): Promise<(Hook & { readonly secret: string }) | null>;
  removeHook(id: string): Promise<boolean>;
  /** Sends a test at once; null if there is no such hook. */
  testHook(id: string): Promise<{ readonly error: string | null } | null>;
  /** Waiting and dead deliveries, the newest first; null if there is no such hook. */
  deliveries(id: string): Promise<readonly HookDelivery[] | null>;
  /** Waiting and dead digests by e-mail, the newest first, with the id of the person. */
  digests(): Promise<readonly (HookDelivery & { readonly person: string })[]>;
  /** Removes what is kept of digests to a person. */
  forgetPerson(id: string): Promise<void>;
  /** Sends dead deliveries again; returns their number. */
  retryDead(id: string): Promise<number | null>;
  /** The same for digests. */
  retryDigests(): Promise<number>;
}

/** The store cannot be used now. */
export class NewsUnavailable extends Error {
  readonly code = 'news_unavailable';
  override readonly name = 'NewsUnavailable';
}
