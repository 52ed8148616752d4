/**
 * The gateway: the HTTP server with all routes, without a listener. Stateless but for caches: it parses, authenticates
 * and maps, hands commands to the exchange and questions to the readers, and answers in JSON whatever happens.
 */
import { BODY_BYTES_MAX, ROUTES } from '@bellwether/contract';
import fastify, { type FastifyInstance } from 'fastify';
import type { AppDependencies } from './dependencies.ts';
import { requireAdminToken } from './plugins/admin-token.ts';
import { registerBodies } from './plugins/body.ts';
import { createIdentify } from './plugins/caller.ts';
import {
  answerClientError,
  CONNECTION_TIMEOUT_MS,
  CONNECTIONS_CHECK_MS,
  HEADERS_BYTES_MAX,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_TIMEOUT_MS,
  REQUEST_TIMEOUT_MS,
} from './plugins/clients.ts';
import { answerFrameworkError, registerFaults } from './plugins/faults.ts';
import { registerMethodFallback } from './plugins/method-fallback.ts';
import { registerRequestCounts } from './plugins/request-counts.ts';
import { registerAccountRoutes } from './routes/account.ts';
import { registerAdminCatalogRoutes } from './routes/admin-catalog.ts';
import { registerAdminMoneyRoutes } from './routes/admin-money.ts';
import { registerAuthRoutes } from './routes/auth.ts';
import { registerCancelRoutes } from './routes/cancels.ts';
import { registerCatalogRoutes } from './routes/catalog.ts';
import { registerLedgerRoutes } from './routes/ledger.ts';
import { registerOrderRoutes } from './routes/orders.ts';
import { registerPriceRoutes } from './routes/prices.ts';
import { registerVenueRoutes } from './routes/venue.ts';

/** Longest path parameter: a slug of 250 characters that need nine each in percent-encoding. */
const PATH_PARAMETER_LENGTH_MAX = 3_000;

/** Makes the server; the caller listens and closes. `close` finishes the requests that have begun. */
export function createApp(dependencies: AppDependencies): FastifyInstance {
  const { trustProxy } = dependencies.settings;
  const app = fastify({
    // One line a request would cost more than most requests; faults are logged where they are answered.
    logger: false,
    bodyLimit: BODY_BYTES_MAX,
    trustProxy: trustProxy.length === 0 ? false : [...trustProxy],
    routerOptions: { maxParamLength: PATH_PARAMETER_LENGTH_MAX },
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
      maxHeaderSize: HEADERS_BYTES_MAX,
    },
    clientErrorHandler: answerClientError,
    frameworkErrors: answerFrameworkError,
    forceCloseConnections: 'idle',
  });
  registerRequestCounts(app);
  registerBodies(app);
  registerFaults(app, dependencies.logger);
  registerMethodFallback(app, ROUTES);
  registerRoutes(app, dependencies);
  return app;
}

function registerRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const identify = createIdentify(dependencies.authenticator, dependencies.view);
  const admin = requireAdminToken(dependencies.adminToken);
  registerVenueRoutes(app, dependencies);
  registerAuthRoutes(app, dependencies, identify);
  registerOrderRoutes(app, dependencies, identify);
  registerCancelRoutes(app, dependencies, identify);
  registerPriceRoutes(app, dependencies);
  registerLedgerRoutes(app, dependencies);
  registerCatalogRoutes(app, dependencies);
  registerAccountRoutes(app, dependencies, identify);
  registerAdminCatalogRoutes(app, dependencies, admin);
  registerAdminMoneyRoutes(app, dependencies, admin);
}
