/** The operator's change of the venue's looks. */
import { ADMIN_ROUTES, type LooksAnswer, LooksChange } from '@bellwether/contract';
import type { Failure } from '@bellwether/wire/failure.ts';
import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { mountOperator } from '../mount.ts';
import { withBody } from '../plugins/body.ts';
import { withAct } from '../plugins/idempotency.ts';
import { refusalOf } from '../shown-writes.ts';
import { shownLooks, venueLook } from './venue-look.ts';

export function registerLooks(app: FastifyInstance, dependencies: AppDependencies): void {
  const setLooks = withBody(LooksChange, async ({ reason, ...changes }, request): Promise<LooksAnswer | Failure> => {
    const refusal = await refusalOf(dependencies, request, withAct(request, { kind: 'SetLooks', changes }, reason));
    if (refusal !== null) return refusal;
    const look = venueLook(dependencies);
    return { name: look.name, currency: look.currency, ...shownLooks(look) };
  });
  mountOperator(app, ADMIN_ROUTES.setLooks, setLooks);
}
