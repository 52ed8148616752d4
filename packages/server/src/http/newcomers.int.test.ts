/**
 * Limits on opening accounts, creating keys and guessing the operator's token, each counted where the requests come
 * from.
 */
import { capTable } from '@bellwether/contract';
import { createSigner, walletHeaders } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { originOf } from './plugins/client-address.ts';
import { openTestVenue } from './testing/open-venue.ts';
import { ADMIN_TOKEN, type Stack } from './testing/stack.ts';
import { signInTerms } from './testing/trader.ts';

async function signIn(own: Stack, wallet: number, from: string, nonce = 0): Promise<number> {
  const signer = createSigner(`0x${wallet.toString(16).padStart(64, '0')}`);
  const headers = await walletHeaders(signer, signInTerms(own), own.nextSecond(`wallet ${wallet} ${nonce}`), nonce);
  const answer = await own.app.inject({ method: 'POST', url: '/auth/api-key', remoteAddress: from, headers });
  return answer.statusCode;
}

test('newcomers: an address opens a bounded number of accounts, another one its own, and those that exist sign in [R24]', async () => {
  const own = await openTestVenue({ limits: capTable({ accounts: [{ requests: 3, seconds: 60 }] }) });
  for (const wallet of [1, 2, 3]) expect(await signIn(own, wallet, '192.0.2.1')).toBe(200);
  expect(await signIn(own, 4, '192.0.2.1')).toBe(429);
  expect(own.exchange.state.accounts).toHaveLength(3);
  expect(await signIn(own, 4, '192.0.2.2')).toBe(200);
  expect(await signIn(own, 1, '192.0.2.1')).toBe(200);
  own.timers.advance(60_000);
  expect(await signIn(own, 5, '192.0.2.1')).toBe(200);
});

test('newcomers: one account takes a bounded number of keys, wherever it asks from', async () => {
  const own = await openTestVenue({ limits: capTable({ keys: [{ requests: 3, seconds: 10 }] }) });
  // The first sign-in opens the account.
  for (let nonce = 0; nonce < 4; nonce++) expect(await signIn(own, 1, `192.0.2.${nonce}`, nonce)).toBe(200);
  expect(await signIn(own, 1, '192.0.2.9', 9)).toBe(429);
  expect(await signIn(own, 2, '192.0.2.9')).toBe(200);
});

test('newcomers: a crowd that opens accounts locks out no one who comes after it [R24]', async () => {
  const own = await openTestVenue({ limits: capTable({ accounts: [{ requests: 1_000, seconds: 60 }] }) });
  const { limiter } = own.dependencies;
  const opened = (address: string): boolean => limiter?.admitNewcomer(limiter.byOrigin(originOf(address))) === null;
  // One address gets a part of the quota of all, and two more addresses get parts of the rest.
  const burst = (address: string): number =>
    Array.from({ length: 1_000 }, () => opened(address)).filter(Boolean).length;
  expect(['192.0.2.1', '192.0.2.2', '192.0.2.3'].map(burst)).toEqual([120, 96, 77]);
  for (let network = 0; network < 2_000; network++) {
    // Addresses of one IPv6 network count as one; the first one of each network is always admitted.
    const hex = network.toString(16);
    expect([opened(`2001:db8:${hex}::1`), opened(`2001:db8:${hex}:${hex}::1`)][0]).toBe(true);
  }
  expect([opened('192.0.2.1'), opened('203.0.113.7')]).toEqual([false, true]);
  expect(opened('203.0.113.7')).toBe(false);
  own.timers.advance(60_000);
  expect(opened('192.0.2.1')).toBe(true);
});

test('operator: an address that guesses tokens is not listened to for a while, and locks out no other [R25]', async () => {
  const own = await openTestVenue();
  const ask = async (token: string | null, from: string): Promise<number> => {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    return (await own.app.inject({ url: '/admin/health', remoteAddress: from, headers })).statusCode;
  };
  const guess = (from: string) => Promise.all(Array.from({ length: 12 }, (_, index) => ask(`guess-${index}`, from)));
  expect(await guess('192.0.2.1')).toEqual([...Array<number>(10).fill(401), 429, 429]);
  // Even the right token is refused: otherwise the answer would reveal it.
  expect(await ask(ADMIN_TOKEN, '192.0.2.1')).toBe(429);
  expect(await ask(ADMIN_TOKEN, '192.0.2.2')).toBe(200);
  for (let times = 0; times < 30; times++) expect(await ask(ADMIN_TOKEN, '192.0.2.2')).toBe(200);
  // A request without a token is not a guess.
  for (let times = 0; times < 30; times++) expect(await ask(null, '192.0.2.3')).toBe(401);
  own.timers.advance(60_000);
  expect(await ask(ADMIN_TOKEN, '192.0.2.1')).toBe(200);
});
