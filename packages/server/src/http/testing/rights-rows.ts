/**
 * Access rights, route by route: a client without credentials, Alice on her own objects, Bob on Alice's, a moderator,
 * and the operator's token. The statuses are written by hand from the documents. Each row acts on an object that Alice
 * has just created. A route without a row does not compile, and fails the test.
 */
import type { RouteName } from '@bellwether/contract';
import type { Row } from './rights.ts';
import { COMMUNITY_ROWS, OPERATOR_ROWS } from './rights-rows-operator.ts';
import { READ_ROWS } from './rights-rows-reads.ts';
import { RELAYER_ROWS, TRADING_ROWS } from './rights-rows-trading.ts';

export const ROWS: Readonly<Record<RouteName, Row>> = {
  ...READ_ROWS,
  ...TRADING_ROWS,
  ...COMMUNITY_ROWS,
  ...OPERATOR_ROWS,
  ...RELAYER_ROWS,
};
