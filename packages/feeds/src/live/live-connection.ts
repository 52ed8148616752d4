/**
 * One client of the activity feed: handles its subscriptions, topic by topic, and explains refusals in frames that its
 * clients read. A refusal never ends the connection: those clients would connect again at once and ask again.
 */

import type { LiveSubscription, LiveTopic } from '@bellwether/contract';
import type { Authenticator } from '@bellwether/gateway/auth/authenticator.ts';
import type { Timers } from '@bellwether/ports/runtime.ts';
import type { ActivityFeed } from '../activity-feed.ts';
import type { CommentFeed } from '../comments/comment-feed.ts';
import type { LiveCommentMessages } from '../comments/live-comment-messages.ts';
import { LiveComments } from '../comments/live-comments.ts';
import type { FeedSocket, SocketDialect, SocketOwner } from '../feed-socket.ts';
import type { FeedLimits } from '../limits.ts';
import type { MarketFeed } from '../market/market-feed.ts';
import type { UserFeed } from '../user/user-feed.ts';
import { LiveActivity, type Slugs } from './live-activity.ts';
import type { LiveMarketMessages } from './live-market-messages.ts';
import { LiveMarkets } from './live-markets.ts';
import { LiveMessage } from './live-message.ts';
import { LiveOutlet } from './live-outlet.ts';
import { isProblem, readLiveRequest, topicOf } from './live-requests.ts';
import type { TopicConnection } from './live-topic.ts';
import { LiveUsers } from './live-users.ts';

/** Sources that all connections of the activity feed share. */
export interface LiveSources {
  readonly market: MarketFeed;
  readonly marketMessages: LiveMarketMessages;
  readonly comments: CommentFeed;
  readonly commentMessages: LiveCommentMessages;
  readonly user: UserFeed;
  readonly activity: ActivityFeed;
  readonly authenticator: Pick<Authenticator, 'authenticateKey'>;
  readonly slugs: Slugs;
  readonly limits: FeedLimits;
  readonly timers: Timers;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export interface LiveClient {
  readonly connectionId: string;
  readonly isForeign: boolean;
  readonly mayReadLedger: boolean;
}

export function liveDialect(connectionId: string, now: () => number): SocketDialect {
  return {
    // Clients of this protocol log a frame without the word `payload` as an error.
    pong: null,
    errorText: (error) => new LiveMessage('', 'error', now(), JSON.stringify(error)).of(connectionId),
  };
}

export class LiveConnection implements SocketOwner {
  readonly #outlet: LiveOutlet;
  readonly #markets: LiveMarkets;
  readonly #topics: Readonly<Record<LiveTopic, TopicConnection>>;

  constructor(socket: FeedSocket, sources: LiveSources, { connectionId, isForeign, mayReadLedger }: LiveClient) {
    const outlet = new LiveOutlet(socket, connectionId, sources);
    this.#outlet = outlet;
    this.#markets = new LiveMarkets(outlet, sources.market, sources.marketMessages);
    this.#topics = {
      activity: new LiveActivity({ outlet, feed: sources.activity, slugs: sources.slugs, mayReadLedger }),
      comments: new LiveComments(outlet, sources.comments, sources.commentMessages),
      clob_user: new LiveUsers({ outlet, feed: sources.user, authenticator: sources.authenticator, isForeign }),
      clob_market: this.#markets,
    };
    socket.attach(this);
  }

  /** Messages left out because the client was too slow. */
  get dropped(): number {
    return this.#outlet.dropped;
  }

  receive(text: string): void {
    const request = readLiveRequest(text);
    if (request.kind === 'failure') return this.#outlet.refuse('', { code: 'invalid_request', message: request.text });
    const { action, subscriptions } = request.value;
    const { subscriptionsPerMessageMax } = this.#outlet.limits;
    if (subscriptions.length > subscriptionsPerMessageMax) {
      const message = `subscriptions: at most ${subscriptionsPerMessageMax} in one message`;
      return this.#outlet.refuse('', { code: 'too_many_subscriptions', message });
    }
    if (!this.#outlet.spend(subscriptions.length)) return;
    for (const subscription of subscriptions) {
      if (!this.#outlet.isOpen) return;
      this.#change(action, subscription);
    }
  }

  /** Tells the client that another branch is current now. */
  rewound(branch: string, sequence: number): void {
    for (const [topic, { isSubscribed }] of Object.entries(this.#topics))
      if (isSubscribed) this.#outlet.resync(topic, 'rewound', sequence, { branch });
  }

  /** Called when all entries that became durable together are published. */
  published(): void {
    this.#markets.published();
  }

  flushed(): void {
    if (!this.#outlet.isOpen) return;
    for (const topic of Object.values(this.#topics)) topic.flushed();
  }

  closed(): void {
    for (const topic of Object.values(this.#topics)) topic.closed();
  }

  #change(action: 'subscribe' | 'unsubscribe', subscription: LiveSubscription): void {
    const asked = topicOf(subscription);
    const problem = isProblem(asked) ? asked : this.#topics[asked.topic][action](asked.types, subscription);
    if (problem === null) return;
    const { topic, type, filters } = subscription;
    this.#outlet.refuse(topic, problem, { topic, type, ...(filters !== undefined && { filters }) });
  }
}
