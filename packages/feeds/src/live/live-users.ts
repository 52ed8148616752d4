/**
 * The topic `clob_user` of one connection: proves API keys, then passes on messages about the orders and trades of
 * their accounts, from the streams of the user feed. A client that reads too slowly gets a resync that says where to
 * read on.
 */
import { LIVE_TOPICS, type LiveSubscription, type ResyncReason } from '@bellwether/contract';
import type { AccountId } from '@bellwether/engine';
import type { Authenticator } from '@bellwether/gateway/auth/authenticator.ts';
import type { UserFeed } from '../user/user-feed.ts';
import type { UserMessage } from '../user/user-messages.ts';
import type { UserChoice, UserFrame, UserReader, UserStream } from '../user/user-stream.ts';
import type { LiveOutlet, LiveProblem } from './live-outlet.ts';
import { isProblem, sequenceOf } from './live-requests.ts';
import { type TopicConnection, TypeBits } from './live-topic.ts';

const TOPIC = 'clob_user';
const TYPES = new TypeBits(LIVE_TOPICS[TOPIC]);
const ALL_TYPES = TYPES.of(LIVE_TOPICS[TOPIC]);
/** Orders and trades of all markets. */
const CHOICE: UserChoice = { markets: null, balances: false };

export interface LiveUsersOptions {
  readonly outlet: LiveOutlet;
  readonly feed: UserFeed;
  readonly authenticator: Pick<Authenticator, 'authenticateKey'>;
  /** True for a page of an origin that the operator has not named. */
  readonly isForeign: boolean;
}

export class LiveUsers implements TopicConnection {
  readonly #options: LiveUsersOptions;
  readonly #accounts = new Map<AccountId, LiveAccount>();

  constructor(options: LiveUsersOptions) {
    this.#options = options;
  }

  get isSubscribed(): boolean {
    return this.#accounts.size > 0;
  }

