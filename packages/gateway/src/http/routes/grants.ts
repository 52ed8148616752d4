/** The operator's grants: a preview, the giving, and standing grants. */
import { hash } from 'node:crypto';
import { GRANT_ROUTES, GrantRequest, type StandingGrantAnswer, StandingGrantParams } from '@bellwether/contract';
import {
  type AccountId,
  accountOf,
  type Command,
  type Micros,
  pseudonym,
  type StandingGrant,
} from '@bellwether/engine';
import { badRequest } from '@bellwether/wire/failure.ts';
import { amountText, parseAmount } from '@bellwether/wire/forms/decimal.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { type GrantTerms, give, refuseTooMuch } from '../grants/give.ts';
import { recipientsOf } from '../grants/recipients.ts';
import { payWeekly } from '../grants/standing.ts';
import { isFailure, mountOperator } from '../mount.ts';
import { withBody } from '../plugins/body.ts';
import { submitPart, withAct } from '../plugins/idempotency.ts';
import { createQueryReader } from '../plugins/query.ts';
import { mountRead } from '../send-read.ts';
import { refusalOf } from '../shown-writes.ts';

const FIRST_SHOWN_MAX = 10;

export function registerGrantRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { reader, runtime, view } = dependencies;
  mountRead<{ readonly limit: number; readonly offset: number }>(app, GRANT_ROUTES.grants, reader, 'grants', {});

  /** The same for a repeat of the request. */
  const idOf = ({ keyed }: FastifyRequest): string => {
    const { by, key } = keyed?.id ?? { by: null, key: runtime.random.uuid() };
    return hash('sha256', `${by} ${key}`, 'hex').slice(0, 32);
  };

  const grant = withBody(GrantRequest, async (body, request) => {
    const { to, every, preview = false } = body;
    const amount = parseAmount(body.amount);
    if (amount === null || amount === 0) return badRequest('amount is out of range');
    const terms: GrantTerms = { grant: preview ? '' : idOf(request), amount, reason: body.reason.trim() };
    if (every !== undefined && ('accounts' in to || 'without' in to))
      return badRequest('to: a standing grant is for all or a group');
    const recipients = await recipientsOf(dependencies, to);
    if (isFailure(recipients)) return recipients;
    const { accounts, unpaid } = recipients;
    const first = await namesOf(dependencies, accounts.slice(0, FIRST_SHOWN_MAX));
    const told = (people: number) => ({
      ...{ grant: terms.grant, people, amount: amountText(amount), first, unpaid },
      total: amountText(BigInt(amount) * BigInt(people)),
    });
    if (every !== undefined) {
      if (preview) return told(every === 'week' ? accounts.length : 0);
      const recurring = 'group' in to ? ({ kind: 'group', group: to.group } as const) : ({ kind: 'all' } as const);
      const { grant: standing, ...rest } = terms;
      const command = { kind: 'SetStandingGrant', standing, every, to: recurring, ...rest } as const;
      const refused = await refusalOf(dependencies, request, command);
      if (refused !== null) return refused;
      if (every === 'week') await payWeekly(dependencies);
      return told(every === 'week' ? accounts.length : 0);
    }
    const known = view.state.grants.find(terms.grant);
    const refusal = known?.step === null ? null : refuseTooMuch(view, terms, accounts.length);
    if (refusal !== null) return refusal;
    if (preview) return told(accounts.length);
    const submit = (command: Command) => submitPart(dependencies, request.keyed?.id, withAct(request, command));
    const given = await give(view, terms, accounts, submit);
    return isFailure(given) ? given : told(given.people);
  });
  mountOperator(app, GRANT_ROUTES.grant, grant);

  const standing = (): StandingGrantAnswer[] => [...view.state.grants.standing.values()].map(standingAnswer);
  mountOperator(app, GRANT_ROUTES.standingGrants, standing);

  const readId = createQueryReader<{ readonly id: string }>(StandingGrantParams);
  mountOperator(app, GRANT_ROUTES.endStandingGrant, async (request) => {
    const named = readId(request.params);
    if (named.kind === 'failure') return named;
    const known = view.state.grants.standing.get(named.value.id);
    if (known === undefined) return standing();
    const { sinceMs: _, ...terms } = known;
    const ended = { kind: 'SetStandingGrant', ...terms, amount: 0 as Micros } as const;
    return (await refusalOf(dependencies, request, ended)) ?? standing();
  });
}

/** Names that operators know people by. An account of nobody, and a store that does not answer, leave the public ones. */
async function namesOf({ people, view: { state } }: AppDependencies, ids: readonly AccountId[]): Promise<string[]> {
  const accounts = ids.map((id) => accountOf(state, id).address);
  const known = await people?.list({ accounts, limit: ids.length, offset: 0 }).catch(() => null);
  const names = new Map(known?.people.map(({ account, name }) => [account, name]));
  return accounts.map(
    (address, at) => names.get(address) ?? state.community.names.get(ids[at] as AccountId) ?? pseudonym(address),
  );
}

function standingAnswer({ standing, every, to, amount, reason, sinceMs }: StandingGrant): StandingGrantAnswer {
  return {
    ...{ id: standing, every, amount: amountText(amount), reason, since: new Date(sinceMs).toISOString() },
    to: to.kind === 'all' ? { all: true } : { group: to.group },
  };
}
