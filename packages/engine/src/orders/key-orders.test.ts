/** Lists by API key compared with plain arrays: more keys than empty lists may stay, keys of several accounts. */
import { expect, test } from 'vitest';
import { Dice } from '../testing/dice.ts';
import { accountId, orderNumber } from '../units/units.ts';
import { KeyOrders, type OpenOrder } from './open-orders.ts';

const KEYS = 150;
const ACCOUNTS = 4;

test.each([1, 2, 3])('key orders: list what is there of each key, oldest first (%i)', (seed) => {
  const dice = new Dice(seed);
  const lists = new KeyOrders();
  const expected = new Map<string, OpenOrder[]>();
  const resting: OpenOrder[] = [];
  for (let step = 0; step < 3_000; step++) {
    // Phases of mostly adding and mostly removing, so that lists become empty, are dropped and come back.
    if (dice.below(100) < (step % 600 < 300 ? 70 : 25) || resting.length === 0) {
      const account = accountId(dice.below(ACCOUNTS));
      // A new string each time, as in commands.
      const apiKey = ['key', dice.below(KEYS)].join('-');
      const order = { number: orderNumber(step), account, apiKey } as OpenOrder;
      lists.add(order);
      expected.set(apiKey, [...(expected.get(apiKey) ?? []), order]);
      resting.push(order);
    } else {
      const [order] = resting.splice(dice.below(resting.length), 1) as [OpenOrder];
      lists.remove(order);
      expected.set(
        order.apiKey,
        (expected.get(order.apiKey) ?? []).filter((other) => other !== order),
      );
    }
    const key = ['key', dice.below(KEYS)].join('-');
    const all = (expected.get(key) ?? []).map(({ number }) => number);
    expect(lists.oldest(key, orderNumber(step + 1), 1_000).map(({ number }) => number)).toEqual(all);
  }
  const listed = [...lists.entries()].map(([apiKey, { number }]) => `${apiKey} ${number}`);
  const wanted = [...expected].flatMap(([apiKey, orders]) => orders.map(({ number }) => `${apiKey} ${number}`));
  expect(listed.toSorted()).toEqual(wanted.toSorted());
});
