/**
 * The gateway: the HTTP server with all routes, without a listener. It is stateless apart from caches. It parses,
 * authenticates and maps requests, passes commands to the exchange and queries to the readers, and always answers in
 * JSON.
 */
import { BODY_BYTES_MAX, ROUTES, type Route } from '@bellwether/contract';
import type { RequestId } from '@bellwether/engine';
import fastify, { type FastifyInstance } from 'fastify';
import { createAdmit } from './connections/connections.ts';
import { CurrentStatus } from './current-status.ts';
import { registerDataV2MarketRoutes } from './data-v2/market-routes.ts';
import { registerDataV2Routes } from './data-v2/routes.ts';
import { createTraces } from './data-v2/traces.ts';
import type { AppDependencies } from './dependencies.ts';
import { Front } from './front.ts';
import { registerLooks } from './looks/register-looks.ts';
import { MembersGate, registerMembers } from './members/gate.ts';
import { createJudge } from './members/membership.ts';
import { registerRequestCounts } from './mount.ts';
import { registerPeople } from './people/register-people.ts';
import { createIdentify, createIdentifyBuilder, type Identify, registerPipeline } from './pipeline.ts';
import { createAdmission, createTokenReader } from './plugins/admission.ts';
import { registerBodies } from './plugins/body.ts';
import { registerCaps } from './plugins/caps.ts';
import { registerCors } from './plugins/cors.ts';
import { answerFrameworkError, registerFaults } from './plugins/faults.ts';
import { registerIdempotency } from './plugins/idempotency.ts';
import { createKeyUsers } from './plugins/key-user.ts';
import { LiveRequests } from './plugins/live-requests.ts';
import { registerNodes } from './plugins/nodes.ts';
import { registerRateTiers } from './plugins/rate-tiers.ts';
import { createUnrouted } from './plugins/unrouted.ts';
import { RefusedOrders } from './refused-orders.ts';
import { registerAccountRoutes } from './routes/account.ts';
import { registerAdminCatalogRoutes } from './routes/admin-catalog.ts';
import { registerAdminMoneyRoutes } from './routes/admin-money.ts';
import { registerAskingRoutes } from './routes/asking.ts';
import { registerAtomRoutes } from './routes/atom.ts';
import { registerAuthRoutes } from './routes/auth.ts';
import { registerBuilderKeyRoutes } from './routes/builder-keys.ts';
import { registerCancelRoutes } from './routes/cancels.ts';
import { registerCatalogRoutes } from './routes/catalog.ts';
import { registerCatalogListRoutes } from './routes/catalog-lists.ts';
import { registerClientRoutes } from './routes/clients.ts';
import { registerCommentRoutes, registerModerationRoutes } from './routes/community.ts';
import { registerConstantRoutes } from './routes/constant.ts';
import { registerDataRoutes } from './routes/data.ts';
import { registerDescriptionRoutes } from './routes/description.ts';
import { registerExportRoutes } from './routes/exports.ts';
import { registerGrantRoutes } from './routes/grants.ts';
import { registerHeartbeatRoutes } from './routes/heartbeats.ts';
import { registerHookRoutes } from './routes/hooks.ts';
import { registerKeyRoutes } from './routes/keys.ts';
import { registerOperateRoutes } from './routes/operate.ts';
import { registerOrderStateRoutes } from './routes/order-state.ts';
import { registerOrderRoutes } from './routes/orders.ts';
import { registerOwnRoutes } from './routes/own.ts';
import { registerPriceHistoryRoutes } from './routes/price-history.ts';
import { registerPriceRoutes } from './routes/prices.ts';
import { registerRelayerRoutes } from './routes/relayer.ts';
import { registerResultRoutes } from './routes/results.ts';
import { registerRightsRoutes } from './routes/rights.ts';
import { registerUnifiedRoutes } from './routes/unified.ts';
import { registerVenueRoutes } from './routes/venue.ts';

/** Longest path parameter: a slug of 250 characters that each take nine characters in percent-encoding. */
const PATH_PARAMETER_LENGTH_MAX = 3_000;

const noSchemas = (): never => {
  throw new Error('routes give the framework no schemas');
};

/**
 * Creates the app; the caller listens and closes. `close` finishes the requests that have begun, and closes the front
 * that serves the app.
 */
