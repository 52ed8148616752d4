import { expect, test } from 'vitest';
import { emptyForm, type LevelPick, withPick } from './ticket-form.ts';

const level: LevelPick = { tokenId: '1', price: '0.4', size: '1281.5', side: 'SELL', count: 1 };

test.each([
  ['a sale is of what is owned', level, 92_000_000n, '92'],
  ['a sale is of what stands there when more is owned', level, 2_000_000_000n, '1281.5'],
  ['who owns nothing is shown what stands there', level, 0n, '1281.5'],
  ['a purchase is of what stands there', { ...level, side: 'BUY' } as const, 92_000_000n, '1281.5'],
])('ticket form: %s', (_name, pick, owned, quantity) => {
  const { side } = pick;
  expect(withPick(emptyForm('BUY'), pick, owned)).toMatchObject({ type: 'limit', side, cents: '40', quantity });
});
