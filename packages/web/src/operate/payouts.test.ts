/** Payouts of a market, and of an event that is resolved as a whole. */
import { expect, test } from 'vitest';
import { eventPayouts } from './event-payouts.ts';
import { heldOf, type OpenAnswer, payoutText, readSplit, summarizePayouts } from './payouts.ts';

const holder = (name: string, outcomeIndex: number, amount: number) => ({
  ...{ proxyWallet: `0x${name}`, name, pseudonym: `Quiet-${name}`, displayUsernamePublic: name !== 'shy' },
  ...{ outcomeIndex, amount },
});
const answer = (label: string): OpenAnswer => ({ conditionId: `0x${label}`, label, outcomeLabels: ['Yes', 'No'] });
const GROUPS = [{ holders: [holder('ada', 0, 120.5), holder('bo', 0, 10)] }, { holders: [holder('shy', 1, 130.5)] }];

test('payouts: the winner’s shares pay one each, the others nothing, largest first', () => {
  const { payees, total, paid, unpaid } = summarizePayouts([answer('red')], [GROUPS], [[10_000, 0]]);
  expect(payees.map(({ name, payout }) => `${name} ${payout}`)).toEqual(['ada 120.5', 'bo 10', 'Quiet-shy 0']);
  const shares = [0, 1].map((outcome) => heldOf(payees, outcome));
  expect([total, shares, paid, unpaid]).toEqual(['130.5', ['130.5', '130.5'], 2, 1]);
});

test('payouts: a split pays both sides, and all shares together what is locked', () => {
  const { payees, total } = summarizePayouts([answer('red')], [GROUPS], [[2_500, 7_500]]);
  expect(payees.map(({ payout }) => payout)).toEqual(['97.875', '30.125', '2.5']);
  expect(total).toBe('130.5');
});

test.each([
  ...Object.entries({ '0': 0, '1': 10_000, '1.0': 10_000, '0.5': 5_000, '.25': 2_500, ' 0.3333 ': 3_333 }),
  ...Object.entries({ '0.00001': null, '1.1': null, '-0.5': null, '50%': null, '': null }),
])('payouts: a split of %j is read as %j', (text, payout) => expect(readSplit(text)).toBe(payout));

test('payouts: ten-thousandths are written as decimals', () =>
  expect([payoutText(10_000), payoutText(3_333), payoutText(0)]).toEqual(['1', '0.3333', '0']));

const OPEN = ['red', 'green', 'blue'].map(answer);
const HOLDERS = [
  [{ holders: [holder('ada', 0, 10)] }, { holders: [holder('bo', 1, 10)] }],
  [{ holders: [holder('bo', 0, 4)] }, { holders: [holder('cy', 1, 4)] }],
  [],
];

const pairs = (payouts: readonly (readonly [number, number])[]) => payouts.map((pair) => pair.join(' '));

test('event: the winner pays its first outcome, all others their second', () => {
  const payouts = eventPayouts(OPEN, ['0xgreen'], 3);
  expect(pairs(payouts)).toEqual(['0 10000', '10000 0', '0 10000']);
  const { payees, total, paid, unpaid } = summarizePayouts(OPEN, HOLDERS, payouts);
  const told = payees.map(
    ({ name, answer: of, outcome, payout }) => `${name}: ${of.label} ${of.outcomeLabels[outcome]} ${payout}`,
  );
  expect(told).toEqual(['bo: red No 10', 'bo: green Yes 4', 'ada: red Yes 0', 'cy: green No 0']);
  // Bo holds two of the four positions and counts once.
  expect([total, paid, unpaid]).toEqual(['14', 1, 2]);
});

test('event: a void shares one among what is open, whole ten-thousandths, the first one more [W33]', () => {
  expect(pairs(eventPayouts(OPEN, null, 4))).toEqual(['3334 6666', '3333 6667', '3333 6667']);
  expect(summarizePayouts(OPEN, HOLDERS, eventPayouts(OPEN, null, 3)).total).toBe('14');
});

test('event: the only market of an event pays half each when void, the last one left pays in full', () => {
  expect(eventPayouts([answer('red')], null, 1)).toEqual([[5_000, 5_000]]);
  expect(eventPayouts([answer('red')], null, 3)).toEqual([[10_000, 0]]);
});

test('event: a dead heat shares one between its winners alone, in the order of the event', () => {
  expect(pairs(eventPayouts(OPEN, ['0xblue', '0xred'], 3))).toEqual(['5000 5000', '0 10000', '5000 5000']);
  const seven = 'abcdefg'.split('').map(answer);
  const firsts = eventPayouts(seven, ['0xb', '0xd', '0xg'], 7).map(([first]) => first);
  expect(firsts).toEqual([0, 3_334, 0, 3_333, 0, 0, 3_333]);
});
