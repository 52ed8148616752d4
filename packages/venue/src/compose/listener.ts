/** The gateway and its listener: routes, live feeds and the page. */
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import type { EventTexts } from '@bellwether/feeds/event-texts.ts';
import type { Feeds } from '@bellwether/feeds/feeds.ts';
import { FEED_LIMITS } from '@bellwether/feeds/limits.ts';
import { serveFeeds } from '@bellwether/feeds/serve-feeds.ts';
import { createApp } from '@bellwether/gateway/http/app.ts';
import type { AppDependencies } from '@bellwether/gateway/http/dependencies.ts';
import { PAGE_FOLDER } from '@bellwether/gateway/http/page/page-files.ts';
import { DOCUMENTS_FOLDER, registerDocuments } from '@bellwether/gateway/http/page/register-documents.ts';
import { registerPage } from '@bellwether/gateway/http/page/register-page.ts';
import { registerSetUp } from '@bellwether/gateway/http/page/register-set-up.ts';
import { CLIENT_LIMITS } from '@bellwether/gateway/http/plugins/clients.ts';
import type { Timers } from '@bellwether/ports/runtime.ts';
import type { Config } from '../config.ts';
import { cannotListen } from '../ops/cannot-listen.ts';
import { PictureThread } from '../threads/pictures/picture-thread.ts';
import { handleOf } from './listener-handle.ts';
import type { Opened } from './opened.ts';

/** Milliseconds that a stop waits for clients that are slow to finish their requests. */
const CLIENTS_LEAVE_MS = 2_000;

/** Port of a gateway, and its maximum number of connections. */
export interface ListenAt {
  readonly port: number;
  readonly connectionsMax: number;
  /** Server whose socket the gateway takes over, at the same port. See `listener-handle.ts`. */
  readonly from?: Server | null;
}

interface ListenerParts {
  readonly config: Config;
  readonly opened: Opened;
  readonly texts: EventTexts;
  readonly dependencies: AppDependencies;
}

/** What clients are connected to. */
export interface Listener {
  readonly url: string;
  readonly server: HttpServer;
  readonly feeds: Feeds;
}

/** Starts the gateway's listener. */
export async function listen(
  { config, opened, texts, dependencies }: ListenerParts,
  { port: wanted, connectionsMax, from = null }: ListenAt,
): Promise<Listener> {
  const connections = { ...CLIENT_LIMITS.connections, connectionsMax };
  const app = createApp(dependencies, { ...CLIENT_LIMITS, connections });
  const { extension, reader, runtime, settings } = dependencies;
  opened.add(
    'gateway',
    () => closeGateway(app, runtime.timers),
    () => `with ${app.connections.figures().open} connections`,
  );
  const limits = { ...FEED_LIMITS, pingIntervalMs: config.feedPingSeconds * 1000 };
  const feeds = serveFeeds(app, dependencies, { texts, limits });
  opened.add('feeds', () => feeds.close());
  const pictures = new PictureThread(runtime.timers);
  opened.add('pictures', () => pictures.close());
  registerPage(app, reader, pictures, runtime.clock, PAGE_FOLDER, settings, extension?.banner);
  registerDocuments(app, DOCUMENTS_FOLDER);
  registerSetUp(app, dependencies);
  // Keep only the handle: nothing that lives as long as this server may reference the server before it.
  const handle = from === null ? {} : { handle: handleOf(from) };
  const at = { host: config.host, port: wanted, exclusive: true, ...handle };
  await app.listen(at).catch((error: Error) => {
    throw new Error(cannotListen({ host: config.host, port: wanted }, error), { cause: error });
  });
  const { address, family, port } = app.server.address() as AddressInfo;
  const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  return { url, server: app.server, feeds };
}

/**
 * Closes the gateway after answering the requests that have arrived. Clients that are slow to send a request or to read
 * an answer are cut off after a while.
 */
async function closeGateway(app: ReturnType<typeof createApp>, timers: Timers): Promise<void> {
  const cancel = timers.every(CLIENTS_LEAVE_MS, () => app.connections.cutOff());
  await app.close().finally(cancel);
}
