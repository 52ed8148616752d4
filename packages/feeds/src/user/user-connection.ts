/**
 * One client of the user feed: proves its API key first, then gets all messages of its account. No message is ever left
 * out: a client that reads too slowly is disconnected, with the advice to come back with `since`.
 */

import type { UserOperation, UserSubscription } from '@bellwether/contract';
import { conditionIdText } from '@bellwether/contract';
import type { ConditionId, MarketId } from '@bellwether/engine';
import type { Authenticator } from '@bellwether/gateway/auth/authenticator.ts';
import type { Read } from '@bellwether/gateway/http/plugins/body.ts';
import type { Cancel, Timers } from '@bellwether/ports/runtime.ts';
import type { FeedSocket, SocketOwner } from '../feed-socket.ts';
import { CLOSE, type FeedLimits } from '../limits.ts';
import { readLaterUserMessage, readUserSubscription } from '../requests.ts';
import type { UserFeed } from './user-feed.ts';
import type { UserMessage } from './user-messages.ts';
import {
  isChosen,
  repeatedText,
  type UserChoice,
  type UserFrame,
  type UserReader,
  type UserStream,
} from './user-stream.ts';

export interface UserConnectionOptions {
  readonly socket: FeedSocket;
  readonly feed: UserFeed;
  readonly authenticator: Pick<Authenticator, 'authenticateKey'>;
  readonly limits: FeedLimits;
  readonly timers: Timers;
}

const INVALID = 'invalid subscription payload';
const NOT_PROVEN = 'invalid API credentials';

export class UserConnection implements SocketOwner, UserReader {
  readonly #options: UserConnectionOptions;
  readonly #cancelTimeout: Cancel;
  #stream: UserStream | null = null;
  #apiKey = '';
  /** Condition ids that the client wants; null: all. */
  #wanted: Set<string> | null = null;
  #wantsBalances = false;
  /** Sequence that the client has reached; null until it has named or been given one. */
  #reached: number | null = null;

  constructor(options: UserConnectionOptions) {
    this.#options = options;
    const { socket, limits } = options;
    socket.attach(this);
    this.#cancelTimeout = options.timers.after(limits.credentialsTimeoutMs, () => {
      const message = `send the subscription with credentials within ${limits.credentialsTimeoutMs / 1000} s`;
      socket.refuse({ code: 'credentials_missing', message }, CLOSE.credentials, 'no credentials in time');
    });
  }

  get apiKey(): string {
    return this.#apiKey;
  }

  receive(text: string): void {
    if (this.#stream === null) return this.#subscribe(readUserSubscription(text));
    const request = readLaterUserMessage(text);
    if (request.kind === 'failure') this.#refuse(request.text);
    else if ('operation' in request.value) this.#change(request.value);
    else this.#subscribe({ kind: 'read', value: request.value });
  }

  takeFrame(stream: UserStream, frame: UserFrame): void {
    const choice = this.#choice();
    // Markets added later may have had earlier messages: for this client, the previous message is the last one it was
    // given.
    this.#send(frame, choice, this.#reached ?? stream.last(choice));
  }

  takeAgain(sequence: number, message: UserMessage): void {
    if (isChosen(message, this.#choice())) this.#options.socket.send(repeatedText(sequence, message));
  }

  revoked(message = 'the API key has been revoked'): void {
    this.#options.socket.refuse({ code: 'api_key_revoked', message }, CLOSE.credentials, message);
  }

  flushed(): void {
    // Nothing is kept for later.
  }

  closed(): void {
    this.#cancelTimeout();
    if (this.#stream !== null) this.#options.feed.leave(this.#stream, this);
    this.#stream = null;
  }

  #refuse(message: string): void {
    this.#options.socket.refuse({ code: 'invalid_subscription', message }, CLOSE.policy, INVALID);
  }

  /** Takes the first subscription, or a replacement: some clients send everything again when their markets change. */
  #subscribe(request: Read<UserSubscription>): void {
    if (request.kind === 'failure') return this.#refuse(request.text);
    const { auth, markets = [], custom_feature_enabled = this.#wantsBalances, since } = request.value;
    const { socket, feed, authenticator, limits } = this.#options;
    const proven = authenticator.authenticateKey(auth);
    const account = proven.kind === 'refused' ? undefined : feed.state.accountsByAddress.get(proven.address);
    if (account === undefined) {
      const message = 'apiKey, secret and passphrase are not those of an API key of this venue';
      return socket.refuse({ code: 'invalid_credentials', message }, CLOSE.credentials, NOT_PROVEN);
    }
    if (markets.length > limits.subscriptionsMax) return this.#refuse(`markets: at most ${limits.subscriptionsMax}`);
    this.#cancelTimeout();
    this.#apiKey = auth.apiKey;
    this.#wanted = markets.length === 0 ? null : new Set(markets.map(conditionIdText));
    this.#wantsBalances = custom_feature_enabled;
    if (this.#stream !== null && this.#stream.account !== account) {
      feed.leave(this.#stream, this);
      this.#reached = null;
    }
    this.#stream = feed.join(account, this, { balances: custom_feature_enabled });
    if (since !== undefined) this.#resume(this.#stream, since);
  }

  #resume(stream: UserStream, since: number): void {
    const { feed, socket } = this.#options;
    const choice = this.#choice();
    const frames = feed.framesSince(stream, since, choice);
    if (typeof frames === 'string') {
      this.#reached = feed.state.sequence;
      return socket.send(`{"event_type":"resync","reason":"${frames}","sequence":${feed.state.sequence}}`);
    }
    this.#reached = since;
    for (const frame of frames) this.#send(frame, choice, this.#reached);
  }

  #change({ operation, markets }: UserOperation): void {
    if (this.#wanted === null) {
      // The client gets all of them already.
      if (operation === 'unsubscribe') this.#refuse('markets: unsubscribe needs a subscription that names markets');
      return;
    }
    for (const market of markets) {
      if (operation === 'subscribe') this.#wanted.add(conditionIdText(market));
      else this.#wanted.delete(conditionIdText(market));
    }
    const { subscriptionsMax } = this.#options.limits;
    if (this.#wanted.size > subscriptionsMax) this.#refuse(`markets: at most ${subscriptionsMax}`);
  }

  #choice(): UserChoice {
    return { markets: this.#markets(), balances: this.#wantsBalances };
  }

  /** Wanted markets that exist; null: all. */
  #markets(): ReadonlySet<MarketId> | null {
    if (this.#wanted === null) return null;
    const { marketsByCondition } = this.#options.feed.state;
    const markets = new Set<MarketId>();
    for (const id of this.#wanted) {
      const market = marketsByCondition.get(id as ConditionId);
      if (market !== undefined) markets.add(market);
    }
    return markets;
  }

  #send(frame: UserFrame, choice: UserChoice, previous: number): void {
    const { socket, limits } = this.#options;
    const texts = frame.texts(choice, previous);
    for (const text of texts) {
      if (socket.isBehind(limits.userBufferedBytesMax)) {
        const message = 'messages are read too slowly: connect again with since';
        return socket.refuse({ code: 'slow_reader', message }, CLOSE.tryAgain, message);
      }
      socket.send(text);
    }
    if (texts.length > 0) this.#reached = frame.sequence;
  }
}
