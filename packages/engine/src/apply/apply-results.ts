/** Applies events of proposed results and of corrections. */
import type { Stamp } from '../command.ts';
import { quoteAnew } from '../house/houses.ts';
import { collectFee, creditFree, creditShares, debitFree, lock, owe, payFromFees, unlock } from '../ledger/balances.ts';
import { feesRefunded, NOTHING_PAID, paidBy, paying, stepsOf } from '../ledger/corrections.ts';
import { REFUND_PAYOUTS } from '../ledger/settlement.ts';
import { type Market, touchBook } from '../market/market.ts';
import type { ResultConfirmed } from '../results/events.ts';
import type { Correction, CorrectionStep, Proposal } from '../results/proposal.ts';
import { type Applied, accountOf, catalogEventOf, marketOf, type State, walletOf } from '../state.ts';
import { addMicros, assert, type MarketId, subtractMicros, type WalletId, ZERO_MICROS } from '../units/units.ts';
import { setCloseTime } from './apply-catalog.ts';
import { dropIfFinal } from './final-results.ts';

export const RESULT_EVENTS = {
  ResultProposed(state, { kind: _kind, ...proposed }, stamp) {
    const proposal: Proposal = { ...proposed, dispute: null };
    for (const id of proposed.markets) {
      const market = marketOf(state, id);
      touchBook(market, stamp);
      assert(market.status === 'open' && market.proposal === null, `market ${id} takes no proposal`);
      market.proposal = proposal;
    }
    state.proposals.add(proposal.market, proposal.endsMs);
  },

  ResultDisputed(state, { market, account, reason }, stamp) {
    const proposal = proposalOf(state, market);
    for (const id of proposal.markets) touchBook(marketOf(state, id), stamp);
    assert(proposal.dispute === null, `the result of market ${market} is disputed already`);
    state.proposals.remove(market, proposal.endsMs);
    proposal.dispute = { account, reason };
  },

  ResultWithdrawn: (state, { market }, stamp) => endProposal(state, proposalOf(state, market), stamp),

  ResultConfirmed(state, { market, refund }, stamp) {
    endProposal(state, proposalOf(state, market), stamp);
    if (refund !== undefined) startRefund(state, refund, stamp);
  },

  ResultReversed(state, { market, markets, to, claims }, stamp) {
    for (const id of markets) touchBook(marketOf(state, id), stamp);
    const from = markets.map((id) => paidBy(marketOf(state, id)));
    const paid = to === null ? null : to.map(([, first]) => paying(first));
    const correction = enlist(state, { market, markets, from, to: paid, claims, steps: null, next: 0 });
    startCorrection(state, correction);
  },

  PayoutReclaimed(state, event) {
    const key = marketOf(state, event.market);
    takeStep(key, 'reclaim', event.wallet);
    for (const [wallet, amount] of event.taken) debitFree(state, walletOf(state, wallet), amount);
    owe(state, accountOf(state, walletOf(state, event.wallet).account), event.debt);
    lock(state, key, event.amount);
    state.totals.claims = subtractMicros(state.totals.claims, event.amount);
  },

  PayoutAdded(state, event) {
    const key = marketOf(state, event.market);
    takeStep(key, 'pay', event.wallet);
    unlock(state, key, event.amount);
    creditFree(state, walletOf(state, event.wallet), event.amount);
  },

  PositionRestored(state, { market: id, wallet, shares }) {
    const market = marketOf(state, id);
    takeStep(market, 'restore', wallet);
    for (const outcome of [0, 1] as const) {
      creditShares(walletOf(state, wallet), market, outcome, shares[outcome], 0);
      market.supply[outcome] = addMicros(market.supply[outcome], shares[outcome]);
    }
  },

  ResultCorrected(state, { market: id, remainder }, stamp) {
    const key = marketOf(state, id);
    const correction = correctionOf(key);
    assert(correction.next === correction.steps?.length, `the correction of market ${id} is not complete`);
    unlock(state, key, remainder);
    collectFee(state, remainder);
    state.settling.delete(id);
    const markets = correction.markets.map((covered) => marketOf(state, covered));
    for (const market of markets) market.correction = null;
    if (correction.to === null) return reopen(state, key, markets, stamp);
    const left = subtractMicros(remainder, feesRefunded(markets, correction.from));
    for (const market of markets) {
      const { vault, repaid } = settlementOf(market);
      market.settlement = { vault, repaid, remainder: market === key ? left : ZERO_MICROS };
      market.status = 'resolved';
      dropIfFinal(state, market);
    }
  },
} satisfies Partial<Applied>;

