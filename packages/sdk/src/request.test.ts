/** Which routes may be sent twice. */
import { ROUTES_BY_NAME, type RouteName } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { repeatable } from './request.ts';

test('request: only these routes are not sent again when no one knows whether they took effect', () => {
  const names = Object.keys(ROUTES_BY_NAME) as RouteName[];
  expect(names.filter((name) => repeatable(ROUTES_BY_NAME[name]) === 'refused').toSorted()).toEqual([
    'beat',
    'createBuilderKey',
    'createReadonlyKey',
    'deleteApiKey',
    'deleteReadonlyKey',
  ]);
});
