import { expect, test } from 'vitest';
import { endAfter, scopeWords } from './key-terms.ts';

test.each([
  [['CLOB'], 'Places orders'],
  [['ALL'], 'Everything a key can do'],
  [['CLOB', 'RFQ', 'BLOCKTRADE'], 'Places orders; RFQ, BLOCKTRADE'],
  [['COMBOSRFQ'], 'Places no orders; COMBOSRFQ'],
])('keys: scopes %j read "%s"', (scopes, words) => expect(scopeWords(scopes)).toBe(words));

test('keys: an end is a whole second of the venue’s time', () => {
  expect(endAfter('30', 1_700_000_000_999)).toBe(1_700_000_000 + 30 * 86_400);
});
