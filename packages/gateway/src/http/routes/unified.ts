/** Open interest, for the ecosystem's unified SDK. */
import {
  conditionIdText,
  type OpenInterestQuery,
  type OpenInterests,
  UNIFIED_ROUTES,
  WHOLE_VENUE,
} from '@bellwether/contract';
import { isConditionId, type State, totalLocked } from '@bellwether/engine';
import { failure } from '@bellwether/wire/failure.ts';
import { amountText, unitsNumber } from '@bellwether/wire/forms/decimal.ts';
import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { mountQuery } from '../mount.ts';

export function registerUnifiedRoutes(app: FastifyInstance, { settings, view }: AppDependencies): void {
  // Clients of that profile read numbers.
  const shown = settings.profile === 'polymarket' ? (amount: bigint) => unitsNumber(Number(amount)) : amountText;
  const answerOf = ({ market }: OpenInterestQuery): OpenInterests => openInterest(view.state, shown, market);
  const rules = { unknown: (name: string) => failure('unknown_field', { name }) };
  mountQuery(app, UNIFIED_ROUTES.openInterest, answerOf, rules);
}

function openInterest(
  { markets, marketsByCondition }: Readonly<State>,
  shown: (amount: bigint) => string | number,
  named: readonly string[] = [],
): OpenInterests {
  if (named.length === 0) return [{ market: WHOLE_VENUE, value: shown(totalLocked(markets)) }];
  return [...new Set(named.map((id) => conditionIdText(id)))].flatMap((conditionId) => {
    const id = isConditionId(conditionId) ? marketsByCondition.get(conditionId) : undefined;
    const market = id === undefined ? undefined : markets[id];
    return market === undefined ? [] : [{ market: conditionId, value: shown(BigInt(market.locked)) }];
  });
}
