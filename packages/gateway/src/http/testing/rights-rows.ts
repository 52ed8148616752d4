/**
 * Access rights, route by route: a client without credentials, Alice on her own objects, Bob on Alice's, a moderator,
 * and the operator's token. A row stands where more than the credential decides, or where the objects of Alice are to be
 * looked at; each acts on an object that Alice has just created. The rest follows from the route's least credential.
 */
import { ROUTES_BY_NAME, type RouteName } from '@bellwether/contract';
import { type FullRow, fullRow, type Row } from './rights.ts';
import { credentialOf } from './rights-credentials.ts';
import { COMMUNITY_ROWS, OPERATOR_ROWS } from './rights-rows-operator.ts';
import { RESULT_ROWS } from './rights-rows-results.ts';
import { KEY_ROWS, RELAYER_ROWS, TRADING_ROWS } from './rights-rows-trading.ts';

const OWN: Readonly<Partial<Record<RouteName, Row>>> = {
  ...TRADING_ROWS,
  ...KEY_ROWS,
  ...COMMUNITY_ROWS,
  ...OPERATOR_ROWS,
  ...RESULT_ROWS,
  ...RELAYER_ROWS,
};

const NAMES = Object.keys(ROUTES_BY_NAME) as RouteName[];

export const ROWS = Object.fromEntries(
  NAMES.map((name) => [name, fullRow(ROUTES_BY_NAME[name], credentialOf(name), OWN[name])]),
) as Readonly<Record<RouteName, FullRow>>;
