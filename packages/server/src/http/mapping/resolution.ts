/** `POST /admin/markets/{condition_id}/resolve` as payouts. */
import type { Resolution, ResolutionAnswer } from '@bellwether/contract';
import { type Market, PRICE_ONE } from '@bellwether/engine';
import { badRequest, type Failure, failure } from '../failure.ts';
import { parseFraction, priceText } from './decimal.ts';

/** Payouts per outcome in 1/10000, summing to 10000. */
export function readPayouts({ winner, payouts }: Resolution, market: Market): readonly [number, number] | Failure {
  if ((winner === undefined) === (payouts === undefined)) return badRequest('send either winner or payouts');
  if (winner !== undefined) {
    const outcome = market.outcomes.indexOf(winner);
    if (outcome < 0) return badRequest(`winner must be one of ${market.outcomes.join(', ')}`);
    return outcome === 0 ? [PRICE_ONE, 0] : [0, PRICE_ONE];
  }
  const [first = null, second = null] = (payouts ?? []).map(parseFraction);
  if (first === null || second === null || first + second !== PRICE_ONE) return failure('payouts_invalid');
  return [first, second];
}

export function resolutionAnswer(market: Market): ResolutionAnswer {
  return {
    condition_id: market.conditionId,
    status: market.status === 'resolved' ? 'resolved' : 'resolving',
    payouts: (market.payouts ?? []).map(priceText),
  };
}
