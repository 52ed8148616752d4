import { expect, test } from 'vitest';
import type { Command } from '../command.ts';
import { decodeCommand } from '../decode/decode-command.ts';
import { ADMIN_TOKENS_MAX, STEPS_PER_COMMAND_MAX } from '../limits.ts';
import { ROLES } from '../rights/roles.ts';
import { nextTimerMs } from '../timers.ts';
import type { AccountId, Address, MarketId } from '../units/units.ts';
import { ScenarioVenue } from './venue.testing.ts';

class Venue extends ScenarioVenue {
  readonly market: MarketId;

  constructor(...traders: readonly string[]) {
    super();
    for (const name of traders) this.trader(name, '100000');
    [this.market = 0 as never] = this.markets(1, { tick: 10 });
  }

  accountOf(name: string): AccountId {
    return this.named(name).account;
  }

  suspend(name: string): Command {
    return { kind: 'SuspendAccount', account: this.accountOf(name) };
  }

  resume(name: string): Command {
    return { kind: 'ResumeAccount', account: this.accountOf(name) };
  }

  /** Steps that the sequencer issues until no order is left; returns the numbers of events. */
  sweep(): number[] {
    const steps: number[] = [];
    while (this.state.rights.sweeping.size > 0) {
      expect(nextTimerMs(this.state)).toBe(this.state.timeMs);
      const decision = this.accept({ kind: 'SweepSuspended' });
      steps.push(decision.kind === 'accepted' ? decision.events.length : 0);
    }
    return steps;
  }

  /** Kinds of events, or why there are none. */
  events(command: Command): string {
    const decision = this.submit(command);
    if (decision.kind !== 'accepted') return decision.kind === 'reject' ? decision.code : decision.kind;
    return decision.events.map(({ kind }) => kind).join(', ');
  }
}

test('rights: a suspension cancels the orders of the account and of its keys in bounded steps; money stays', () => {
  const v = new Venue('alice', 'bot', 'bob');
  const key = v.state.accounts[v.accountOf('bot')]?.address as Address;
  const expiration = Math.floor(v.timeMs / 1000) + 900;
  v.accept({ kind: 'AddKey', ...v.named('alice'), key, label: '', scopes: ['CLOB'], expiration });
  for (let count = 0; count < STEPS_PER_COMMAND_MAX; count++) v.play(v.market, 'alice buy yes 5 @ 0.20 -> live');
  v.play(v.market, 'bot buy yes 10 @ 0.40 from=alice -> live', 'bot buy yes 10 @ 0.30 -> live');
  expect(v.events(v.suspend('alice'))).toBe('AccountSuspended');
  expect(v.events(v.suspend('alice'))).toBe('unchanged');
  expect(v.sweep()).toEqual([STEPS_PER_COMMAND_MAX, 2]);
  expect(v.book(v.market)).toBe('bids 0.3x10 asks ');
  expect(v.cash('alice')).toBe('100000/0');
  v.play(
    v.market,
    'alice buy yes 10 @ 0.40 -> account_suspended',
    'bot buy yes 10 @ 0.40 from=alice -> account_suspended',
    'bot buy yes 10 @ 0.30 -> live',
  );
  expect(v.events(v.resume('alice'))).toBe('AccountResumed');
  expect(v.events(v.resume('alice'))).toBe('unchanged');
  v.play(v.market, 'alice buy yes 10 @ 0.40 -> live', 'bot buy yes 10 @ 0.40 from=alice -> live');
  v.end();
});

test('rights: a suspended account does nothing with effect; operators still move its money and revoke its keys', () => {
  const v = new Venue('alice', 'bob');
  const { account, wallet } = v.named('alice');
  v.accept({ kind: 'IssueApiKey', account, apiKey: 'k1', nonce: '0' });
  v.accept(v.suspend('alice'));
  const amount = 5_000_000 as never;
  const refused: Command[] = [
    { kind: 'SplitPosition', account, wallet, market: v.market, amount },
    { kind: 'CancelMatching', account, market: null, outcome: null },
    { kind: 'IssueApiKey', account, apiKey: 'k2', nonce: '1' },
    { kind: 'UpdateProfile', account, changes: { name: 'Alice' } },
    { kind: 'AddComment', account, entity: { type: 'Event', id: 1 as never }, parent: null, body: 'x' },
    { kind: 'Beat', account, apiKey: 'k1', heartbeatId: null, nextId: 'a' },
  ];
  expect(refused.map((command) => v.answer(command))).toEqual(refused.map(() => 'account_suspended'));
  const act = { actor: 'root', reason: 'lost device' };
  const allowed: Command[] = [
    { kind: 'Deposit', wallet, amount, act },
    { kind: 'Withdraw', wallet, amount },
    { kind: 'RevokeApiKey', account, apiKey: 'k1', act },
    { kind: 'UpdateProfile', account, changes: { name: 'Former member' }, act },
    v.resume('alice'),
  ];
  expect(allowed.map((command) => v.answer(command))).toEqual(allowed.map(() => 'accepted'));
  expect(v.entries.at(-2)?.command.act).toEqual(act);
  v.end();
});

