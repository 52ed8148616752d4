import { expect, test } from 'vitest';
import { EMPTY_GRANT, type GrantDraft, grantBody } from './grant-draft.ts';

const base = { amount: '1,000.5', reason: ' Welcome ' };

test.each<[Partial<GrantDraft>, object]>([
  [{}, { to: { all: true } }],
  [{ every: 'week' }, { to: { all: true }, every: 'week' }],
  [
    { to: 'group', group: 'Team A', every: 'joining' },
    { to: { group: 'Team A' }, every: 'joining' },
  ],
  // What is paid once stays once, whatever was chosen before.
  [{ to: 'without', every: 'week' }, { to: { without: true } }],
  [{ to: 'accounts', accounts: ' 0xAB\n0xab, 0xcd;' }, { to: { accounts: ['0xab', '0xcd'] } }],
])('grant draft: %j', (draft, expected) =>
  expect(grantBody({ ...EMPTY_GRANT, ...base, ...draft })).toEqual({
    amount: '1000.5',
    reason: 'Welcome',
    ...expected,
  }),
);
