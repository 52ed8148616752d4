/**
 * The set-up of a new venue by its printed link. Like the page, it is not part of the API. Everything is checked before
 * anything is written. Then, in this order:
 *
 * 1. `bellwether.config.json` is written, durably and whole. From here on the venue is set up: its next start prints no
 *    link.
 * 2. The running venue takes the values over. An account that is being opened at this moment keeps the former terms.
 * 3. The first event goes to the exchange, as from `POST /admin/events`.
 * 4. The link is used up.
 *
 * A crash after the first step leaves a venue with these values and without the event. Its next start says so, and its
 * operator adds the event like any later one. If the exchange refuses the event, the link stays good and the same request can be sent again.
 */
import {
  MailCheck,
  PeopleDone,
  ProviderCheck,
  ProviderChecked,
  type Route,
  SetUpAnswer,
  SetUpRequest,
  SetUpState,
} from '@bellwether/contract';
import { MailFailed } from '@bellwether/ports/people.ts';
import { parseAdminEvent } from '@bellwether/wire/catalog-input/admin.ts';
import { describeInvalid } from '@bellwether/wire/catalog-input/fields.ts';
import { badRequest, type Failure, failure, invalidPayload } from '@bellwether/wire/failure.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { isFailure, mountOperator } from '../mount.ts';
import { requireToken } from '../plugins/admin-token.ts';
import { bodyBytes, createBodyReader, OPERATOR_BODY, withBody } from '../plugins/body.ts';
import { rejectFailure } from '../reject-failure.ts';
import { isUnused, type SetUp } from '../set-up.ts';

const REFUSALS = ['setup_link_wrong', 'setup_over'] as const;
const route = { path: '/app/setup/link', auth: 'admin', errorShape: 'plain', caps: ['trading'] } as const;
export const SET_UP_ROUTES = {
  state: {
    ...route,
    method: 'GET',
    summary: 'The link to set up this venue',
    response: { 200: SetUpState },
    errors: REFUSALS,
  },
  provider: {
    ...route,
    method: 'POST',
    path: '/app/setup/link/provider',
    summary: 'Whether an identity provider answers',
    body: ProviderCheck,
    response: { 200: ProviderChecked },
    errors: [...REFUSALS, 'invalid_payload'],
  },
  mail: {
    ...route,
    method: 'POST',
    path: '/app/setup/link/mail',
    summary: 'Send a test mail',
    body: MailCheck,
    response: { 200: PeopleDone },
    errors: [...REFUSALS, 'invalid_payload', 'bad_request', 'mail_failed'],
  },
  setUp: {
    ...route,
    method: 'POST',
    summary: 'Set up this venue, once',
    body: SetUpRequest,
    response: { 200: SetUpAnswer },
    errors: [...REFUSALS, 'invalid_payload', 'bad_request', 'setup_failed', 'catalog_conflict'],
  },
} as const satisfies Record<string, Route>;

const OTHERWISE = 'set the venue up by settings or in bellwether.config.json';
const OVER = {
  none: `this start of the venue has no set-up. A new venue prints its link when it starts; otherwise ${OTHERWISE}. If only the first market is missing, add it at /app/operate/new`,
  done: 'this venue is set up already. To change it, edit bellwether.config.json in its data folder and restart it',
  expired: `this link has expired. Restart the venue for a new one, or ${OTHERWISE}`,
  busy: 'the venue is being set up from another browser at this moment',
  inUse: `this venue is in use already: someone has joined or added to it since its start. Now ${OTHERWISE}, and restart it`,
} as const;

export function registerSetUp(app: FastifyInstance, dependencies: AppDependencies): void {
  const { setUp, guesses, view } = dependencies;
  const readBody = createBodyReader(SetUpRequest, invalidPayload, OPERATOR_BODY);
  let state: 'open' | 'busy' | 'done' = 'open';

  /** The link's set-up, or why it cannot be used. */
  const usable = (): SetUp | Failure => {
    const over = (reason: keyof typeof OVER): Failure => failure('setup_over', { detail: OVER[reason] });
    if (setUp === undefined) return over('none');
    if (state !== 'open') return over(state);
    if (setUp.secondsLeft() === 0) return over('expired');
    return isUnused(view.state) ? setUp : over('inUse');
  };
  // A venue without a link tells everyone so.
  const admitOperator =
    setUp === undefined
      ? (_request: unknown, _reply: unknown, done: () => void): void => done()
      : requireToken(setUp.token, guesses, 'setup_link_wrong');

  const readState = (request: FastifyRequest): object => {
    const found = usable();
    if (isFailure(found)) return found;
    const base = found.url ?? `${request.protocol}://${request.host}`;
    return { secondsLeft: found.secondsLeft(), callback: `${base}/auth/people/callback/oidc` };
  };
  mountOperator(app, SET_UP_ROUTES.state, readState, 200, { admitOperator });

  // The venue asks addresses that its operator names: the link's token is needed, and no answer is passed on.
  const checkProvider = withBody(ProviderCheck, async ({ issuer }) => {
    const found = usable();
    return isFailure(found) ? found : { problem: (await found.providerProblem(issuer)) ?? '' };
  });
  mountOperator(app, SET_UP_ROUTES.provider, checkProvider, 200, { admitOperator });
  const tryMail = withBody(MailCheck, async (check) => {
    const found = usable();
    if (isFailure(found)) return found;
    try {
      const problem = await found.tryMail(check);
      return problem === null ? { done: true } : badRequest(problem);
    } catch (error) {
      if (error instanceof MailFailed) return failure('mail_failed', { reason: error.message });
      throw error;
    }
  });
  mountOperator(app, SET_UP_ROUTES.mail, tryMail, 200, { admitOperator });

  const run = async (request: FastifyRequest): Promise<object> => {
    const found = usable();
    if (isFailure(found)) return found;
    const body = readBody(bodyBytes(request));
    if (body.kind === 'failure') return body;
    // Nothing has waited since the link was found usable, so no one else has.
    state = 'busy';
    const answer = await carryOut(dependencies, found, body.value).finally(() => {
      state = 'open';
    });
    if (!isFailure(answer)) state = 'done';
    return answer;
  };
  mountOperator(app, SET_UP_ROUTES.setUp, run, 200, { admitOperator });
}

async function carryOut(
  { clock, exchange, metrics, runtime, settings, view }: AppDependencies,
  { prepare, adminTokenAt }: SetUp,
  { event, ...fields }: SetUpRequest,
): Promise<SetUpAnswer | Failure> {
  const prepared = prepare(fields);
  if ('problem' in prepared) return badRequest(prepared.problem);
  const randomBytes = (count: number): Uint8Array => runtime.random.bytes(count);
  const hasVersions = settings.differences.has('market-version');
  const context = { nowMs: clock(), randomBytes, hasVersions, state: view.state };
  const parsed = event === undefined ? null : parseAdminEvent(event, context);
  if (parsed?.kind === 'invalid') return badRequest(`event: ${describeInvalid(parsed)}`);
  // The event would be refused after the first step.
  if (metrics.figures().storage.isFull) return failure('storage_full');
  try {
    prepared.save();
  } catch (error) {
    return failure('setup_failed', { detail: error instanceof Error ? error.message : String(error) });
  }
  if (parsed === null) return { event: '', adminToken: adminTokenAt };
  const outcome = await exchange.submit(parsed.value);
  if (outcome.kind === 'reject') return rejectFailure(outcome);
  return { event: parsed.value.events[0]?.event.slug ?? '', adminToken: adminTokenAt };
}
