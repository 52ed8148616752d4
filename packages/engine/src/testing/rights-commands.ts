/** Generates roles, tokens and suspensions: mostly right, occasionally each kind of mistake. Tests only. */
import type { Command } from '../command.ts';
import { NOTED_ACTS } from '../rights/commands.ts';
import { ROLES } from '../rights/roles.ts';
import { accountId } from '../units/units.ts';
import type { Dice } from './dice.ts';
import { ACCOUNTS } from './wallet-commands.ts';

const NAMES = ['export', 'ci.2', 'Bot_3', '', '-x', `a${'b'.repeat(40)}`];

export function rightsCommand(dice: Dice, timeMs: number): Command {
  const account = accountId(dice.below(ACCOUNTS + (dice.once(30) ? 2 : 0)));
  const name = dice.once(6) ? dice.pick(NAMES) : dice.once(2) ? dice.pick(NAMES.slice(0, 3)) : `t${dice.below(150)}`;
  const role = dice.pick(ROLES);
  return dice.pick<() => Command>([
    () => ({ kind: 'SetRole', account, role }),
    () => ({ kind: 'SetRole', account, role: 'moderator' }),
    () => ({ kind: 'SetModerator', account, moderator: dice.once(3) }),
    ...new Array<() => Command>(3).fill(() => ({
      kind: 'IssueToken',
      name,
      hash: dice.once(30) ? 'f' : 'f'.repeat(64),
      role,
      expires: Math.floor(timeMs / 1000) + dice.pick([0, 1, 3, 900, 900]),
    })),
    () => ({ kind: 'RevokeToken', name }),
    () => ({ kind: 'SuspendAccount', account }),
    () => ({ kind: 'ResumeAccount', account }),
    () => ({ kind: 'ResumeAccount', account }),
    () => ({
      kind: 'NoteAct',
      what: dice.pick(NOTED_ACTS),
      ...(dice.once(3) ? { account: null, name: 'Vertrieb Süd' } : { account }),
      after: { groups: 2 },
    }),
    () => ({ kind: 'SweepSuspended' }),
  ])();
}
