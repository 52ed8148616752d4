/** The live feeds of a gateway: the real ones, with limits so small that clients reach them. */

import type { ExchangeClient } from '@bellwether/exchange/exchange-client.ts';
import { EventTexts } from '@bellwether/feeds/event-texts.ts';
import { Feeds } from '@bellwether/feeds/feeds.ts';
import { FEED_LIMITS, type FeedLimits } from '@bellwether/feeds/limits.ts';
import { findApiKey } from '@bellwether/gateway/auth/api-keys.ts';
import { createAuthenticator } from '@bellwether/gateway/auth/authenticator.ts';
import type { Exchange } from '@bellwether/ports/exchange.ts';
import { type Reader, ReadRefused, ReadStoreRebuilding } from '@bellwether/ports/reader.ts';
import { PROFILE_PREFIXES } from '@bellwether/venue/config/profile.ts';
import type { Dice } from '../dice/dice.ts';
import type { World } from '../world.ts';
import { FeedLink } from './feed-link.ts';
import type { HostedNode } from './hosted.ts';

export class NodeFeeds {
  /** The gateway's exchange, from which the feeds take the texts of events. */
  readonly exchange: Exchange;
  readonly #feeds: Feeds;
  readonly #links = new Set<FeedLink>();
  readonly #node: HostedNode;
  readonly #host: World;
  readonly #dice: Dice;

  /** `isCurrent`: null in a single-node venue. */
  constructor(
    node: HostedNode,
    host: World,
    client: ExchangeClient,
    reader: Reader,
    isCurrent: (() => boolean) | null,
  ) {
    this.#node = node;
    this.#host = host;
    this.#dice = host.dice.fork(`feeds ${node.index}`);
    const { process } = node;
    const { signatures, parseAddress, terms, credentials } = host.prepared;
    const logger = {
      error: (details: object): void => {
        const { err } = details as { err?: unknown };
        // An unreadable value only leaves a message without its text; any other error is a defect.
        const isOfTheRows = err instanceof ReadRefused || err instanceof ReadStoreRebuilding;
        if (node.isAlive && !isOfTheRows) host.mistaken(node, 'a live feed failed', err);
      },
    };
    const texts = new EventTexts(reader, process, logger);
    const now = (): number => process.clock.wallMs();
    this.exchange = texts.around(client, client.state);
    this.#feeds = new Feeds({
      view: client,
      authenticator: createAuthenticator({
        prefixes: PROFILE_PREFIXES.bellwether,
        credentials,
        parseAddress,
        clock: now,
        toleranceSeconds: { past: 60, future: 5 },
        findApiKey: (apiKey) => findApiKey(client.state, apiKey),
        signatures,
        signIn: { chainId: terms.domain.chainId, message: terms.authMessage },
      }),
      reader,
      texts,
      logger,
      limits: limitsOf(host.dice.fork('feed limits')),
      profile: 'bellwether',
      now,
      runtime: process,
      ...(isCurrent !== null && { isCurrent }),
    });
  }

  connect(channel: 'market' | 'user' | 'live', client: number): FeedLink | null {
    const address = `192.0.2.${client}`;
    if (this.#feeds.enter(address) !== 'entered') return null;
    const link = new FeedLink(this.#node.process, this.#dice.fork(this.#links.size));
    this.#links.add(link);
    // Cast: the link has everything that the feeds use of `ws` and of a socket.
    this.#feeds.accept(channel, { address, isForeign: false, mayReadLedger: true }, link.ws as never, link.raw);
    this.#host.count(`feed ${channel} connected`);
    return link;
  }

  lost(): void {
    for (const link of this.#links) link.closedByGateway();
  }
}

/** Small limits, so that slow readers fall behind and sometimes miss more than the feeds still have. */
const limitsOf = (dice: Dice): FeedLimits => ({
  ...FEED_LIMITS,
  recentFramesMax: dice.pick([4, 16, 256]),
  marketBufferedBytesMax: dice.pick([2_000, 10_000, 256 * 1024]),
  liveBufferedBytesMax: dice.pick([2_000, 10_000, 256 * 1024]),
  idleStreamsMax: dice.pick([1, 4, 512]),
});
