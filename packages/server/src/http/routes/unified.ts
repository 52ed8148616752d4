/** Further routes of the ecosystem's unified SDK: open interest, and lists that are always empty here. */
import {
  conditionIdText,
  type OpenInterestQuery,
  type OpenInterests,
  UNIFIED_ROUTES,
  WHOLE_VENUE,
} from '@bellwether/contract';
import { isConditionId, type State, totalLocked } from '@bellwether/engine';
import type { FastifyInstance } from 'fastify';
import { failure } from '../../wire/failure.ts';
import { amountText } from '../../wire/forms/decimal.ts';
import type { AppDependencies } from '../dependencies.ts';
import { mount, mountQuery } from '../mount.ts';
import { sendJson } from '../plugins/answers.ts';

export function registerUnifiedRoutes(app: FastifyInstance, { view }: AppDependencies): void {
  const answerOf = ({ market }: OpenInterestQuery): OpenInterests => openInterest(view.state, market);
  const rules = { unknown: (name: string) => failure('unknown_field', { name }) };
  mountQuery(app, UNIFIED_ROUTES.openInterest, answerOf, rules);
  mount(app, UNIFIED_ROUTES.sports, (_request, reply) => sendJson(reply, '[]'));
  mount(app, UNIFIED_ROUTES.sportsMarketTypes, (_request, reply) => sendJson(reply, '{"marketTypes":[]}'));
  for (const empty of [UNIFIED_ROUTES.teams, UNIFIED_ROUTES.clarifications]) mountQuery(app, empty, () => []);
}

function openInterest({ markets, marketsByCondition }: Readonly<State>, named: readonly string[] = []): OpenInterests {
  if (named.length === 0) return [{ market: WHOLE_VENUE, value: amountText(totalLocked(markets)) }];
  return [...new Set(named.map((id) => conditionIdText(id)))].flatMap((conditionId) => {
    const id = isConditionId(conditionId) ? marketsByCondition.get(conditionId) : undefined;
    const market = id === undefined ? undefined : markets[id];
    return market === undefined ? [] : [{ market: conditionId, value: amountText(BigInt(market.locked)) }];
  });
}
