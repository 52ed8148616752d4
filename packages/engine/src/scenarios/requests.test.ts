import { expect, test } from 'vitest';
import type { Command } from '../command.ts';
import { NAMED_REQUESTS } from '../limits.ts';
import { signatureKey } from '../requests/request.ts';
import { type AccountId, walletId } from '../units/units.ts';
import { amount, ScenarioVenue } from './venue.testing.ts';

const HASH = 'a'.repeat(32);
const OTHER = 'b'.repeat(32);
const operator = (key: string, hash = HASH) => ({ request: { by: null, key, hash } });
const deposit = (wallet: number, text: string): Command => ({
  kind: 'Deposit',
  wallet: walletId(wallet),
  amount: amount(text),
});

test('requests: a repeat has no effect and is told the entry of the first; another request under its key is refused', () => {
  const v = new ScenarioVenue();
  const { wallet } = v.trader('alice', '10');
  v.accept({ ...deposit(wallet, '5'), ...operator('pay-1') });
  const before = v.state.wallets[wallet]?.free;
  const { sequence } = v.state;
  expect(v.submit({ ...deposit(wallet, '5'), ...operator('pay-1') })).toEqual({ kind: 'repeated', sequence });
  expect(v.answer({ ...deposit(wallet, '9'), ...operator('pay-1', OTHER) })).toBe('idempotency_key_used');
  expect([before, v.state.wallets[wallet]?.free]).toEqual([amount('15'), amount('15')]);
  expect(v.state.sequence).toBe(sequence);
  v.end();
});

test('requests: a signature that was used under one key does nothing under another, nor without one', () => {
  const v = new ScenarioVenue();
  const { wallet, account } = v.trader('alice', '10');
  const signature = signatureKey('s'.repeat(43));
  const withdraw: Command = { kind: 'Withdraw', wallet, amount: amount('1') };
  const by = (key: string, hash = HASH) => ({ request: { by: account as AccountId, key, hash, signature } });
  v.accept({ ...withdraw, ...by('one') });
  expect(v.answer({ ...withdraw, ...by('one') })).toBe('repeated');
  // The same request, signed again.
  const { request } = by('one');
  expect(v.answer({ ...withdraw, request: { ...request, signature: signatureKey('t'.repeat(43)) } })).toBe('repeated');
  for (const key of ['two', signature]) expect(v.answer({ ...withdraw, ...by(key) })).toBe('signature_used');
  expect(v.state.wallets[wallet]?.free).toBe(amount('9'));
  const keyless = signatureKey('u'.repeat(43));
  const bare = { request: { by: account as AccountId, key: keyless, hash: HASH } };
  v.accept({ ...withdraw, ...bare });
  expect(v.answer({ ...withdraw, ...bare })).toBe('repeated');
  const late = { request: { ...bare.request, key: 'late', signature: keyless } };
  expect(v.answer({ ...withdraw, ...late })).toBe('signature_used');
  v.end();
});

test('requests: what is refused is not kept, what had nothing to do is [E29]', () => {
  const v = new ScenarioVenue();
  const { wallet, account } = v.trader('alice', '10');
  const by = (key: string) => ({ request: { by: account as AccountId, key, hash: HASH } });
  const withdraw: Command = { kind: 'Withdraw', wallet, amount: amount('12') };
  expect(v.answer({ ...withdraw, ...by('out') })).toBe('insufficient_balance');
  v.accept(deposit(wallet, '5'));
  expect(v.answer({ ...withdraw, ...by('out') })).toBe('accepted');
  expect(v.answer({ ...withdraw, ...by('out') })).toBe('repeated');

  expect(v.answer({ kind: 'SetMode', mode: 'open' })).toBe('unchanged');
  expect(v.answer({ kind: 'SetMode', mode: 'open', ...operator('mode') })).toBe('accepted');
  v.accept({ kind: 'SetMode', mode: 'cancel_only' });
  expect(v.answer({ kind: 'SetMode', mode: 'open', ...operator('mode') })).toBe('repeated');
  expect(v.state.mode).toBe('cancel_only');
  v.end();
});

test('requests: after a day a key is new again', () => {
  const v = new ScenarioVenue();
  const { wallet } = v.trader('alice', '10');
  v.accept({ ...deposit(wallet, '1'), ...operator('daily') });
  v.timeMs += NAMED_REQUESTS.keptMs - 1;
  expect(v.answer({ ...deposit(wallet, '1'), ...operator('daily') })).toBe('repeated');
  v.timeMs += 1;
  expect(v.answer({ ...deposit(wallet, '1'), ...operator('daily', OTHER) })).toBe('accepted');
  expect(v.state.wallets[wallet]?.free).toBe(amount('12'));
  v.end();
});

test('requests: the parts of one are all kept with it, those that had nothing to do as well', () => {
  const v = new ScenarioVenue();
  const { wallet } = v.trader('alice', '10');
  const part = { request: { by: null, key: 'parts', hash: HASH, part: true as const } };
  v.accept({ ...deposit(wallet, '1'), ...part });
  const first = v.state.sequence;
  v.accept({ ...deposit(wallet, '2'), ...part });
  v.accept({ kind: 'SetMode', mode: 'open', ...part });
  expect(v.state.requests.find(null, 'parts', v.timeMs)).toMatchObject({
    sequences: [first, first + 1, first + 2],
    entries: 2,
  });
  v.end();
});
