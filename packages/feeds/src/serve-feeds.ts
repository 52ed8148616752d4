/** Serves live feeds at the paths of a gateway's server: upgrade routes, limits of connections, and all refusals. */
import type { BlockList, Socket } from 'node:net';
import { FEED_PATHS, type FeedChannel } from '@bellwether/contract';
import { upgradeOf } from '@bellwether/gateway/http/connections/upgrades.ts';
import type { AppDependencies } from '@bellwether/gateway/http/dependencies.ts';
import { sendFailure } from '@bellwether/gateway/http/plugins/answers.ts';
import { capHooks } from '@bellwether/gateway/http/plugins/caps.ts';
import { mayReadLedger, requestOrigin } from '@bellwether/gateway/http/plugins/client-address.ts';
import { answerBadHandshake } from '@bellwether/gateway/http/plugins/clients.ts';
import { failure, retryLater } from '@bellwether/wire/failure.ts';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import { type FeedOptions, Feeds } from './feeds.ts';
import { readInTurns } from './read-in-turns.ts';

const RETRY_FULL_SECONDS = 10;

/** Route of an upgrade as the caps see it: a new connection counts as a request. */
const UPGRADE = {
  method: 'GET',
  summary: 'Begin a live feed',
  auth: 'none',
  errorShape: 'plain',
  response: {},
  errors: [],
  caps: ['trading', 'feeds'],
} as const;

export type FeedParts = Pick<FeedOptions, 'texts' | 'limits'>;

/** Starts the feeds. The caller closes them, before the server. */
export function serveFeeds(app: FastifyInstance, dependencies: AppDependencies, parts: FeedParts): Feeds {
  const feeds = createFeeds(dependencies, parts);
  registerFeeds(app, feeds, dependencies.settings.dataAllowlist);
  dependencies.metrics.setFeeds(() => feeds.figures());
  return feeds;
}

/** Creates the feeds of a gateway, without a server. */
export function createFeeds(
  { authenticator, clock: now, extension, isCurrent, logger, reader, runtime, settings, view }: AppDependencies,
  parts: FeedParts,
): Feeds {
  const { profile } = settings;
  return new Feeds({
    ...parts,
    view,
    authenticator,
    reader,
    logger,
    profile,
    now,
    runtime,
    extension: extension?.feeds,
    ...(isCurrent !== undefined && { isCurrent }),
  });
}

/**
 * Registers the feeds, before the server is ready. `dataAllowlist`: addresses that may read everyone's trades; null:
 * all.
 */
function registerFeeds(app: FastifyInstance, feeds: Feeds, dataAllowlist: BlockList | null): void {
  const { messageBytesMax, closeTimeoutMs } = feeds.limits;
  const options = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: messageBytesMax,
    closeTimeout: closeTimeoutMs,
    // Each ping is counted before it is answered.
    autoPong: false,
  } as const;
  const server = new WebSocketServer(options);
  server.on('wsClientError', (error, socket) => answerBadHandshake(error, socket as Socket, app.connections));
  for (const channel of Object.keys(FEED_PATHS) as FeedChannel[]) {
    mountFeed({ app, server, feeds, dataAllowlist, channel });
  }
}

interface Mounted {
  readonly app: FastifyInstance;
  readonly server: WebSocketServer;
  readonly feeds: Feeds;
  readonly dataAllowlist: BlockList | null;
  readonly channel: FeedChannel;
}

/** Mounts a feed, also with a slash at the end of its path, as some clients write it. */
function mountFeed(mounted: Mounted): void {
  const path = FEED_PATHS[mounted.channel];
  for (const url of [path, `${path}/`]) mountAt(url, mounted);
}

function mountAt(url: string, { app, server, feeds, dataAllowlist, channel }: Mounted): void {
  app.route({
    method: 'GET',
    url,
    exposeHeadRoute: false,
    config: { ofService: true },
    onRequest: [...capHooks(app.gate, { ...UPGRADE, path: FEED_PATHS[channel] }, {}).onRequest],
    handler(request, reply) {
      const upgrade = upgradeOf(request.raw);
      if (upgrade === undefined) {
        reply.header('upgrade', 'websocket').header('connection', 'upgrade');
        return sendFailure(reply, failure('upgrade_required'), 'plain');
      }
      const isForeign = app.cors.isForeign(request);
      if (isForeign && channel === 'user') {
        const { origin = '' } = request.headers;
        return sendFailure(reply, failure('origin_not_named', { origin }), 'plain');
      }
      const { address } = requestOrigin(request);
      const place = feeds.enter(address);
      if (place === 'address_full') return sendFailure(reply, retryLater('rate_limited', RETRY_FULL_SECONDS), 'plain');
      if (place === 'venue_full') return sendFailure(reply, retryLater('unavailable', RETRY_FULL_SECONDS), 'plain');
      const { socket, head } = upgrade;
      const leave = (): void => feeds.leave(address);
      // A refused handshake ends its connection.
      socket.once('close', leave);
      reply.hijack();
      reply.raw.detachSocket(request.raw.socket);
      server.handleUpgrade(request.raw, socket, head, (ws) => {
        socket.off('close', leave);
        app.members.watch(ws, request);
        ws.on('error', () => app.connections.broke(request.raw.socket));
        readInTurns(
          socket,
          () => ws.isPaused,
          (work) => app.turns.enter(address, work),
        );
        const mayRead = mayReadLedger(request, dataAllowlist) && (dataAllowlist === null || !isForeign);
        feeds.accept(channel, { address, isForeign, mayReadLedger: mayRead }, ws, socket);
      });
      return reply;
    },
  });
}
