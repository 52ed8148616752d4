/**
 * The typed client: all calls of the venue's HTTP API grouped by subject, and its live feeds. Every method returns the
 * answer or throws one of the `BellwetherError`s. Calls that are safe to repeat are retried automatically.
 */

import { createAccount, createAuth, createComments, createProfile } from './areas/account.ts';
import { createAdmin, createVenue } from './areas/admin.ts';
import { createCatalog, createEvents, createMarkets } from './areas/catalog.ts';
import { createPositions, createTrades } from './areas/ledger.ts';
import { createOrders } from './areas/orders.ts';
import { createBooks, createPrices } from './areas/prices.ts';
import { createResults } from './areas/results.ts';
import { createSandbox } from './areas/sandbox.ts';
import { createFeeds } from './feeds/feeds.ts';
import type { OpenWebSocket } from './feeds/socket.ts';
import { createFollow } from './holdings/follow.ts';
import { createOrderMaker } from './order-maker.ts';
import { createDownload, createRawRequest, createRequest, type RawRequest } from './request.ts';
import { createSession, type SessionOptions } from './session.ts';

export interface ClientOptions extends SessionOptions {
  /** Replaces the platform's `WebSocket`. */
  readonly webSocket?: OpenWebSocket;
}

export type Client = ReturnType<typeof createClient>;

/** Creates a client of one venue for at most one account. Sends no request until a method is called. */
export function createClient(options: ClientOptions) {
  const session = createSession(options);
  const raw = createRawRequest(session);
  const inTurn: RawRequest = (route, call) => session.turn(() => raw(route, call), call.signal);
  const request = createRequest(inTurn);
  const within = createRequest(raw);
  const download = createDownload(session);
  const feeds = createFeeds(session, request, options.baseUrl, options.webSocket);
  const follow = createFollow(session, request, inTurn, feeds, options.seed !== undefined);
  return {
    /** Calls any route of the contract by its name. The methods below are shorter. */
    request,
    venue: createVenue(session, request),
    auth: createAuth(session, request),
    account: createAccount(session, request, download, follow),
    orders: createOrders(request, within, createOrderMaker(session, within), session),
    markets: createMarkets(request, inTurn),
    events: createEvents(request),
    catalog: createCatalog(request),
    books: createBooks(request),
    prices: createPrices(request),
    trades: createTrades(request, inTurn),
    positions: createPositions(request),
    comments: createComments(request),
    profile: createProfile(request),
    feeds,
    admin: { ...createAdmin(request, download), ...createResults(request) },
    sandbox: createSandbox(request),
  };
}
