/** Routes whose answer is the same whatever the venue holds: any query, private ones by key, no other method. */
import { CONSTANT_ROUTES, DATA_V2_PREFIX } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { publishedProblem } from './data-v2/testing/published.ts';
import { openTwoTraders } from './testing/open-venue.ts';
import { send } from './testing/trader.ts';

const { stack, alice } = await openTwoTraders();

test.each(Object.values(CONSTANT_ROUTES).map((route) => [route.path, route] as const))(
  'constant: %s answers the same to any query, and no other method',
  async (path, { answer, auth }) => {
    const url = path.replace(/:\w+/, 'anything');
    for (const query of ['', '?limit=x&colour=red&next_cursor=nonsense']) {
      const got = auth === 'none' ? await send(stack, 'GET', url + query) : await alice.send('GET', url + query);
      expect([got.status, JSON.parse(got.text)]).toEqual([200, answer]);
      if (path.startsWith(DATA_V2_PREFIX)) {
        expect(publishedProblem(path, got.body)).toBeNull();
        expect(got.headers).toHaveProperty('x-trace-id');
      }
    }
    if (auth === 'l2') expect((await send(stack, 'GET', url)).status).toBe(401);
    expect(await send(stack, 'POST', url, {})).toMatchObject({ status: 405 });
  },
);
