/** The examples of all routes. A test reports routes without an example, and checks each example against its schema. */
import { ADMIN_EXAMPLES } from './admin.ts';
import { CATALOG_EXAMPLES } from './catalog.ts';
import { CLIENT_EXAMPLES } from './clients.ts';
import { COMMUNITY_EXAMPLES } from './community.ts';
import type { RouteExamples } from './example.ts';
import { EXPLANATION_EXAMPLES } from './explanation.ts';
import { LEDGER_EXAMPLES } from './ledger.ts';
import { PRICE_EXAMPLES } from './prices.ts';
import { RELAYER_EXAMPLES } from './relayer.ts';
import { SANDBOX_EXAMPLES } from './sandbox.ts';
import { TRADING_EXAMPLES } from './trading.ts';

export const EXAMPLES: RouteExamples = {
  ...TRADING_EXAMPLES,
  ...EXPLANATION_EXAMPLES,
  ...PRICE_EXAMPLES,
  ...LEDGER_EXAMPLES,
  ...CATALOG_EXAMPLES,
  ...COMMUNITY_EXAMPLES,
  ...CLIENT_EXAMPLES,
  ...RELAYER_EXAMPLES,
  ...ADMIN_EXAMPLES,
  ...SANDBOX_EXAMPLES,
};
