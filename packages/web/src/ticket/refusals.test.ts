import { ORDER_ROUTES } from '@bellwether/contract';
import { ApiError, NetworkError, SignerError } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { refusalOf } from './refusals.ts';

test.each([...ORDER_ROUTES.placeOrder.errors])(
  '%s has words of its own, and the text of the venue behind them',
  (code) => {
    const refusal = refusalOf(new ApiError(400, 'as the venue says', { code }));
    expect(refusal.title).not.toBe('The venue refused the order');
    expect(refusal.advice).not.toBe('');
    expect(refusal.details).toBe('as the venue says');
  },
);

test('a refusal that the page does not know still shows the text of the venue', () =>
  expect(refusalOf(new ApiError(418, 'a teapot'))).toMatchObject({ details: 'a teapot' }));

test('a wallet that was told no is no mistake of the venue', () => {
  const declined = new SignerError('the wallet did not sign', { cause: { code: 4001, message: 'rejected' } });
  expect(refusalOf(declined)).toMatchObject({ title: 'Not signed', advice: expect.stringMatching(/declined/) });
});

test('what is no refusal is told as what it is', () => {
  expect(refusalOf(new NetworkError('gone')).advice).toMatch(/cannot be reached/);
  expect(refusalOf(new TypeError('x')).title).toBe('The order was not placed');
});

test.each([
  ['insufficient_balance', true],
  ['fok_not_filled', true],
  ['invalid_signature', true],
  ['unavailable', false],
] as const)('of %s the venue tells more by the order, if the refusal names one: %s', (code, isExplained) => {
  const body = { orderID: `0x${'ab'.repeat(32)}` };
  expect(refusalOf(new ApiError(400, 'no', { code, body })).isExplained).toBe(isExplained);
  expect(refusalOf(new ApiError(400, 'no', { code })).isExplained).toBe(false);
});