export function createApp(dependencies: AppDependencies, front = new Front(dependencies)): FastifyInstance {
  const { trustProxy } = dependencies.settings;
  const { connections, hosts, turns } = front;
  const app = fastify({
    // One log line per request would cost more than most requests. Faults are logged where they are answered.
    logger: false,
    bodyLimit: BODY_BYTES_MAX,
    trustProxy: trustProxy.length === 0 ? false : [...trustProxy],
    rewriteUrl: hosts.targetOf,
    routerOptions: { maxParamLength: PATH_PARAMETER_LENGTH_MAX },
    serverFactory: () => front.server,
    frameworkErrors: answerFrameworkError,
    // The framework would load its compilers of schemas, which nothing here uses, at every start.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    forceCloseConnections: 'idle',
    // The venue sends its own error responses while it stops, too.
    return503OnClosing: false,
  });
  app.decorate('admit', createAdmit(dependencies.limiter));
  app.decorate('hosts', hosts);
  app.decorate('traces', createTraces(dependencies));
  registerRequestCounts(app);
  // CORS comes first, so that pages can also read refusals from the hooks registered after it.
  registerCors(app, {
    corsOrigins: dependencies.settings.corsOrigins,
    authPrefixes: dependencies.settings.authPrefixes,
    isLedgerRestricted: dependencies.settings.dataAllowlist !== null,
  });
  const { isCurrent } = dependencies;
  if (isCurrent !== undefined) registerNodes(app, isCurrent, dependencies.view, dependencies.runtime.timers);
  const { extension } = dependencies;
  extension?.registerHooks(app);
  dependencies.metrics.setConnections(() => connections.figures());
  app.decorate('connections', connections);
  const { differences } = dependencies.settings;
  const known = ROUTES.filter(({ since }: Route) => since === undefined || differences.has(since));
  const { authMessage, domain, settings, view, runtime } = dependencies;
  const members = new MembersGate({ settings, view, domain, authMessage, timers: runtime.timers });
  app.decorate('members', members);
  app.decorateRequest('membership', null);
  app.decorateRequest('standing', null);
  registerPipeline(app, turns, members, createUnrouted(app, [...known, ...(extension?.routes ?? [])]));
  front.add(app);
  registerBodies(app);
  const isFull = (): boolean => dependencies.metrics.figures().storage.isFull;
  registerFaults(app, { logger: dependencies.logger, random: dependencies.runtime.random }, isFull);
  registerRoutes(app, dependencies);
  return app;
}

function registerRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const identify = createIdentify(dependencies.authenticator, dependencies.view);
  const admission = createAdmission(dependencies, identify);
  app.decorateRequest('admin', null);
  registerReaders(app, dependencies, identify);
  registerCaps(app, dependencies, identify);
  registerRateTiers(app, dependencies);
  const currentStatus = new CurrentStatus(dependencies);
  const { profile, differences } = dependencies.settings;
  app.decorate('access', { identify, admission, profile, differences, clock: dependencies.clock });
  const { clock, extension, storedAnswers: stored = null, view } = dependencies;
  const users = createKeyUsers(dependencies, identify);
  const live = new LiveRequests();
  const isUsedElsewhere = (id: RequestId): boolean => extension?.isKeyUsed(id) === true;
  const keepsTexts = dependencies.people === undefined;
  const remembers = { live, stored, view, users, profile, currentStatus, keepsTexts, clock, isUsedElsewhere };
  registerIdempotency(app, remembers);
  registerVenueRoutes(app, dependencies);
  registerDescriptionRoutes(app, dependencies);
  registerAuthRoutes(app, dependencies);
  const refused = new RefusedOrders(clock);
  registerOrderRoutes(app, dependencies, refused);
  const explainOrder = registerOrderStateRoutes(app, dependencies, refused);
  registerCancelRoutes(app, dependencies);
  registerHeartbeatRoutes(app, dependencies);
  registerPriceRoutes(app, dependencies);
  registerPriceHistoryRoutes(app, dependencies);
  registerDataRoutes(app, dependencies);
  registerDataV2Routes(app, dependencies);
  registerDataV2MarketRoutes(app, dependencies);
  registerCatalogRoutes(app, dependencies);
  registerCatalogListRoutes(app, dependencies);
  registerUnifiedRoutes(app, dependencies);
  registerCommentRoutes(app, dependencies);
  registerAskingRoutes(app, dependencies);
  registerAccountRoutes(app, dependencies);
  registerOwnRoutes(app, dependencies);
  registerClientRoutes(app, dependencies);
  registerConstantRoutes(app);
  registerBuilderKeyRoutes(app, dependencies);
  registerRelayerRoutes(app, dependencies);
  registerKeyRoutes(app, dependencies);
  registerAdminCatalogRoutes(app, { ...dependencies, exchange: dependencies.catalogExchange });
  registerResultRoutes(app, { ...dependencies, exchange: dependencies.catalogExchange });
  registerAdminMoneyRoutes(app, dependencies);
  registerGrantRoutes(app, dependencies);
  registerModerationRoutes(app, dependencies);
  registerOperateRoutes(app, dependencies);
  registerRightsRoutes(app, dependencies);
  registerHookRoutes(app, dependencies);
  registerLooks(app, dependencies);
  registerPeople(app, dependencies);
  registerExportRoutes(app, dependencies);
  registerAtomRoutes(app, dependencies);
  extension?.registerRoutes(app, admission.token, explainOrder);
}

/** Sets up who may read. A venue that is open to everyone, and stays so, has no hooks for it. */
function registerReaders(app: FastifyInstance, dependencies: AppDependencies, identify: Identify): void {
  const { authenticator, setUp, view } = dependencies;
  if (!app.members.isClosed && setUp === undefined) return;
  const { judge, byKey } = createJudge(dependencies, {
    identify,
    identifyBuilder: createIdentifyBuilder(authenticator, view),
    checkToken: createTokenReader(dependencies),
    isForeign: (request) => app.cors.isForeign(request),
  });
  app.members.judgedBy(judge);
  registerMembers(app, byKey);
}
