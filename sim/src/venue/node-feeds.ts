/** The live feeds of a gateway: the real ones, with limits so small that clients reach them. */

import type { EventTexts } from '@bellwether/feeds/event-texts.ts';
import type { Feeds } from '@bellwether/feeds/feeds.ts';
import { FEED_LIMITS, type FeedLimits } from '@bellwether/feeds/limits.ts';
import { createFeeds } from '@bellwether/feeds/serve-feeds.ts';
import type { AppDependencies } from '@bellwether/gateway/http/dependencies.ts';
import type { Dice } from '../dice/dice.ts';
import type { World } from '../world.ts';
import { FeedLink } from './feed-link.ts';
import type { HostedNode } from './hosted.ts';

export class NodeFeeds {
  readonly #feeds: Feeds;
  readonly #links = new Set<FeedLink>();
  readonly #node: HostedNode;
  readonly #host: World;
  readonly #dice: Dice;

  constructor(node: HostedNode, host: World, dependencies: AppDependencies, texts: EventTexts) {
    this.#node = node;
    this.#host = host;
    this.#dice = host.dice.fork(`feeds ${node.index}`);
    this.#feeds = createFeeds(dependencies, { texts, limits: limitsOf(host.dice.fork('feed limits')) });
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
