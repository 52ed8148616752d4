/** Further routes of the ecosystem's unified SDK: open interest, and lists that are always empty here. */
import { type OpenInterestQuery, type OpenInterests, UNIFIED_ROUTES, WHOLE_VENUE } from '@bellwether/contract';
import { isConditionId, type State, totalLocked } from '@bellwether/engine';
import type { FastifyInstance } from 'fastify';
import { failure } from '../../wire/failure.ts';
import { amountText } from '../../wire/forms/decimal.ts';
import type { AppDependencies } from '../dependencies.ts';
import { mount } from '../mount.ts';
import { sendFailure, sendJson, sendValue } from '../plugins/answers.ts';
import { createRouteQueryReader } from '../plugins/query.ts';

export function registerUnifiedRoutes(app: FastifyInstance, { view }: AppDependencies): void {
  const route = UNIFIED_ROUTES.openInterest;
  const readQuery = createRouteQueryReader<OpenInterestQuery>(route, {
    unknown: (name) => failure('unknown_field', { name }),
  });
  mount(app, route, (request, reply) => {
    const query = readQuery(request.query);
    if (query.kind === 'failure') return sendFailure(reply, query);
    return sendValue(reply, openInterest(view.state, query.value.market));
  });

  mount(app, UNIFIED_ROUTES.sports, (_request, reply) => sendJson(reply, '[]'));
  mount(app, UNIFIED_ROUTES.sportsMarketTypes, (_request, reply) => sendJson(reply, '{"marketTypes":[]}'));
  for (const empty of [UNIFIED_ROUTES.teams, UNIFIED_ROUTES.clarifications]) {
    const readList = createRouteQueryReader<object>(empty);
    mount(app, empty, (request, reply) => {
      const query = readList(request.query);
      return query.kind === 'failure' ? sendFailure(reply, query) : sendJson(reply, '[]');
    });
  }
}

function openInterest({ markets, marketsByCondition }: Readonly<State>, named: readonly string[] = []): OpenInterests {
  if (named.length === 0) return [{ market: WHOLE_VENUE, value: amountText(totalLocked(markets)) }];
  return [...new Set(named.map((id) => id.toLowerCase()))].flatMap((conditionId) => {
    const id = isConditionId(conditionId) ? marketsByCondition.get(conditionId) : undefined;
    const market = id === undefined ? undefined : markets[id];
    return market === undefined ? [] : [{ market: conditionId, value: amountText(BigInt(market.locked)) }];
  });
}
