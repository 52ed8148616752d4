/** Every check, in dependency order. */
import type { Check } from './check.ts';
import { ADDITIVE_CHECKS } from './sections/additive.ts';
import { AUTHENTICATION_CHECKS } from './sections/authentication.ts';
import { CATALOG_CHECKS } from './sections/catalog.ts';
import { COMMUNITY_CHECKS } from './sections/community.ts';
import { DATA_V2_CHECKS } from './sections/data-v2.ts';
import { DATA_V2_MARKET_CHECKS } from './sections/data-v2-markets.ts';
import { HEARTBEAT_CHECKS } from './sections/heartbeats.ts';
import { CAP_CHECKS, HTTP_CHECKS } from './sections/http-edges.ts';
import { IDEMPOTENCY_CHECKS } from './sections/idempotency.ts';
import { LEDGER_CHECKS } from './sections/ledger.ts';
import { VERSION_CHECKS } from './sections/market-versions.ts';
import { MATCHING_CHECKS } from './sections/matching.ts';
import { OPERATOR_CHECKS } from './sections/operator.ts';
import { ORDER_CHECKS } from './sections/orders.ts';
import { PRICE_CHECKS } from './sections/prices.ts';
import { PROFILE_CHECKS } from './sections/profiles.ts';
import { RELAYER_CHECKS } from './sections/relayer.ts';
import { FEED_CHECKS } from './sections/user-feed.ts';
import { VENUE_CHECKS } from './sections/venue.ts';

export const ALL_CHECKS: readonly Check[] = [
  ...VENUE_CHECKS,
  ...HTTP_CHECKS,
  ...AUTHENTICATION_CHECKS,
  ...CATALOG_CHECKS,
  ...ORDER_CHECKS,
  ...MATCHING_CHECKS,
  ...PRICE_CHECKS,
  ...LEDGER_CHECKS,
  ...DATA_V2_CHECKS,
  ...DATA_V2_MARKET_CHECKS,
  ...COMMUNITY_CHECKS,
  ...ADDITIVE_CHECKS,
  ...IDEMPOTENCY_CHECKS,
  ...RELAYER_CHECKS,
  ...FEED_CHECKS,
  ...HEARTBEAT_CHECKS,
  ...VERSION_CHECKS,
  ...PROFILE_CHECKS,
  ...OPERATOR_CHECKS,
  ...CAP_CHECKS,
];