function proposalOf(state: State, market: MarketId): Proposal {
  const { proposal } = marketOf(state, market);
  assert(proposal !== null, `no result of market ${market} is proposed`);
  return proposal;
}

function endProposal(state: State, proposal: Proposal, stamp: Stamp): void {
  for (const id of proposal.markets) {
    const market = marketOf(state, id);
    market.proposal = null;
    touchBook(market, stamp);
  }
  if (proposal.dispute === null) state.proposals.remove(proposal.market, proposal.endsMs);
}

function correctionOf({ id, correction }: Market): Correction {
  assert(correction !== null, `the result of market ${id} is not being corrected`);
  return correction;
}

function settlementOf({ id, settlement }: Market): NonNullable<Market['settlement']> {
  assert(settlement !== null, `market ${id} has not been settled, or its result is final`);
  return settlement;
}

/** Records what markets have paid so far. They empty first, if they are open; `settled` then starts the correction. */
function startRefund(state: State, { markets, claims }: NonNullable<ResultConfirmed['refund']>, stamp: Stamp): void {
  const from = markets.map((id) => {
    const market = marketOf(state, id);
    touchBook(market, stamp);
    return market.status === 'open' ? NOTHING_PAID : paidBy(market);
  });
  const [market] = markets;
  assert(market !== undefined, 'a refund has markets');
  enlist(state, { market, markets, from, to: markets.map(() => null), claims, steps: null, next: 0 });
}

/** Puts a correction on its markets. Those that are settled are `resolving` again. */
function enlist(state: State, correction: Correction): Correction {
  for (const [index, id] of correction.markets.entries()) {
    const market = marketOf(state, id);
    assert(market.correction === null, `the result of market ${id} is being corrected already`);
    market.correction = correction;
    if (market.status === 'open') continue;
    assert(market.status === 'resolved' && market.settlement !== null, `the result of market ${id} is final`);
    market.status = 'resolving';
    if (correction.to !== null) market.payouts = correction.to[index] ?? REFUND_PAYOUTS;
  }
  state.totals.claims = addMicros(state.totals.claims, correction.claims);
  return correction;
}

/** Called when a market is empty: it is resolved, or the correction begins once all of its markets are empty. */
export function settled(state: State, market: Market): void {
  state.settling.delete(market.id);
  const { correction } = market;
  if (correction === null) {
    market.status = 'resolved';
    dropIfFinal(state, market);
  } else if (correction.markets.every((id) => marketOf(state, id).settlement !== null)) {
    startCorrection(state, correction);
  }
}

/** The fee account gives back what it has got from the old result, and for a refund the fees of trades. */
function startCorrection(state: State, correction: Correction): void {
  const { from, to } = correction;
  const key = marketOf(state, correction.market);
  correction.steps = stepsOf(state, correction);
  let back = ZERO_MICROS;
  correction.markets.forEach((id, index) => {
    const market = marketOf(state, id);
    const settlement = settlementOf(market);
    back = addMicros(back, settlement.remainder);
    market.settlement = { ...settlement, remainder: ZERO_MICROS };
    if (to !== null && to[index] === null && from[index] !== null) back = addMicros(back, market.feesTaken);
  });
  payFromFees(state, back);
  lock(state, key, back);
  state.settling.add(key.id);
}

function takeStep(market: Market, kind: CorrectionStep['kind'], wallet: WalletId): void {
  const correction = correctionOf(market);
  const step = correction.steps?.[correction.next];
  assert(step?.kind === kind && step.wallet === wallet, `wallet ${wallet} is out of turn in a correction`);
  correction.next++;
}

/** The pool of the correction becomes the collateral that the pairs of all markets had locked, less the advance. */
function reopen(state: State, key: Market, markets: readonly Market[], stamp: Stamp): void {
  let rest = BigInt(key.locked);
  for (const market of markets) {
    const { vault, repaid } = settlementOf(market);
    market.vault = vault;
    market.supply[1] = addMicros(market.supply[1], vault);
    market.locked = market.supply[0];
    rest += BigInt(repaid) - BigInt(market.locked);
    if (market.catalogEvent !== null) catalogEventOf(state, market.catalogEvent).advanced += BigInt(repaid);
    market.settlement = null;
    market.before = null;
    market.payouts = null;
    market.status = 'open';
    setCloseTime(state, market, market.closeTimeMs, stamp.timeMs);
    quoteAnew(state.houses, market);
  }
  assert(rest === 0n, `market ${key.id} reopens with other collateral than its pairs`);
}
