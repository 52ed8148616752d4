/** The market or the event that the path of an operator's request names. */
import { conditionIdText } from '@bellwether/contract';
import { type CatalogEvent, type CatalogId, isConditionId, type Market, type State } from '@bellwether/engine';
import { explained, type Failure, failure } from '@bellwether/wire/failure.ts';
import type { FastifyRequest } from 'fastify';
import { findMarket } from '../accounts/account.ts';

export function eventNamed({ params }: FastifyRequest, { catalogEvents }: Readonly<State>): CatalogEvent | Failure {
  const { id } = params as { readonly id: string };
  const found = /^[0-9]{1,15}$/.test(id) ? catalogEvents.get(Number(id) as CatalogId) : undefined;
  return found ?? failure('event_not_found');
}

export function marketNamed({ params }: FastifyRequest, state: Readonly<State>): Market | Failure {
  const conditionId = conditionIdText((params as { readonly condition_id: string }).condition_id);
  if (!isConditionId(conditionId)) return failure('invalid_market');
  return findMarket(conditionId, state) ?? explained('market_not_found', { conditionId });
}
