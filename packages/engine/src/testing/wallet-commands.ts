/** Generates accounts and addresses that the demo lends and that their owners claim. Tests only. */
import type { OpenAccount } from '../command.ts';
import { releasedAddress } from '../ledger/wallet.ts';
import { type Address, address, micros, walletId } from '../units/units.ts';
import type { Dice } from './dice.ts';

export const ACCOUNTS = 4;

export const accountAddress = (index: number) => address(`0x${(index + 1).toString(16).repeat(40).slice(0, 40)}`);
export const otherWallet = (index: number): Address => address(`0xee${index.toString(16).padStart(38, '0')}`);

/** A new account, mostly one whose own address or deposit wallet is borrowed, or an account that is already open. */
export function openSomeAccount(dice: Dice): OpenAccount {
  const kind = 'OpenAccount';
  const startingBalance = micros(dice.once(3) ? 0 : dice.once(6) ? 5e15 : 20_000_000);
  const index = dice.below(ACCOUNTS + 2);
  if (dice.once(3)) {
    const depositWallet = accountAddress(dice.once(2) ? 0 : index);
    return { kind, address: accountAddress(index), depositWallet, startingBalance };
  }
  const depositWallet = dice.once(2) ? foreignAddress(dice) : otherWallet(64 + dice.below(1000));
  return { kind, address: foreignAddress(dice), depositWallet, startingBalance };
}

/** One of a few addresses that accounts borrow and owners claim; occasionally one that is never lent. */
export function foreignAddress(dice: Dice): Address {
  if (!dice.once(12)) return otherWallet(32 + dice.below(40));
  return dice.once(2) ? releasedAddress(walletId(8 + dice.below(8))) : accountAddress(dice.below(8));
}
