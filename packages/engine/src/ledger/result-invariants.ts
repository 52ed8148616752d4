/** Invariants of results: proposals, corrections, debts, and what markets have cost their traders. */
import type { Market } from '../market/market.ts';
import { type State, walletOf } from '../state.ts';
import { assert } from '../units/units.ts';
import { isFinal, paidBy, tradersOf } from './corrections.ts';
import { payoutOf } from './settlement.ts';

export function assertResults(state: Readonly<State>): void {
  assertDebts(state);
  let queued = 0;
  let claims = 0;
  for (const { id, status, proposal, correction, settlement, before, past, holders } of state.markets) {
    if (proposal !== null) assert(status === 'open' && proposal.markets.includes(id), `market ${id} has a proposal`);
    if (proposal?.market === id && proposal.dispute === null) queued++;
    if (correction !== null) assert(status === 'resolving', `market ${id} has a correction and is ${status}`);
    if (correction?.market === id) {
      const done = correction.steps?.slice(0, correction.next) ?? [];
      const reclaimed = done.reduce((sum, step) => sum + (step.kind === 'reclaim' ? step.amount : 0), 0);
      claims += correction.claims - reclaimed;
    }
    if (status === 'open') assert(settlement === null, `market ${id} is open and settled`);
    assert((before !== null) === (status === 'resolving' || settlement !== null), `market ${id} forgot its flags`);
    for (const wallet of past.keys())
      assert(!holders.has(wallet), `wallet ${wallet} is gone from market ${id}, or is not`);
  }
  assert(queued === state.proposals.size, 'ends of windows are not queued');
  assert(claims === state.totals.claims, 'corrections do not add up to the claims');
  for (const markets of sharedResults(state)) assertCosts(state, markets);
}

/** An account that owes the venue has nothing that could pay. */
function assertDebts(state: Readonly<State>): void {
  let debts = 0;
  for (const { id, debt, wallets } of state.accounts) {
    debts += debt;
    if (debt === 0) continue;
    const purses = wallets.map((wallet) => walletOf(state, wallet));
    assert(
      purses.every(({ free, held }) => free === 0 && held === 0),
      `account ${id} owes ${debt} and has collateral`,
    );
  }
  assert(debts === state.totals.debts, 'accounts do not add up to the debts');
}

/** Markets by what joins their costs: conversions within an event. */
function sharedResults(state: Readonly<State>): Iterable<readonly Market[]> {
  return Map.groupBy(state.markets, ({ id, negRisk, catalogEvent }) =>
    negRisk && catalogEvent !== null ? `event ${catalogEvent}` : id,
  ).values();
}

/**
 * Checks that markets have cost their traders exactly what is locked under them, less the advances of conversions, plus
 * the fees taken and what results have paid. Final results are forgotten, and corrections are on their way.
 */
function assertCosts(state: Readonly<State>, markets: readonly Market[]): void {
  if (markets.some((market) => isFinal(market) || market.correction !== null)) return;
  const [{ id, catalogEvent }] = markets as readonly [Market];
  let cost = 0n;
  let expected = -(catalogEvent === null ? 0n : (state.catalogEvents.get(catalogEvent)?.advanced ?? 0n));
  for (const market of markets) {
    const paid = market.payouts === null ? ([0, 0] as const) : paidBy(market);
    for (const trader of tradersOf(state, market)) {
      cost += BigInt(trader.cost);
      // Holders have not been paid yet.
      if (paid === null) expected += BigInt(trader.cost);
      else if (market.past.has(trader.wallet)) expected += BigInt(payoutOf(trader.shares, paid));
    }
    expected += BigInt(market.locked) + BigInt(market.settlement?.remainder ?? 0);
    if (paid !== null) expected += BigInt(market.feesTaken);
  }
  assert(cost === expected, `market ${id} and those of its event have cost ${cost} instead of ${expected}`);
}
