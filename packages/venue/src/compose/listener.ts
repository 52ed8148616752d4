/** The gateway and its listener: routes, live feeds and the page. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { EventTexts } from '@bellwether/feeds/event-texts.ts';
import type { Feeds } from '@bellwether/feeds/feeds.ts';
import { FEED_LIMITS } from '@bellwether/feeds/limits.ts';
import { serveFeeds } from '@bellwether/feeds/serve-feeds.ts';
import { createApp } from '@bellwether/gateway/http/app.ts';
import type { AppDependencies } from '@bellwether/gateway/http/dependencies.ts';
import { Front } from '@bellwether/gateway/http/front.ts';
import { venueLook } from '@bellwether/gateway/http/looks/venue-look.ts';
import { PAGE_FOLDER } from '@bellwether/gateway/http/page/page-files.ts';
import { DOCUMENTS_FOLDER, registerDocuments } from '@bellwether/gateway/http/page/register-documents.ts';
import { registerPage } from '@bellwether/gateway/http/page/register-page.ts';
import { registerSetUp } from '@bellwether/gateway/http/page/register-set-up.ts';
import { CLIENT_LIMITS } from '@bellwether/gateway/http/plugins/clients.ts';
import type { Config } from '../config.ts';
import { cannotListen } from '../ops/cannot-listen.ts';
import { connectionsMax } from '../ops/open-files.ts';
import { PictureThread } from '../threads/pictures/picture-thread.ts';
import type { Opened } from './opened.ts';

interface ListenerParts {
  readonly config: Config;
  readonly opened: Opened;
  readonly texts: EventTexts;
  readonly dependencies: AppDependencies;
}

/** The server that clients are connected to, and its feeds. */
export interface Listener {
  readonly url: string;
  readonly front: Front;
  readonly feeds: Feeds;
  /** Has the front send the clients here. */
  serve(): void;
}

/** Makes the gateway ready behind a front that serves another one; with null, starts a front that serves it. */
export async function listen(
  { config, opened, texts, dependencies }: ListenerParts,
  before: Front | null,
): Promise<Listener> {
  const front = before ?? createFront(dependencies, config);
  const app = createApp(dependencies, front);
  const { extension, reader, runtime } = dependencies;
  opened.add(
    'gateway',
    () => app.close(),
    () => `with ${front.connections.figures().open} connections`,
  );
  const limits = { ...FEED_LIMITS, pingIntervalMs: config.feedPingSeconds * 1000 };
  const feeds = serveFeeds(app, dependencies, { texts, limits });
  opened.add('feeds', () => feeds.close());
  const pictures = new PictureThread(runtime.timers);
  opened.add('pictures', () => pictures.close());
  registerPage(app, reader, pictures, runtime.clock, PAGE_FOLDER, () => venueLook(dependencies), extension?.banner);
  registerDocuments(app, DOCUMENTS_FOLDER);
  registerSetUp(app, dependencies);
  await app.ready();
  if (before === null) await start(front, config);
  const { address, family, port } = front.server.address() as AddressInfo;
  const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  return { url, front, feeds, serve: () => front.serve(app) };
}

function createFront(dependencies: AppDependencies, { signatureWorkers }: Config): Front {
  const connections = { ...CLIENT_LIMITS.connections, connectionsMax: connectionsMax(signatureWorkers) };
  return new Front(dependencies, { ...CLIENT_LIMITS, connections });
}

async function start({ server }: Front, { host, port }: Config): Promise<void> {
  await once(server.listen({ host, port, exclusive: true }), 'listening').catch((error: Error) => {
    throw new Error(cannotListen({ host, port }, error), { cause: error });
  });
}
