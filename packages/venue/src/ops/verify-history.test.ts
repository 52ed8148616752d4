/** Entries that `verify` decides again: those decided under its own rules. */
import { address, type Command, type Event, micros, RULES_VERSION } from '@bellwether/engine';
import { emptyStart, Follower } from '@bellwether/ledger/log/follower.ts';
import { type ChainedEntry, GENESIS_HASH } from '@bellwether/ports/journal.ts';
import { expect, test } from 'vitest';
import { HistoryCheck } from './verify-history.ts';

const open = (serial: number): Command => ({
  kind: 'OpenAccount',
  address: address(`0x${String(serial).padStart(40, '0')}`),
  depositWallet: address(`0x${String(serial + 1).padStart(40, '0')}`),
  startingBalance: micros(5),
});

/** Events that rules other than today's could have caused: the deposit wallet gets nothing. */
function opened(serial: number, account: number): Event[] {
  const command = open(serial);
  if (command.kind !== 'OpenAccount') throw new Error('unreachable');
  return [
    { kind: 'AccountOpened', account, address: command.address, depositWallet: command.depositWallet },
    { kind: 'WalletBound', wallet: account * 2, account, address: command.address, credit: 5 },
    { kind: 'WalletBound', wallet: account * 2 + 1, account, address: command.depositWallet, credit: 0 },
  ] as Event[];
}

const entry = (sequence: number, command: Command, events: readonly Event[]): ChainedEntry => ({
  sequence,
  timeMs: sequence,
  command,
  events,
  hash: '',
});

const adopt = (sequence: number, version = RULES_VERSION): ChainedEntry =>
  entry(sequence, { kind: 'AdoptRules', version }, [{ kind: 'RulesAdopted', version }]);

test('verify: what older rules decided is folded and checked, and not decided again', () => {
  const follower = new Follower(emptyStart());
  const check = new HistoryCheck(follower, []);
  follower.fold([entry(1, open(1), opened(1, 0)), adopt(2)], GENESIS_HASH);
  check.finish();
  expect(check.decisions).toBe(1);
});

test('verify: from the entry that adopts its rules on, everything is decided again', () => {
  const follower = new Follower(emptyStart());
  const check = new HistoryCheck(follower, []);
  follower.fold([adopt(1)], GENESIS_HASH);
  expect(() => follower.fold([entry(2, open(1), opened(1, 0))], '')).toThrow(
    /entry 2: OpenAccount decided again gives/,
  );
  expect(check.decisions).toBe(2);
});

test('verify: a journal that a newer version has continued is refused, not passed', () => {
  const follower = new Follower(emptyStart());
  new HistoryCheck(follower, []);
  const newer = adopt(1, RULES_VERSION + 1);
  expect(() => follower.fold([newer], GENESIS_HASH)).toThrow(/start the version that wrote it/);
});
