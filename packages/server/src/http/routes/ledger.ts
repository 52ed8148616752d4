/** `GET /trades`. */
import { LEDGER_ROUTES, type TradesQuery } from '@bellwether/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { badRequest, type Failure, failure } from '../failure.ts';
import { mount } from '../mount.ts';
import { mayReadLedger } from '../plugins/allowlist.ts';
import { sendFailure } from '../plugins/answers.ts';
import { createQueryReader } from '../plugins/query.ts';
import { sendRead } from '../send-read.ts';

export function registerLedgerRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { parseAddress, reader, settings } = dependencies;
  const route = LEDGER_ROUTES.trades;
  const readQuery = createQueryReader<TradesQuery>(route.query, {
    unknown: (name) => failure('unknown_field', { name }),
    invalid: badRequest,
  });

  const complete = (query: TradesQuery): TradesQuery | Failure => {
    const { filterType, filterAmount, user, market } = query;
    if ((filterType === undefined) !== (filterAmount === undefined)) {
      return badRequest(filterType === undefined ? 'filterAmount needs filterType' : 'filterType needs filterAmount');
    }
    const named = user === undefined ? null : parseAddress(user);
    if (named?.kind === 'invalid') return badRequest(`user ${named.error}`);
    return {
      ...query,
      ...(named !== null && { user: named.address }),
      ...(market !== undefined && { market: [...new Set(market.map((id) => id.toLowerCase()))] }),
    };
  };

  mount(app, route, (request, reply) => {
    if (!mayReadLedger(request, settings.dataAllowlist))
      return sendFailure(reply, failure('ip_not_allowlisted'), 'ledger');
    const read = readQuery(request.query);
    const query = read.kind === 'failure' ? read : complete(read.value);
    if ('kind' in query) return sendFailure(reply, query, 'ledger');
    return sendRead(reply, reader.read('trades', query), failure('ledger_internal', { id: 'no answer' }), 'ledger');
  });
}
