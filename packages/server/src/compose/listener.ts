/** The gateway on its listener: routes, live feeds and the page. */
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { Config } from '../config.ts';
import type { EventTexts } from '../feed/event-texts.ts';
import { FEED_LIMITS } from '../feed/limits.ts';
import { serveFeeds } from '../feed/serve-feeds.ts';
import { createApp } from '../http/app.ts';
import type { AppDependencies } from '../http/dependencies.ts';
import { feedEdge } from '../http/faults/feed-edge.ts';
import { PAGE_FOLDER } from '../http/page/page-files.ts';
import { registerPage } from '../http/page/register-page.ts';
import { CLIENT_LIMITS } from '../http/plugins/clients.ts';
import type { Timers } from '../ports/runtime.ts';
import type { ObservableView } from '../ports/venue-view.ts';
import { PictureThread } from '../threads/pictures/picture-thread.ts';
import type { GatewaySandbox } from './gateway-sandbox.ts';
import { handleOf } from './listener-handle.ts';
import type { Opened } from './opened.ts';
import { feedsElsewhere, followOthers, type Peers } from './peers.ts';

/** How long a stop waits for clients that are slow to finish what they began. */
const CLIENTS_LEAVE_MS = 2_000;

/** Where a gateway listens, and how many connections all gateways together take. */
export interface ListenAt {
  readonly port: number;
  readonly connectionsMax: number;
  /** Whose socket it goes on with, at the same port. See `listener-handle.ts`. */
  readonly from?: Server | null;
}

export interface ListenerParts {
  readonly config: Config;
  readonly opened: Opened;
  readonly view: ObservableView;
  readonly texts: EventTexts;
  readonly peers: Peers;
  readonly dependencies: AppDependencies;
  /** Of a sandbox; left out everywhere else. */
  readonly sandbox?: Pick<GatewaySandbox, 'faults' | 'settlements' | 'isRewound' | 'onServer'>;
  /** See `ExchangeHandle`. */
  readonly setLive: (isLive: boolean) => void;
}

/** Starts it; resolves to its URL. */
export async function listen(
  { config, opened, view, texts, peers, dependencies, sandbox, setLive }: ListenerParts,
  { port: wanted, connectionsMax, from = null }: ListenAt,
): Promise<string> {
  const app = createApp(dependencies, { ...CLIENT_LIMITS, connections: shareOf(peers.count, connectionsMax) });
  const { reader, runtime } = dependencies;
  opened.add(
    'gateway',
    () => closeGateway(app, runtime.timers),
    () => `with ${app.connections.figures().open} connections`,
  );
  const limits = { ...FEED_LIMITS, pingIntervalMs: config.feedPingSeconds * 1000 };
  const feeds = serveFeeds(app, dependencies, {
    view,
    texts,
    limits,
    replicas: peers.replicas,
    elsewhere: feedsElsewhere(peers),
    onAudience: setLive,
    ...(sandbox !== undefined && {
      isRewound: sandbox.isRewound,
      edge: feedEdge(sandbox.faults.rules),
      settling: sandbox.settlements,
    }),
  });
  sandbox?.onServer(app.server, feeds);
  followOthers(peers, feeds);
  opened.add('feeds', () => feeds.close());
  const pictures = new PictureThread(runtime.timers);
  opened.add('pictures', () => pictures.close());
  registerPage(app, reader, pictures, runtime.clock, PAGE_FOLDER, sandbox !== undefined);
  const isShared = peers.count > 1;
  // Nothing that lives as long as this one holds the server that it goes on for.
  const handle = from === null ? {} : { handle: handleOf(from) };
  const at = { host: config.host, port: wanted, exclusive: true, ...(isShared && { reusePort: true }), ...handle };
  const listenAt = (): Promise<string> => app.listen(at);
  // A port that is shared could be shared with another venue.
  const listening = isShared && peers.link.gateway === 0 ? proveFree(at).then(listenAt) : listenAt();
  await listening.catch((error: Error) => {
    const settings = `BELLWETHER_HOST=${config.host} BELLWETHER_PORT=${config.port}`;
    throw new Error(`cannot listen at ${settings}: ${error.message}`, { cause: error });
  });
  const { address, family, port } = app.server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** What is bounded by address and counted by each gateway for itself is divided among them. */
function shareOf(gateways: number, connectionsMax: number): typeof CLIENT_LIMITS.connections {
  const { connections } = CLIENT_LIMITS;
  return {
    ...connections,
    connectionsMax,
    requestsPerAddressMax: Math.ceil(connections.requestsPerAddressMax / gateways),
    unreadBytesPerAddressMax: Math.ceil(connections.unreadBytesPerAddressMax / gateways),
  };
}

/** Throws when anyone listens there. */
function proveFree({ host, port }: { readonly host: string; readonly port: number }): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const server = createServer();
  server.once('error', reject);
  server.listen({ host, port }, () => server.close(() => resolve()));
  return promise;
}

/** Answers the requests that have arrived; a client that does not finish its own, or reads its answer, is cut off after a while. */
async function closeGateway(app: ReturnType<typeof createApp>, timers: Timers): Promise<void> {
  const cancel = timers.every(CLIENTS_LEAVE_MS, () => app.connections.cutOff());
  await app.close().finally(cancel);
}
