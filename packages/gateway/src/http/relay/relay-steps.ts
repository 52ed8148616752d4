/** Converts contract calls to steps of the exchange: contract ids become the venue's own. */

import { marketVersion } from '@bellwether/contract';
import {
  type Address,
  type CatalogId,
  type ConvertPositions,
  type Market,
  type MarketId,
  MICROS_MAX,
  type Micros,
  micros,
  type RelayStep,
  type State,
} from '@bellwether/engine';
import type { NegRiskQuestion } from '@bellwether/read-model/orders/answer/relayer.ts';
import { explained, type Failure, failure } from '@bellwether/wire/failure.ts';
import { findMarket } from '../accounts/account.ts';
import type { RelayedCall } from './calls.ts';
import { refuseRelay } from './relay-submission.ts';

/** Questions of a negative-risk group by its lower-case id, in the order of their markets; empty if it is unknown. */
export type FindQuestions = (negRiskMarketId: string) => Promise<readonly NegRiskQuestion[]>;

/** Reads calls in order; calls without effect here produce no step. `number` counts from 1, including approvals. */
export async function readSteps(
  calls: readonly RelayedCall[],
  state: Readonly<State>,
  findQuestions: FindQuestions,
): Promise<readonly RelayStep[] | Failure> {
  const steps: RelayStep[] = [];
  for (const [index, call] of calls.entries()) {
    if (call.kind === 'approval') continue;
    const read = await readCall(call, index + 1, state, findQuestions);
    if (!('kind' in read)) steps.push(...read);
    else if (read.kind === 'failure') return read;
    else steps.push(read);
  }
  return steps;
}

function readCall(
  call: Exclude<RelayedCall, { readonly kind: 'approval' }>,
  number: number,
  state: Readonly<State>,
  findQuestions: FindQuestions,
): RelayStep | readonly RelayStep[] | Failure | Promise<RelayStep | Failure> {
  switch (call.kind) {
    case 'convert':
      return readConversion(call, state, findQuestions);
    case 'convert-one':
      return readConversionOfOne(call, number, state);
    case 'split-across':
      return readSplitAcross(call, number, state);
    case 'add-key': {
      const { key, scopes, expiration } = call;
      return { kind: 'AddKey', key: key as Address, label: '', scopes, expiration };
    }
    case 'revoke-key':
      return { kind: 'RevokeKey', key: call.key as Address };
    default:
      return readPositionCall(call, number, state);
  }
}

type PositionCall = Extract<RelayedCall, { readonly kind: 'split' | 'merge' | 'redeem' }>;

function readPositionCall(call: PositionCall, number: number, state: Readonly<State>): RelayStep | Failure {
  const market = findMarket(call.conditionId, state);
  if (market === null) return failure('market_not_found');
  const isRouted = 'router' in call;
  if (isRouted !== isOfRouter(market) || (!isRouted && market.negRisk !== call.negRisk))
    return refuseRelay(`call ${number}: ${otherContract(market)}`);
  if (call.kind === 'redeem') return { kind: 'RedeemPositions', market: market.id };
  const amount = readAmount(call.amount);
  if (typeof amount !== 'number') return amount;
  return { kind: call.kind === 'split' ? 'SplitPosition' : 'MergePositions', market: market.id, amount };
}

/** True for a market of version v2. */
function isOfRouter({ conditionId, tokenIds }: Market): boolean {
  return marketVersion(conditionId, tokenIds[0]) === 'v2';
}

/** Gives NO of one market for YES of all others of its event: no collateral moves. */
function readConversionOfOne(
  { conditionId, amount }: Omit<Extract<RelayedCall, { readonly kind: 'convert-one' }>, 'kind'>,
  number: number,
  state: Readonly<State>,
): Conversion | Failure {
  const market = findMarket(conditionId, state);
  if (market === null) return failure('market_not_found');
  if (market.catalogEvent === null || !isOfRouter(market))
    return refuseRelay(`call ${number}: ${otherContract(market)}`);
  const shares = readAmount(amount);
  if (typeof shares !== 'number') return shares;
  return { kind: 'ConvertPositions', catalogEvent: market.catalogEvent, markets: [market.id], amount: shares };
}

type Conversion = Extract<RelayStep, { readonly kind: 'ConvertPositions' }>;

/** A pair of the event's first market, whose NO is given for YES of all others. */
function readSplitAcross(
  call: Extract<RelayedCall, { readonly kind: 'split-across' }>,
  number: number,
  state: Readonly<State>,
): readonly RelayStep[] | Failure {
  const conversion = readConversionOfOne(call, number, state);
  if (conversion.kind === 'failure') return conversion;
  const [market] = conversion.markets;
  return market === undefined ? [] : [{ kind: 'SplitPosition', market, amount: conversion.amount }, conversion];
}

function otherContract(market: Market): string {
  const { conditionId, negRisk } = market;
  if (isOfRouter(market)) return `${conditionId} is a market of version v2: it is called through the router`;
  return negRisk
    ? `${conditionId} is a negative-risk market: it is called through the negative-risk adapter`
    : `${conditionId} is no negative-risk market: it is called through the conditional tokens`;
}

/** Amount of a call. 0 is left for the exchange to refuse; an amount beyond the maximum is refused here. */
function readAmount(amount: bigint): Micros | Failure {
  if (amount > BigInt(MICROS_MAX))
    return explained('amount_out_of_range', {
      field: 'amount',
      amount: `${amount}`,
      minimum: '1',
      maximum: String(MICROS_MAX),
    });
  return micros(Number(amount));
}

async function readConversion(
  { negRiskMarketId, indexSet, amount }: Extract<RelayedCall, { readonly kind: 'convert' }>,
  { markets }: Readonly<State>,
  findQuestions: FindQuestions,
): Promise<Omit<ConvertPositions, 'account' | 'wallet'> | Failure> {
  const questions = await findQuestions(negRiskMarketId);
  const catalogEvent = markets[questions[0]?.market ?? -1]?.catalogEvent ?? null;
  if (catalogEvent === null) return failure('event_not_found');
  const chosen = chosenMarkets(questions, negRiskMarketId, indexSet);
  if (chosen === null)
    return failure('conversion_invalid', { detail: 'indexSet names a question that the event lacks' });
  const shares = readAmount(amount);
  if (typeof shares !== 'number') return shares;
  return { kind: 'ConvertPositions', catalogEvent: catalogEvent as CatalogId, markets: chosen, amount: shares };
}

/**
 * Markets of the set bits. If all question ids equal their group's id except for the last byte, as contracts create
 * them, a question's bit is that byte; else it is the question's place in the event.
 */
function chosenMarkets(questions: readonly NegRiskQuestion[], group: string, indexSet: bigint) {
  const beginning = group.slice(0, -2);
  const areDerived = questions.every(({ questionId }) => questionId.length === 66 && questionId.startsWith(beginning));
  const byBit = new Map(
    questions.map(({ market, questionId }, place) => [
      areDerived ? Number.parseInt(questionId.slice(-2), 16) : place,
      market as MarketId,
    ]),
  );
  const chosen: MarketId[] = [];
  for (let bit = 0, rest = indexSet; rest > 0n; bit++, rest >>= 1n) {
    if ((rest & 1n) === 0n) continue;
    const market = byBit.get(bit);
    if (market === undefined) return null;
    chosen.push(market);
  }
  return chosen;
}
