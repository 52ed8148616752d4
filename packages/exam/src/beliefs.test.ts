/** Beliefs as bots may write them, their refusals, and their comparison with the ledger. */
import { expect, test } from 'vitest';
import { readBeliefs } from './beliefs.ts';
import { differencesOf, shownHoldings } from './ledger.ts';

const text = (changes: object): string =>
  JSON.stringify({ openOrders: [{ id: '0xA1', remaining: '20' }], positions: { 7: '1.5' }, cash: '990', ...changes });

test.each([
  ['as text', text({})],
  ['as numbers', text({ openOrders: [{ id: '0xa1', remaining: 20 }], positions: { 7: 1.5 }, cash: 990.0000000001 })],
  ['with more fields, and positions of nothing', text({ positions: { 7: '1.50', 8: 0 }, mood: 'good' })],
])('beliefs: read %s', (_how, said) =>
  expect(shownHoldings(readBeliefs(said))).toEqual({
    openOrders: [{ id: '0xa1', remaining: '20' }],
    positions: { 7: '1.5' },
    cash: '990',
  }),
);

test.each([
  ['', 'not JSON: they are empty'],
  ['cash: 990', 'not JSON: cash: 990'],
  ['[]', 'beliefs must be an object, not []'],
  ['null', 'beliefs must be an object, not null'],
  [text({ openOrders: undefined }), 'openOrders must be a list of { "id", "remaining" }, not missing'],
  [text({ openOrders: ['0xa1'] }), 'openOrders[0] must be an object, not "0xa1"'],
  [text({ openOrders: [{ remaining: 1 }] }), "openOrders[0].id must be the order's id, not missing"],
  [text({ openOrders: [{ id: '0xa1' }] }), 'openOrders[0].remaining must be an amount'],
  [text({ openOrders: [1, 2].map((remaining) => ({ id: '0xa1', remaining })) }), 'list an order of openOrders twice'],
  [text({ positions: [] }), 'positions must be an object, not []'],
  [
    text({ positions: { 7: '-1' } }),
    'positions["7"] must be an amount of at most 6 decimals, as text or number, not "-1"',
  ],
  [text({ cash: '1.0000001' }), 'cash must be an amount of at most 6 decimals, as text or number, not "1.0000001"'],
  [text({ cash: null }), 'cash must be an amount'],
  [text({ cash: -1 }), 'cash must be an amount'],
  [text({ cash: 1e300 }), 'cash must be an amount'],
])('beliefs: %s is refused by the field', (said, problem) => expect(() => readBeliefs(said)).toThrow(problem));

test('beliefs: each point of disagreement is found once, whichever side has it', () => {
  const bot = readBeliefs(text({ openOrders: ['a', 'b'].map((id) => ({ id, remaining: 20 })) }));
  const orders = [
    { id: 'b', remaining: 5 },
    { id: 'c', remaining: 1 },
  ];
  const ledger = readBeliefs(text({ openOrders: orders, positions: { 8: 2 }, cash: 1 }));
  expect(differencesOf(bot, ledger)).toEqual([
    { of: 'order', id: 'a', bot: '20', ledger: null },
    { of: 'order', id: 'b', bot: '20', ledger: '5' },
    { of: 'order', id: 'c', bot: null, ledger: '1' },
    { of: 'position', id: '7', bot: '1.5', ledger: '0' },
    { of: 'position', id: '8', bot: '0', ledger: '2' },
    { of: 'cash', id: '', bot: '990', ledger: '1' },
  ]);
  expect(differencesOf(ledger, ledger)).toEqual([]);
});
