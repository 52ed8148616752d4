/**
 * Who may do what, route by route: no one, Alice on what is hers, Bob on what is Alice's, a moderator, and the operator's
 * token. The statuses are written down from the documents by hand. Each row acts on an object that Alice has just made.
 * A route without a row does not compile, and fails the test.
 */
import type { RouteName } from '@bellwether/contract';
import type { Row } from './rights.ts';
import { COMMUNITY_ROWS } from './rights-rows-community.ts';
import { OPERATOR_ROWS } from './rights-rows-operator.ts';
import { READ_ROWS } from './rights-rows-reads.ts';
import { RELAYER_ROWS } from './rights-rows-relayer.ts';
import { TRADING_ROWS } from './rights-rows-trading.ts';

export const ROWS: Readonly<Record<RouteName, Row>> = {
  ...READ_ROWS,
  ...TRADING_ROWS,
  ...COMMUNITY_ROWS,
  ...OPERATOR_ROWS,
  ...RELAYER_ROWS,
};
