/** Every row of the table of errors, by area. */
import { ADMIN_CASES, POSITION_CASES } from './accounts.ts';
import { CATALOG_CASES, COMMENT_CASES } from './catalog.ts';
import { CLIENT_CASES } from './clients.ts';
import type { ErrorCases } from './error-case.ts';
import { KEY_CASES } from './keys.ts';
import { LEDGER_CASES } from './ledger.ts';
import { CROWDED_ORDER_CASES, ORDER_CASES } from './orders.ts';
import { PRICE_CASES } from './prices.ts';
import { RELAYER_CASES } from './relayer.ts';

export const ALL_CASES: readonly ErrorCases[] = [
  KEY_CASES,
  ORDER_CASES,
  CROWDED_ORDER_CASES,
  PRICE_CASES,
  LEDGER_CASES,
  CATALOG_CASES,
  COMMENT_CASES,
  POSITION_CASES,
  ADMIN_CASES,
  CLIENT_CASES,
  RELAYER_CASES,
];
