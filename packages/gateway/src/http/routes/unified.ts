/** Further routes of the ecosystem's unified SDK: open interest, and lists that are always empty here. */
import {
  type CombosActivityQuery,
  type CombosQuery,
  conditionIdText,
  type OpenInterestQuery,
  type OpenInterests,
  UNIFIED_ROUTES,
  WHOLE_VENUE,
} from '@bellwether/contract';
import { isConditionId, type State, totalLocked } from '@bellwether/engine';
import { badRequest, type Failure, failure } from '@bellwether/wire/failure.ts';
import type { ParseAddress } from '@bellwether/wire/forms/address.ts';
import { amountText, unitsNumber } from '@bellwether/wire/forms/decimal.ts';
import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { mount, mountQuery } from '../mount.ts';
import { sendJson } from '../plugins/answers.ts';

export function registerUnifiedRoutes(app: FastifyInstance, { parseAddress, settings, view }: AppDependencies): void {
  // Clients of that profile read numbers.
  const shown = settings.profile === 'polymarket' ? (amount: bigint) => unitsNumber(Number(amount)) : amountText;
  const answerOf = ({ market }: OpenInterestQuery): OpenInterests => openInterest(view.state, shown, market);
  const rules = { unknown: (name: string) => failure('unknown_field', { name }) };
  mountQuery(app, UNIFIED_ROUTES.openInterest, answerOf, rules);
  const ofUser = { ...rules, missing: (name: string) => failure('missing_field', { name }) };
  const empty = (list: 'combos' | 'activity') => (query: CombosQuery | CombosActivityQuery) =>
    comboProblem(query, parseAddress) ?? {
      [list]: [],
      pagination: { limit: query.limit, offset: query.offset, has_more: false, next_cursor: null },
    };
  mountQuery(app, UNIFIED_ROUTES.comboPositions, empty('combos'), ofUser);
  mountQuery(app, UNIFIED_ROUTES.comboActivity, empty('activity'), ofUser);
  mount(app, UNIFIED_ROUTES.sports, (_request, reply) => sendJson(reply, '[]'));
  mount(app, UNIFIED_ROUTES.sportsMarketTypes, (_request, reply) => sendJson(reply, '{"marketTypes":[]}'));
  for (const route of [UNIFIED_ROUTES.teams, UNIFIED_ROUTES.clarifications]) mountQuery(app, route, () => []);
}

/** Refuses a query about combos; null if it is right. No page of an empty list has a cursor. */
function comboProblem(query: CombosQuery | CombosActivityQuery, parseAddress: ParseAddress): Failure | null {
  const { user, cursor = '' } = query;
  const named = parseAddress(user);
  if (named.kind === 'invalid') return badRequest(`user ${named.error}`);
  if (cursor !== '') return badRequest('cursor is no cursor of this list: it has one page');
  const { updatedAfter: after = 0, updatedBefore: before = after } = query as CombosQuery;
  return before < after ? badRequest('updatedBefore must not be before updatedAfter') : null;
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
