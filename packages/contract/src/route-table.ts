/** Every route of the venue, once: handlers, caps, documentation and clients are built from this table. */
import { ADMIN_ROUTES } from './routes/admin.ts';
import { CATALOG_ROUTES, LEDGER_ROUTES } from './routes/reads.ts';
import type { Route } from './routes/route.ts';
import {
  ACCOUNT_ROUTES,
  AUTH_ROUTES,
  METRICS_ROUTE,
  ORDER_ROUTES,
  PRICE_ROUTES,
  VENUE_ROUTES,
} from './routes/trading.ts';

/** In the order of the documentation. No two have the same method and path. */
export const ROUTES: readonly Route[] = [
  ...Object.values(VENUE_ROUTES),
  ...Object.values(AUTH_ROUTES),
  ...Object.values(ORDER_ROUTES),
  ...Object.values(PRICE_ROUTES),
  ...Object.values(LEDGER_ROUTES),
  ...Object.values(CATALOG_ROUTES),
  ...Object.values(ACCOUNT_ROUTES),
  ...Object.values(ADMIN_ROUTES),
  METRICS_ROUTE,
];
