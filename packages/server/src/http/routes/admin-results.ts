/** The operator's calls that set results: of a market, or of a whole one-winner event. */
import { ADMIN_ROUTES, EventResolution, Resolution } from '@bellwether/contract';
import { type CatalogId, isConditionId } from '@bellwether/engine';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { findMarket } from '../../wire/accounts/account.ts';
import { eventResolutionAnswer, readPayouts, readWinners, resolutionAnswer } from '../../wire/catalog/resolution.ts';
import { failure, invalidPayload } from '../../wire/failure.ts';
import { rejectFailure } from '../../wire/orders/reject-text.ts';
import type { AppDependencies } from '../dependencies.ts';
import { mountOperator } from '../mount.ts';
import { bodyBytes, createBodyReader } from '../plugins/body.ts';
import { submitOnce } from '../submit-once.ts';

const DIGITS = /^[0-9]{1,15}$/;

export function registerAdminResultRoutes(
  app: FastifyInstance,
  dependencies: AppDependencies,
  onRequest: onRequestHookHandler,
): void {
  const { reader, view } = dependencies;
  const readResolution = createBodyReader(Resolution, invalidPayload);
  const readEventResolution = createBodyReader(EventResolution, invalidPayload);

  const resolveMarket = async (request: FastifyRequest): Promise<object> => {
    const conditionId = (request.params as { readonly condition_id: string }).condition_id.toLowerCase();
    if (!isConditionId(conditionId)) return failure('invalid_market');
    const body = readResolution(bodyBytes(request));
    if (body.kind === 'failure') return body;
    const market = findMarket(conditionId, view.state);
    if (market === null) return failure('market_not_found');
    const payouts = readPayouts(body.value, market);
    if ('kind' in payouts) return payouts;
    const command = { kind: 'ResolveMarket', market: market.id, payouts, closesEvent: true } as const;
    const outcome = await submitOnce(dependencies, request, command);
    return outcome.kind === 'reject' ? rejectFailure(outcome) : resolutionAnswer(market, outcome, view.state);
  };
  mountOperator(app, ADMIN_ROUTES.resolveMarket, onRequest, resolveMarket);

  const resolveEvent = async (request: FastifyRequest): Promise<object> => {
    const { id } = request.params as { readonly id: string };
    const catalogEvent = DIGITS.test(id) ? view.state.catalogEvents.get(Number(id) as CatalogId) : undefined;
    if (catalogEvent === undefined) return failure('event_not_found');
    const body = readEventResolution(bodyBytes(request));
    if (body.kind === 'failure') return body;
    const named = await readWinners(body.value, catalogEvent, view.state, reader);
    if (named.kind === 'failure') return named;
    const { winners } = named;
    const command = { kind: 'ResolveEvent', catalogEvent: catalogEvent.id, winners } as const;
    const outcome = await submitOnce(dependencies, request, command);
    return outcome.kind === 'reject'
      ? rejectFailure(outcome)
      : eventResolutionAnswer(catalogEvent, outcome, view.state);
  };
  mountOperator(app, ADMIN_ROUTES.resolveEvent, onRequest, resolveEvent);
}
