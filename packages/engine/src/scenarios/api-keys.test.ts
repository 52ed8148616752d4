/** API keys of an account: the limit on their number, and how revoking makes room. */
import { expect, test } from 'vitest';
import { API_KEYS_PER_ACCOUNT_MAX } from '../limits.ts';
import { ScenarioVenue } from './venue.ts';

test('API keys: an account has so many at a time; the same one counts once, and a revoked one makes room [E28]', () => {
  const v = new ScenarioVenue();
  const { account } = v.trader('alice', '0');
  const { account: other } = v.trader('bob', '0');
  const issue = (number: number, holder = account) =>
    v.submit({ kind: 'IssueApiKey', account: holder, apiKey: `key-${holder}-${number}`, nonce: `${number}` });
  for (let number = 0; number < API_KEYS_PER_ACCOUNT_MAX; number++) {
    expect(issue(number).kind).toBe('accepted');
    expect(issue(0).kind).toBe('unchanged');
  }
  const full = { code: 'too_many_api_keys', details: { maximum: API_KEYS_PER_ACCOUNT_MAX } };
  expect(issue(API_KEYS_PER_ACCOUNT_MAX)).toMatchObject(full);
  expect(issue(0).kind).toBe('unchanged');
  expect(issue(0, other).kind).toBe('accepted');
  v.accept({ kind: 'RevokeApiKey', account, apiKey: `key-${account}-7` });
  expect(issue(7)).toMatchObject({ code: 'api_key_revoked' });
  expect(issue(API_KEYS_PER_ACCOUNT_MAX).kind).toBe('accepted');
  expect(issue(API_KEYS_PER_ACCOUNT_MAX + 1)).toMatchObject(full);
  v.end();
});
