/** Every row of the table of errors, by area. */
import { ACCOUNT_KEY_CASES } from './account-keys.ts';
import { ADMIN_CASES, POSITION_CASES } from './accounts.ts';
import { CATALOG_CASES, COMMENT_CASES } from './catalog.ts';
import { CLIENT_CASES } from './clients.ts';
import { DATA_V2_CASES } from './data-v2.ts';
import { DATA_V2_MARKET_CASES } from './data-v2-markets.ts';
import { KEY_CASES } from './keys.ts';
import { LEDGER_CASES } from './ledger.ts';
import { CROWDED_ORDER_CASES, ORDER_CASES } from './orders.ts';
import { PRICE_CASES } from './prices.ts';
import { RELAYER_CASES } from './relayer.ts';

export const CASES_BY_AREA = {
  admin: ADMIN_CASES,
  catalog: CATALOG_CASES,
  clients: CLIENT_CASES,
  comments: COMMENT_CASES,
  'data v2 of markets': DATA_V2_MARKET_CASES,
  'data v2': DATA_V2_CASES,
  keys: { ...KEY_CASES, ...ACCOUNT_KEY_CASES },
  ledger: LEDGER_CASES,
  orders: ORDER_CASES,
  positions: POSITION_CASES,
  prices: PRICE_CASES,
  'the relayer': RELAYER_CASES,
};
export const ALL_CASES = [...Object.values(CASES_BY_AREA), CROWDED_ORDER_CASES];
