/** All routes of the venue: handlers, caps, documentation and clients are built from this table. */

import { DATA_V2_MARKET_ROUTES } from './data-v2/market-routes.ts';
import { DATA_V2_WALLET_ROUTES } from './data-v2/routes.ts';
import { ADMIN_ROUTES, OPERATE_ROUTES } from './routes/admin.ts';
import { ASKING_ROUTES } from './routes/asking.ts';
import { ATOM_ROUTES } from './routes/atom.ts';
import { CATALOG_LIST_ROUTES, KEYSET_ROUTES } from './routes/catalog-lists.ts';
import { COMMENT_ROUTES, MODERATION_ROUTES, PROFILE_ROUTES } from './routes/community.ts';
import { CONSTANT_ROUTES } from './routes/constant.ts';
import { DATA_ROUTES } from './routes/data.ts';
import { DESCRIPTION_ROUTES } from './routes/description.ts';
import { CLIENT_ROUTES, OWN_ROUTES } from './routes/ecosystem.ts';
import { EXPORT_ROUTES } from './routes/exports.ts';
import { GRANT_ROUTES } from './routes/grants.ts';
import { HOOK_ROUTES } from './routes/hooks.ts';
import { KEY_ROUTES } from './routes/keys.ts';
import { ADMIN_PEOPLE_ROUTES, PEOPLE_ROUTES, SESSION_ROUTES } from './routes/people.ts';
import { PRICE_ROUTES } from './routes/prices.ts';
import { CATALOG_ROUTES, LEDGER_ROUTES } from './routes/reads.ts';
import { BUILDER_KEY_ROUTES, RELAYER_ROUTES } from './routes/relayer.ts';
import { RESULT_ROUTES } from './routes/results.ts';
import { RIGHTS_ROUTES } from './routes/rights.ts';
import type { Route } from './routes/route.ts';
import { SANDBOX_ROUTES } from './routes/sandbox.ts';
import { SCORE_ROUTES } from './routes/scores.ts';
import { SIGN_IN_ROUTES } from './routes/sign-in.ts';
import {
  ACCOUNT_ROUTES,
  AUTH_ROUTES,
  EXPLAIN_ROUTES,
  HEARTBEAT_ROUTES,
  METRICS_ROUTE,
  ORDER_ROUTES,
  VENUE_ROUTES,
} from './routes/trading.ts';
import { UNIFIED_ROUTES } from './routes/unified.ts';

/** Routes by the name that clients use, in the order of the documentation. */
export const ROUTES_BY_NAME = {
  ...VENUE_ROUTES,
  ...AUTH_ROUTES,
  ...SESSION_ROUTES,
  ...ORDER_ROUTES,
  ...EXPLAIN_ROUTES,
  ...HEARTBEAT_ROUTES,
  ...PRICE_ROUTES,
  ...LEDGER_ROUTES,
  ...DATA_ROUTES,
  ...SCORE_ROUTES,
  ...DATA_V2_WALLET_ROUTES,
  ...DATA_V2_MARKET_ROUTES,
  ...CATALOG_ROUTES,
  ...CATALOG_LIST_ROUTES,
  ...KEYSET_ROUTES,
  ...ATOM_ROUTES,
  ...COMMENT_ROUTES,
  ...PROFILE_ROUTES,
  ...ASKING_ROUTES,
  ...ACCOUNT_ROUTES,
  ...KEY_ROUTES,
  ...ADMIN_ROUTES,
  ...GRANT_ROUTES,
  ...RESULT_ROUTES,
  ...MODERATION_ROUTES,
  ...OPERATE_ROUTES,
  ...EXPORT_ROUTES,
  ...RIGHTS_ROUTES,
  ...HOOK_ROUTES,
  ...OWN_ROUTES,
  ...CLIENT_ROUTES,
  ...UNIFIED_ROUTES,
  ...CONSTANT_ROUTES,
  ...BUILDER_KEY_ROUTES,
  ...RELAYER_ROUTES,
  metrics: METRICS_ROUTE,
  ...DESCRIPTION_ROUTES,
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof ROUTES_BY_NAME;

/** No two routes have the same method and path. */
export const ROUTES: readonly Route[] = Object.values(ROUTES_BY_NAME);

/** Routes that only a venue with a store of people has. */
export const JOINING_ROUTES = {
  ...PEOPLE_ROUTES,
  ...SIGN_IN_ROUTES,
  ...ADMIN_PEOPLE_ROUTES,
} as const satisfies Record<string, Route>;

/** All routes that a client can call: those of every venue, and the additional ones of people and of a sandbox. */
export const ALL_ROUTES_BY_NAME = {
  ...ROUTES_BY_NAME,
  ...JOINING_ROUTES,
  ...SANDBOX_ROUTES,
} as const satisfies Record<string, Route>;

export type AnyRouteName = keyof typeof ALL_ROUTES_BY_NAME;
