/**
 * The set-up of a new venue, for the one who has its printed link. Everything is checked before anything is written.
 * Then, in this order:
 *
 * 1. `bellwether.config.json` is written, durably and whole. From here on the venue is set up: its next start prints no
 *    link.
 * 2. The running venue takes the values over.
 * 3. The first event goes to the exchange, as from `POST /admin/events`.
 * 4. The link is used up.
 *
 * A crash after the first step leaves a venue with these values and no event, which its operator adds as any later one.
 * If the exchange refuses the event, the link stays good and the same request can be sent again.
 */
import { type Route, SetUpAnswer, SetUpRequest, SetUpState } from '@bellwether/contract';
import type { AddToCatalog } from '@bellwether/engine';
import type { FastifyInstance } from 'fastify';
import { parseAdminEvent } from '../../wire/catalog-input/admin.ts';
import { describeInvalid } from '../../wire/catalog-input/fields.ts';
import { badRequest, type Failure, failure, invalidPayload } from '../../wire/failure.ts';
import { rejectFailure } from '../../wire/orders/reject-text.ts';
import type { AppDependencies } from '../dependencies.ts';
import { mountOperator } from '../mount.ts';
import { requireAdminToken } from '../plugins/admin-token.ts';
import { bodyBytes, createBodyReader } from '../plugins/body.ts';
import { OPERATOR_BODY } from '../plugins/json.ts';

const route = { path: '/setup', auth: 'admin', errorShape: 'plain', caps: [] } as const;
export const SET_UP_ROUTES = {
  state: { ...route, method: 'GET', summary: 'The link to set up this venue', response: { 200: SetUpState }, errors: [] },
  setUp: {
    ...route,
    method: 'POST',
    summary: 'Set up this venue, once',
    body: SetUpRequest,
    response: { 200: SetUpAnswer },
    errors: ['invalid_payload', 'bad_request', 'setup_over', 'setup_failed'],
  },
} as const satisfies Record<string, Route>;

/** The set-up of one start, for whoever has its token. */
export interface SetUp {
  readonly token: string;
  /** The file or the setting that holds the admin token. */
  readonly adminTokenAt: string;
  /** Seconds until the link expires; 0 afterwards. */
  secondsLeft(): number;
  /** Checks the values. `save` writes them durably and puts them in force; it throws `StorageError`. */
  prepare(fields: Omit<SetUpRequest, 'event'>): { readonly problem: string } | { readonly save: () => void };
}

const OTHERWISE = 'set the venue up by settings or in bellwether.config.json';
const OVER = {
  none: `this start of the venue has no set-up. A new venue prints its link when it starts; otherwise ${OTHERWISE}`,
  done: 'this venue is set up already. To change it, edit bellwether.config.json in its data folder and restart it',
  expired: `this link has expired. Restart the venue for a new one, or ${OTHERWISE}`,
  busy: 'the venue is being set up from another browser at this moment',
  inUse: `this venue is in use already: someone has joined or added to it since its start. Now ${OTHERWISE}, and restart it`,
} as const;

export function registerSetUpRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { setUp, guesses, exchange, view, clock, runtime } = dependencies;
  const readBody = createBodyReader(SetUpRequest, invalidPayload, OPERATOR_BODY);
  let state: 'open' | 'busy' | 'done' = 'open';

  const refusal = (): Failure | null => {
    const over = (reason: keyof typeof OVER): Failure => failure('setup_over', { detail: OVER[reason] });
    if (setUp === undefined) return over('none');
    if (state !== 'open') return over(state);
    if (setUp.secondsLeft() === 0) return over('expired');
    return view.state.sequence > 0 ? over('inUse') : null;
  };

  const create = async (command: AddToCatalog | null): Promise<Failure | null> => {
    if (command === null) return null;
    const outcome = await exchange.submit(command);
    return outcome.kind === 'reject' ? rejectFailure(outcome) : null;
  };

  const carryOut = async (sent: SetUpRequest, { prepare, adminTokenAt }: SetUp): Promise<SetUpAnswer | Failure> => {
    const { event, ...fields } = sent;
    const prepared = prepare(fields);
    if ('problem' in prepared) return badRequest(prepared.problem);
    const randomBytes = (count: number): Uint8Array => runtime.random.bytes(count);
    const parsed =
      event === undefined ? null : parseAdminEvent(event, { nowMs: clock(), randomBytes, state: view.state });
    if (parsed?.kind === 'invalid') return badRequest(`event: ${describeInvalid(parsed)}`);
    try {
      prepared.save();
    } catch (error) {
      return failure('setup_failed', { detail: error instanceof Error ? error.message : String(error) });
    }
    const command = parsed?.value ?? null;
    const refused = await create(command);
    return refused ?? { event: command?.events[0]?.event.slug ?? '', adminToken: adminTokenAt };
  };

  const mayEnter = setUp && { mayEnter: requireAdminToken(setUp.token, guesses, 'setup_link_wrong') };
  const others = { mayEnter: (_request: unknown, _reply: unknown, done: () => void) => done() };
  const options = mayEnter ?? others;
  mountOperator(app, SET_UP_ROUTES.state, () => refusal() ?? { secondsLeft: setUp?.secondsLeft() ?? 0 }, 200, options);
  const run = async (body: SetUpRequest): Promise<SetUpAnswer | Failure> => {
    // Checked last: nothing else runs between this and the next line.
    const refused = refusal();
    if (refused !== null || setUp === undefined) return refused ?? failure('setup_over', { detail: OVER.none });
    state = 'busy';
    try {
      const answer = await carryOut(body, setUp);
      if (!('kind' in answer)) state = 'done';
      return answer;
    } finally {
      if (state === 'busy') state = 'open';
    }
  };
  mountOperator(
    app,
    SET_UP_ROUTES.setUp,
    (request) => {
      const body = readBody(bodyBytes(request));
      return refusal() ?? (body.kind === 'failure' ? body : run(body.value));
    },
    200,
    options,
  );
}
