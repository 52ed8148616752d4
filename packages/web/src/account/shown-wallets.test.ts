import { expect, test } from 'vitest';
import { shownWallets } from './shown-wallets.ts';

const OWN = `0x${'a'.repeat(40)}`;
const DEPOSIT = `0x${'B'.repeat(40)}`;
const wallet = (address: string, more = {}) => ({ address, free: '10000', held: '0', positions: [], ...more });
const wallets = [wallet(OWN), wallet(DEPOSIT)];
const shown = (all = wallets, trading = OWN, isAsked = false): readonly string[] =>
  shownWallets(all, { address: OWN, wallet: trading }, isAsked).map(({ address }) => address);

test('wallets: who has not asked for a second one sees one, whatever the venue has put into the other', () =>
  expect(shown()).toEqual([OWN]));

test('wallets: who asks sees all', () => expect(shown(wallets, OWN, true)).toEqual([OWN, DEPOSIT]));

test('wallets: one that trades, or holds anything through a program, is shown', () => {
  expect(shown(wallets, DEPOSIT.toLowerCase())).toEqual([OWN, DEPOSIT]);
  expect(shown([wallet(OWN), wallet(DEPOSIT, { held: '5' })])).toEqual([OWN, DEPOSIT]);
  expect(shown([wallet(OWN), wallet(DEPOSIT, { positions: [{}] })])).toEqual([OWN, DEPOSIT]);
});