test('rights: a role replaces the one before, and whoever moderates is marked as a moderator', () => {
  const v = new Venue('alice');
  const account = v.accountOf('alice');
  const moderates = (): boolean => v.state.community.moderators.has(account);
  for (const role of ROLES) {
    v.answer({ kind: 'SetRole', account, role });
    expect([v.state.rights.roleOf(account), moderates()]).toEqual([
      role,
      ['owner', 'operator', 'moderator'].includes(role),
    ]);
  }
  expect(v.events({ kind: 'SetRole', account, role: 'moderator' })).toBe('RoleSet, ModeratorSet');
  expect(v.events({ kind: 'SetModerator', account, moderator: false })).toBe('RoleSet, ModeratorSet');
  expect(v.state.rights.roleOf(account)).toBe('trader');
  expect(v.events({ kind: 'SetRole', account: 9 as AccountId, role: 'owner' })).toBe('unknown_account');
  v.end();
});

test('rights: a token has a name of its own until it ends or is revoked', () => {
  const v = new Venue('alice');
  const now = Math.floor(v.timeMs / 1000);
  const issue = (given: object = {}): Command =>
    ({ kind: 'IssueToken', name: 'ci', hash: '0'.repeat(64), role: 'editor', expires: now + 60, ...given }) as Command;
  const rows: readonly (readonly [Command, string])[] = [
    [issue({ name: '' }), 'token_invalid'],
    [issue({ name: 'a'.repeat(41) }), 'token_invalid'],
    [issue({ name: 'token:x' }), 'token_invalid'],
    [issue({ hash: 'x' }), 'token_invalid'],
    [issue({ role: 'trader' }), 'token_invalid'],
    [issue({ expires: now }), 'token_invalid'],
    [issue({ name: 'a'.repeat(40), expires: now + 1 }), 'TokenIssued'],
    [issue(), 'TokenIssued'],
    [issue(), 'token_name_taken'],
    [{ kind: 'RevokeToken', name: 'other' }, 'unknown_admin_token'],
    [{ kind: 'RevokeToken', name: 'ci' }, 'TokenRevoked'],
    [issue({ expires: now + 2 }), 'TokenIssued'],
  ];
  expect(rows.map(([command]) => v.events(command))).toEqual(rows.map(([, events]) => events));
  v.timeMs += 2_000;
  expect(v.events(issue())).toBe('TokenIssued');
  for (let count = v.state.rights.tokens.size; count < ADMIN_TOKENS_MAX; count++)
    v.accept(issue({ name: `t${count}` }));
  expect(v.events(issue({ name: 'more' }))).toBe('too_many_tokens');
  v.end();
});

test('rights: an act needs its actor, within its bounds', () => {
  const text = (act: unknown): string => JSON.stringify({ kind: 'SetMode', mode: 'open', act });
  const rows: readonly (readonly [unknown, string])[] = [
    [{ actor: 'root', reason: '' }, 'decoded'],
    [{ actor: 'root', reason: 'é'.repeat(500) }, 'decoded'],
    [{ actor: 'root', reason: 'é'.repeat(501) }, 'malformed'],
    [{ actor: '', reason: '' }, 'malformed'],
    [{ actor: 'a'.repeat(65), reason: '' }, 'malformed'],
    [{ actor: 'root' }, 'malformed'],
    ['root', 'malformed'],
  ];
  expect(rows.map(([act]) => decodeCommand(text(act)).kind)).toEqual(rows.map(([, kind]) => kind));
  expect(decodeCommand('{"kind":"SweepSuspended"}').kind).toBe('malformed');
});