  subscribe(types: readonly string[], subscription: LiveSubscription): LiveProblem | null {
    const { clob_auth: auth, filters } = subscription;
    const { outlet, feed, authenticator, isForeign } = this.#options;
    if (isForeign)
      return {
        code: 'origin_not_named',
        message: 'clob_user: the operator has to name the origin of this page in BELLWETHER_CORS_ORIGINS',
      };
    if (filters !== undefined && filters !== '')
      return { code: 'invalid_filters', message: 'filters: clob_user has none: it tells of all markets' };
    const since = sequenceOf(subscription);
    if (isProblem(since)) return since;
    if (auth === undefined) {
      return { code: 'credentials_missing', message: 'clob_user needs clob_auth: key, secret and passphrase' };
    }
    const proven = authenticator.authenticateKey({ ...auth, apiKey: auth.key });
    const account = proven.kind === 'refused' ? undefined : feed.state.accountsByAddress.get(proven.address);
    if (account === undefined) {
      const message = 'key, secret and passphrase are not those of an API key of this venue';
      return { code: 'invalid_credentials', message };
    }
    const { accountsMax } = outlet.limits;
    let own = this.#accounts.get(account);
    if (own === undefined && this.#accounts.size >= accountsMax)
      return { code: 'too_many_subscriptions', message: `clob_user: at most ${accountsMax} accounts on a connection` };
    own ??= new LiveAccount(outlet, feed, account, () => this.#accounts.delete(account));
    this.#accounts.set(account, own);
    own.subscribe(auth.key, TYPES.of(types), since);
    return null;
  }

  /** Ends the subscriptions of the given key; without credentials, those of every account. No proof is necessary. */
  unsubscribe(types: readonly string[], { clob_auth: auth }: LiveSubscription): LiveProblem | null {
    for (const account of this.#accounts.values()) {
      if (auth === undefined || auth.key === account.apiKey) account.unsubscribe(TYPES.of(types));
    }
    return null;
  }

  flushed(): void {
    for (const account of this.#accounts.values()) account.flushed();
  }

  closed(): void {
    for (const account of this.#accounts.values()) account.unsubscribe(ALL_TYPES);
  }
}

class LiveAccount implements UserReader {
  apiKey = '';
  readonly #outlet: LiveOutlet;
  readonly #feed: UserFeed;
  readonly #stream: UserStream;
  readonly #ended: () => void;
  #types = 0;
  /** Sequence that the client has reached. */
  #reached: number;
  /** Reason why messages were left out, until a resync has been sent; null: none were. */
  #missed: ResyncReason | null = null;

  constructor(outlet: LiveOutlet, feed: UserFeed, account: AccountId, ended: () => void) {
    this.#outlet = outlet;
    this.#feed = feed;
    this.#ended = ended;
    this.#stream = feed.join(account, this, CHOICE);
    this.#reached = feed.state.sequence;
  }

  /** Subscribes with an API key that has been proven. */
  subscribe(apiKey: string, types: number, since: number | null): void {
    this.apiKey = apiKey;
    this.#types |= types;
    if (since === null) return;
    const frames = this.#feed.framesSince(this.#stream, since, CHOICE);
    if (typeof frames === 'string') {
      this.#missed ??= frames;
      this.flushed();
      return;
    }
    this.#reached = since;
    for (const frame of frames) this.takeFrame(this.#stream, frame);
  }

  unsubscribe(types: number): void {
    this.#types &= ~types;
    if (this.#types !== 0) return;
    this.#feed.leave(this.#stream, this);
    this.#ended();
  }

  takeFrame(_stream: UserStream, { sequence, messages }: UserFrame): void {
    const wanted = messages.filter(({ kind }) => kind !== 'balance' && (this.#types & TYPES.bit(kind)) !== 0);
    if (wanted.length === 0) return;
    if (this.#missed !== null || !this.#outlet.hasRoom) {
      this.#outlet.dropped += wanted.length;
      this.#missed ??= 'slow_reader';
      return;
    }
    for (const [index, message] of wanted.entries()) {
      const place = { index, count: wanted.length, sequence, previous: this.#reached };
      const { type, timeMs, payload } = liveUserMessage(message);
      this.#outlet.tell(TOPIC, type, { ...payload, ...place }, timeMs);
    }
    this.#reached = sequence;
  }

  takeAgain(sequence: number, message: UserMessage): void {
    // A client that has missed messages gets a resync and reads its trades again.
    if ((this.#types & TYPES.bit(message.kind)) === 0 || this.#missed !== null || !this.#outlet.hasRoom) return;
    const { type, timeMs, payload } = liveUserMessage(message);
    const place = { again: true, index: 0, count: 1, sequence, previous: sequence - 1 };
    this.#outlet.tell(TOPIC, type, { ...payload, ...place }, timeMs);
  }

  revoked(reason = 'the API key has been revoked'): void {
    this.unsubscribe(ALL_TYPES);
    const message = `${reason}: clob_user has ended for its account`;
    this.#outlet.refuse(TOPIC, { code: 'api_key_revoked', message });
  }

  flushed(): void {
    if (this.#missed === null || !this.#outlet.hasDrained) return;
    this.#reached = this.#feed.state.sequence;
    this.#outlet.resync(TOPIC, this.#missed, this.#reached);
    this.#missed = null;
  }
}

type LiveUserMessage = { readonly type: string; readonly timeMs: number; readonly payload: object };

/** Converts a message of the user feed to the format of the activity feed. */
function liveUserMessage({ kind, open }: UserMessage): LiveUserMessage {
  const { event_type: _, ...said } = JSON.parse(`${open}}`) as Readonly<Record<string, unknown>>;
  const timeMs = Number(said['timestamp']);
  if (kind !== 'order') return { type: kind, timeMs, payload: said };
  const type = said['type'] === 'UPDATE' ? 'FILL' : said['type'];
  return { type: kind, timeMs, payload: { ...said, type } };
}
