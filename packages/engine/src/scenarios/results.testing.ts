/** A small venue for scenarios of results that can be wrong. */
import { expect } from 'vitest';
import type { Decision } from '../decision.ts';
import { STEPS_PER_COMMAND_MAX } from '../limits.ts';
import type { NamedResult, ResultScope, ReverseResult } from '../results/commands.ts';
import { nextSettlement, resultsAreDue } from '../timers.ts';
import type { AccountId, MarketId } from '../units/units.ts';
import { amount, decimal, ScenarioVenue } from './venue.testing.ts';

export const HOUR_MS = 3_600_000;
export const YES = { kind: 'payouts', payouts: [10_000, 0] } as const;
export const NO = { kind: 'payouts', payouts: [0, 10_000] } as const;
export const REFUND = { kind: 'refund' } as const;
export const OPEN = { kind: 'open' } as const;

export class Court extends ScenarioVenue {
  propose(scope: ResultScope, result: NamedResult, windowMs = HOUR_MS): Decision {
    const words = { source: 'the paper', note: ' as printed ', by: 'operator' };
    return this.submit({ kind: 'ProposeResult', scope, result, windowMs, ...words });
  }

  dispute(market: MarketId, account: AccountId | null, reason = 'not so'): Decision {
    return this.submit({ kind: 'DisputeResult', market, account, reason });
  }

  confirm = (market: MarketId): Decision =>
    this.submit({ kind: 'ConfirmResult', market, by: 'operator', note: 'checked' });

  withdraw = (market: MarketId): Decision =>
    this.submit({ kind: 'WithdrawResult', market, by: 'operator', reason: '' });

  reverse(scope: ResultScope, to: ReverseResult['to'], note = 'the paper was wrong'): Decision {
    return this.submit({ kind: 'ReverseResult', scope, to, by: 'operator', note });
  }

  /** Lets time pass, as the sequencer sees it. */
  pass(ms: number): void {
    this.timeMs += ms;
    while (resultsAreDue(this.state, this.timeMs)) this.accept({ kind: 'ConfirmResults' });
  }

  /** Confirms a result at once, and pays it. */
  pay(market: MarketId, result: NamedResult): void {
    expect(this.propose({ market }, result)).toMatchObject({ kind: 'accepted' });
    expect(this.confirm(market)).toMatchObject({ kind: 'accepted' });
    this.settle();
  }

  correct(scope: ResultScope, to: ReverseResult['to']): void {
    expect(this.reverse(scope, to)).toMatchObject({ kind: 'accepted' });
    this.settle();
  }

  status(market: MarketId): string {
    const { status, payouts, proposal } = this.state.markets[market]!;
    if (proposal !== null) return proposal.dispute === null ? 'proposed' : 'disputed';
    return payouts === null ? status : `${status} ${payouts[0] + payouts[1] === 0 ? 'refund' : payouts[0]}`;
  }

  /** Cash of all wallets of a trader, less the debt. */
  money(...names: readonly string[]): string {
    return names
      .map((name) => {
        const { wallets, debt } = this.state.accounts[this.named(name).account]!;
        const cash = wallets.reduce((sum, wallet) => sum + this.state.wallets[wallet]!.free, 0);
        return debt > 0 ? `${decimal(cash)}-${decimal(debt)}` : decimal(cash);
      })
      .join(' ');
  }

  /** The steps of the settlement that is due, one command each. */
  steps(): number {
    let steps = 0;
    for (let market = nextSettlement(this.state); market !== null; market = nextSettlement(this.state)) {
      this.accept({ kind: 'SettleMarket', market });
      expect(this.entries.at(-1)?.events.length).toBeLessThanOrEqual(STEPS_PER_COMMAND_MAX + 1);
      steps++;
    }
    return steps;
  }
}

/** Alice has bought 100 YES of Bob's pairs for 60, with a fee, and Cy has his 20 pairs. */
export function traded(takerFeeRate = 0) {
  const v = new Court();
  const [market, other] = v.markets(2, { takerFeeRate }) as [MarketId, MarketId];
  for (const name of ['alice', 'bob', 'cy']) v.trader(name, '100');
  v.accept({ kind: 'SplitPosition', ...v.named('bob'), market, amount: amount('100') });
  v.accept({ kind: 'SplitPosition', ...v.named('cy'), market, amount: amount('20') });
  v.play(market, 'bob   sell yes 100 @ 0.60 -> live');
  return { v, market, other };
}

export function bought(takerFeeRate = 0) {
  const made = traded(takerFeeRate);
  made.v.play(made.market, 'alice buy  yes 100 @ 0.60 -> matched 60 for 100');
  return made;
}

/** Three markets of a one-winner event. */
export function race(terms: { readonly takerFeeRate?: number } = {}) {
  const v = new Court();
  const markets = v.markets(3, { ...terms, minimumSize: '1' }, true) as [MarketId, MarketId, MarketId];
  for (const name of ['alice', 'bob', 'cy']) v.trader(name, '100');
  return { v, markets, event: { catalogEvent: v.eventOf(markets[0]) } };
}
