/** Serves live feeds at the paths of a gateway's server, with the dependencies of its routes. */
import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../http/dependencies.ts';
import type { FrameEdge } from '../ports/frame-edge.ts';
import type { SettlingTrades } from '../ports/settling-trades.ts';
import type { ObservableView } from '../ports/venue-view.ts';
import type { EventTexts } from './event-texts.ts';
import { Feeds } from './feeds.ts';
import type { FeedLimits } from './limits.ts';
import { registerFeeds } from './register-feeds.ts';

export interface FeedParts {
  readonly view: ObservableView;
  readonly texts: EventTexts;
  readonly limits: FeedLimits;
  /** See `FeedOptions`. */
  readonly isRewound?: boolean;
  readonly edge?: FrameEdge;
  readonly settling?: SettlingTrades;
}

/** Starts the feeds. The caller closes them, before the server. */
export function serveFeeds(app: FastifyInstance, dependencies: AppDependencies, parts: FeedParts): Feeds {
  const { authenticator, clock: now, isCurrent, logger, metrics, reader, runtime, settings } = dependencies;
  const feeds = new Feeds({
    ...parts,
    authenticator,
    reader,
    logger,
    now,
    runtime,
    ...(isCurrent !== undefined && { isCurrent }),
  });
  registerFeeds(app, feeds, settings.dataAllowlist);
  metrics.setFeeds(() => feeds.figures());
  return feeds;
}
