/** Which routes may be sent twice. */
import { ROUTES_BY_NAME, type RouteName } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { repeatable } from './request.ts';

test('request: only these routes are sent again when nobody knows whether they took effect, besides reads', () => {
  const names = Object.keys(ROUTES_BY_NAME) as RouteName[];
  const changing = names.filter(
    (name) => ROUTES_BY_NAME[name].method !== 'GET' && ROUTES_BY_NAME[name].auth !== 'none',
  );
  expect(changing.filter((name) => repeatable(ROUTES_BY_NAME[name]) === 'always').toSorted()).toEqual([
    'addModerator',
    'addReaction',
    'cancelAll',
    'cancelMarketOrders',
    'cancelOrder',
    'cancelOrders',
    'createApiKey',
    'importCatalog',
    'placeOrder',
    'placeOrders',
    'reportComment',
    'setMode',
    'updateEvent',
    'updateMarket',
    'updateProfile',
  ]);
});
