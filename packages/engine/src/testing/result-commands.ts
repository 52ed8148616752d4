/** Generates results that can be wrong: mostly possible ones, occasionally each kind of mistake. Tests only. */
import type { Command } from '../command.ts';
import type { NamedResult, ResultScope, ReverseResult } from '../results/commands.ts';
import type { State } from '../state.ts';
import { accountId, catalogId, type MarketId, marketId } from '../units/units.ts';
import type { Dice } from './dice.ts';

const HOUR_MS = 3_600_000;
export const BY = { by: 'operator', note: 'as the source says' } as const;

/** A market, or its event. */
export function drawScope(dice: Dice, { markets }: Readonly<State>): ResultScope {
  const market = marketId(dice.below(markets.length + (dice.once(40) ? 1 : 0)));
  const catalogEvent = markets[market]?.catalogEvent ?? catalogId(900);
  return dice.once(3) ? { catalogEvent } : { market };
}

export function drawResult(dice: Dice, state: Readonly<State>): NamedResult {
  const payouts = dice.once(30)
    ? ([1, 2] as const)
    : dice.pick([
        [10_000, 0],
        [0, 10_000],
        [3_333, 6_667],
      ] as const);
  const [named = 0] = state.markets.filter(({ negRisk }) => negRisk).map(({ catalogEvent }) => catalogEvent);
  const markets = state.catalogEvents.get(named as never)?.markets ?? [];
  const winners = dice.once(3) ? null : markets.filter(() => dice.once(2));
  return dice.pick<NamedResult>([
    { kind: 'payouts', payouts },
    { kind: 'payouts', payouts },
    { kind: 'winners', winners },
    { kind: 'refund' },
  ]);
}

export function drawReversal(dice: Dice, state: Readonly<State>): ReverseResult['to'] {
  return dice.once(4) ? { kind: 'open' } : drawResult(dice, state);
}

export function resultCommand(dice: Dice, state: Readonly<State>): Command {
  const drawn = dice.below(10);
  const note = dice.once(30) ? ' ' : BY.note;
  if (drawn < 3) {
    const windowMs = dice.once(30) ? -1 : dice.pick([0, HOUR_MS]);
    const result = drawResult(dice, state);
    return { kind: 'ProposeResult', scope: drawScope(dice, state), result, source: '', note, by: BY.by, windowMs };
  }
  if (drawn < 6)
    return { kind: 'ReverseResult', scope: drawScope(dice, state), to: drawReversal(dice, state), ...BY, note };
  const account = dice.once(3) ? null : accountId(dice.below(4));
  const market = proposedMarket(dice, state);
  return dice.pick<Command>([
    { kind: 'DisputeResult', market, account, reason: note },
    { kind: 'ConfirmResult', market, ...BY },
    { kind: 'WithdrawResult', market, by: BY.by, reason: '' },
  ]);
}

/** Mostly one with a proposal. */
function proposedMarket(dice: Dice, { markets }: Readonly<State>): MarketId {
  const proposed = markets.filter(({ proposal }) => proposal !== null);
  return proposed.length === 0 || dice.once(4)
    ? marketId(dice.below(Math.max(1, markets.length)))
    : dice.pick(proposed).id;
}
