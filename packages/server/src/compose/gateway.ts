/** The gateway on its listener: routes, live feeds and the page. */
import type { AddressInfo } from 'node:net';
import type { Config } from '../config.ts';
import type { EventTexts } from '../feed/event-texts.ts';
import { Feeds } from '../feed/feeds.ts';
import { FEED_LIMITS } from '../feed/limits.ts';
import { registerFeeds } from '../feed/register-feeds.ts';
import { createApp } from '../http/app.ts';
import type { AppDependencies } from '../http/dependencies.ts';
import { PAGE_FOLDER } from '../http/page/page-files.ts';
import { registerPage } from '../http/page/register-page.ts';
import { CLIENT_LIMITS } from '../http/plugins/clients.ts';
import { connectionsMax } from '../ops/open-files.ts';
import type { Timers } from '../ports/runtime.ts';
import type { ObservableView } from '../ports/venue-view.ts';
import { PictureThread } from '../threads/picture-thread.ts';
import type { Opened } from './opened.ts';

/** How long a stop waits for clients that are slow to finish what they began. */
const CLIENTS_LEAVE_MS = 2_000;

/** Starts it; resolves to its URL. */
export async function listen(
  config: Config,
  opened: Opened,
  view: ObservableView,
  texts: EventTexts,
  dependencies: AppDependencies,
): Promise<string> {
  const connections = { ...CLIENT_LIMITS.connections, connectionsMax: connectionsMax() };
  const app = createApp(dependencies, { ...CLIENT_LIMITS, connections });
  const { authenticator, clock: now, logger, metrics, reader, runtime, settings } = dependencies;
  opened.add('gateway', () => closeGateway(app, runtime.timers));
  const limits = { ...FEED_LIMITS, pingIntervalMs: config.feedPingSeconds * 1000 };
  const feeds = new Feeds({ view, authenticator, reader, texts, logger, now, runtime, limits });
  opened.add('feeds', () => feeds.close());
  registerFeeds(app, feeds, settings.dataAllowlist);
  const pictures = new PictureThread(runtime.timers);
  opened.add('pictures', () => pictures.close());
  registerPage(app, reader, pictures, runtime.clock, PAGE_FOLDER);
  metrics.setFeeds(() => feeds.figures());
  await app.listen({ host: config.host, port: config.port }).catch((error: Error) => {
    const settings = `BELLWETHER_HOST=${config.host} BELLWETHER_PORT=${config.port}`;
    throw new Error(`cannot listen at ${settings}: ${error.message}`, { cause: error });
  });
  const { address, family, port } = app.server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** Answers the requests that have arrived; a client that does not finish its own is cut off after a while. */
async function closeGateway(app: ReturnType<typeof createApp>, timers: Timers): Promise<void> {
  const cancel = timers.after(CLIENTS_LEAVE_MS, () => app.server.closeAllConnections());
  await app.close().finally(cancel);
}
