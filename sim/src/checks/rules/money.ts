/** Everyone's money in the end follows from all movements and the results that stand, whatever results there were before. */
import { isRefund } from '@bellwether/engine';
import { NaiveResults } from '@bellwether/engine/testing';
import { type AuditedLog, broken, type Rule } from '../audited-log.ts';

/**
 * Free and held collateral of each account, less its debt, recomputed from the log: no positions, holds, settlements or
 * corrections. Not checked while a result is still being paid.
 */
export class ResultsPay implements Rule {
  readonly name = 'results-pay';

  ended(_: unknown, { entries, state, end }: AuditedLog): void {
    if (state.markets.some(({ status }) => status === 'resolving')) return;
    const naive = new NaiveResults(state.markets.map(({ id }) => ({ id, group: [id] })));
    for (const { events } of entries) for (const event of events) naive.note(event);
    for (const { id, payouts } of state.markets) {
      if (payouts !== null) naive.results[id] = isRefund(payouts) ? 'refund' : payouts[0];
    }
    const expected = naive.money();
    for (const { id, debt, wallets } of state.accounts) {
      const has = wallets.reduce((sum, wallet) => {
        const { free = 0, held = 0 } = state.wallets[wallet] ?? {};
        return sum + BigInt(free) + BigInt(held);
      }, -BigInt(debt));
      if (has !== (expected[id] ?? 0n))
        throw broken(
          this,
          `after entry ${end} account ${id} has ${has} micros less its debt, must have ${expected[id] ?? 0n}`,
        );
    }
  }
}
