/** Additions to the gateway that a program brings along: routes of its own, and work around all others. */
import type { Route, Venue } from '@bellwether/contract';
import type { RequestId } from '@bellwether/engine';
import type { FastifyInstance, onRequestHookHandler, RouteHandlerMethod } from 'fastify';

export interface GatewayExtension {
  /** Routes of the extension, for the description and the refusals of wrong methods. */
  readonly routes: readonly Route[];
  /** Registers hooks before any route is mounted. They see only requests of Node's server: there is no plain lane. */
  registerHooks(app: FastifyInstance): void;
  /**
   * Mounts the extension's routes, after all others. `admitOperator` admits the operator; `explainOrder` explains any
   * account's order.
   */
  registerRoutes(app: FastifyInstance, admitOperator: onRequestHookHandler, explainOrder: RouteHandlerMethod): void;
  /** True if a key is in use for something that the journal does not know. */
  isKeyUsed(id: RequestId): boolean;
  venueFields(): Partial<Venue>;
}
