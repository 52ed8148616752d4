import { type AddKey, accountId, address, type Command, walletId } from '@bellwether/engine';
import { placeOrder, setUpCommands } from '@bellwether/exchange/sequencer/testing/sample-venue.ts';
import { entriesOf, stateOf } from '@bellwether/ledger/log/testing/journal-of.ts';
import { createDataDir } from '@bellwether/venue-process';
import { eventually } from '@bellwether/venue-process/progress';
import { expect, test } from 'vitest';
import { verified } from '../../ops/testing/verified.ts';
import { ExchangeChild } from '../testing/exchange-child.ts';

const dataDir = createDataDir();
/** The end of the year 9999. The fast clock of the second run is thousands of years ahead. */
const LATE = 253_402_300_799;
const WALLET = { account: accountId(0), wallet: walletId(0) };
const keyAt = (digit: string): AddKey['key'] => address(`0x${digit.padStart(40, '0')}`);
const added = (digit: string, expiration: number): AddKey => ({
  kind: 'AddKey',
  ...WALLET,
  key: keyAt(digit),
  label: 'bot',
  scopes: ['CLOB'],
  expiration,
});

test('keys: after kill -9 keys are there that were, one that has ended meanwhile ends, and a revoked one stays away', async () => {
  // Accounts 1 and 2 sign for the wallet of account 0, whose addresses are 3 and 5; 7 is revoked before the end.
  const soon = Math.floor(Date.now() / 1000) + 3_600;
  const signed = (salt: number, account: number): Command => ({
    ...placeOrder({ salt, account, price: 4_000, shares: 10 }),
    wallet: WALLET.wallet,
  });
  const killed = new ExchangeChild(dataDir);
  await killed.ready;
  await killed.submitAll([
    ...setUpCommands(3, 1),
    ...[added('3', soon), added('5', LATE), added('7', LATE)],
    ...[signed(1, 1), signed(2, 2), { kind: 'RevokeKey', ...WALLET, key: keyAt('7') } as const],
  ]);
  await killed.kill();

  const child = new ExchangeChild(dataDir, { isFast: true });
  await child.ready;
  await eventually(() => expect(entriesOf(dataDir).at(-1)?.command.kind).toBe('EndKeys'));
  await child.end();
  expect(entriesOf(dataDir).at(-1)?.events).toEqual([
    { kind: 'KeyEnded', wallet: WALLET.wallet, key: keyAt('3') },
    { kind: 'OrderCanceled', order: 0, reason: 'key_ended' },
  ]);
  const state = await stateOf(dataDir);
  const keys = [...state.keys.ofWallet(WALLET.wallet)].map(({ key, ended }) => [key, ended]);
  expect(keys).toEqual([
    [keyAt('3'), true],
    [keyAt('5'), false],
  ]);
  expect([...state.openOrders.values()].map(({ account }) => account)).toEqual([2]);
  await verified(dataDir);
});
