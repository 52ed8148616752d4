/**
 * Results of markets and events: fixed at once, or proposed, disputed, confirmed and withdrawn; and reversed after they
 * were paid.
 */
import {
  type ActLog,
  ADMIN_ROUTES,
  EventProposal,
  EventResolution,
  type EventResult,
  EventReversal,
  leastRole,
  MarketProposal,
  type MarketResult,
  MarketReversal,
  mayUse,
  RESULT_ROUTES,
  Resolution,
  ResultDispute,
  ResultNote,
  ResultReason,
  type Route,
  WINDOW_HOURS,
} from '@bellwether/contract';
import type {
  AccountId,
  CatalogEvent,
  Command,
  Market,
  MarketId,
  NamedResult,
  ResultScope,
  State,
} from '@bellwether/engine';
import { type Failure, failure, invalidPayload } from '@bellwether/wire/failure.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { eventNamed, marketNamed } from '../catalog/named.ts';
import type { AppDependencies } from '../dependencies.ts';
import { isFailure, mountOperator, mountPrivate } from '../mount.ts';
import { type BodyReader, bodyBytes, createBodyReader } from '../plugins/body.ts';
import { type FirstOutcome, firstOutcome, submitOnce } from '../plugins/idempotency.ts';
import { rejectFailure } from '../reject-failure.ts';
import {
  proposedIn,
  readEventResolution,
  readEventResult,
  readMarketResult,
  readResolution,
} from '../results/read-result.ts';
import { eventResolutionAnswer, resolutionAnswer, resultAnswer } from '../results/result-answers.ts';
import { confirmation, dispute, type Grounds, proposal, reversal, withdrawal } from '../results/result-commands.ts';

type Answered<Value> = Value | Failure | Promise<Value | Failure>;
type Target = Market | CatalogEvent;
/** Finds the market or the event that a path names. */
type Find<Found extends Target> = (request: FastifyRequest, state: Readonly<State>) => Found | Failure;

/** A market or an event: how a path names it, how a body names its result, and its routes. */
interface Kind<Found extends Target, Named> {
  readonly find: Find<Found>;
  readonly scope: (found: Found) => ResultScope;
  readonly result: (named: Named, found: Found) => Answered<NamedResult>;
  readonly proposal: BodyReader<Named & Grounds>;
  readonly reversal: BodyReader<{ readonly to: 'open' | Named; readonly note: string }>;
  readonly routes: Readonly<Record<'propose' | 'confirm' | 'withdraw' | 'reverse', Route>>;
}

const readerOf = <Schema extends TSchema>(schema: Schema) => createBodyReader(schema, invalidPayload);
const NO_FIELDS = Buffer.from('{}');
/** Reads a body without required fields, which may be left out. */
const optional = <Body>(read: BodyReader<Body>): BodyReader<Body> => {
  return (bytes) => read(bytes.length === 0 ? NO_FIELDS : bytes);
};

type Handler = (request: FastifyRequest, account?: AccountId) => Promise<object>;

/** Returns the maker of handlers that read a body, submit its command, and by default answer where the result stands. */
function createHandle(dependencies: AppDependencies) {
  const { view } = dependencies;
  return <Found extends Target, Body>(
    find: Find<Found>,
    read: BodyReader<Body>,
    commandOf: (found: Found, body: Body, account: AccountId | null, request: FastifyRequest) => Answered<Command>,
    answer?: (found: Found, outcome: FirstOutcome) => object,
  ): Handler =>
    async (request, account) => {
      const found = find(request, view.state);
      // A malformed name is told before anything about the body, an unknown one after it.
      if (isFailure(found) && found.code === 'invalid_market') return found;
      const body = read(bodyBytes(request));
      if (body.kind === 'failure') return body;
      if (isFailure(found)) return found;
      const before = await firstOutcome(dependencies, request);
      const command = before?.entry.command ?? (await commandOf(found, body.value, account ?? null, request));
      if (command.kind === 'failure') return command;
      const outcome = before ?? (await submitOnce(dependencies, request, command));
      if (outcome.kind === 'reject') return rejectFailure(outcome);
      return answer?.(found, outcome) ?? resultAnswer(outcome, view.state);
    };
}

export function registerResultRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { reader, view } = dependencies;
  const handle = createHandle(dependencies);
  registerResolutions(app, dependencies, handle);

  const mountLife = <Found extends Target, Named extends object>(kind: Kind<Found, Named>): void => {
    const { find, scope, result, routes } = kind;
    const propose = handle(find, kind.proposal, async (found, body, _account, { admin }) => {
      // Others shall have the time to look at it.
      const { windowHours = WINDOW_HOURS } = body;
      if (windowHours < WINDOW_HOURS && !mayUse(admin?.role ?? 'trader', routes.confirm))
        return failure('role_required', { role: leastRole(routes.confirm) });
      const named = await result(body, found);
      return named.kind === 'failure' ? named : proposal(scope(found), named, body);
    });
    const confirm = handle(find, optional(readerOf(ResultNote)), (found, body) => {
      const market = proposedIn(found, view.state);
      return typeof market === 'number' ? confirmation(market, body) : market;
    });
    const withdraw = handle(find, optional(readerOf(ResultReason)), async (found, body, _account, { admin }) => {
      const market = proposedIn(found, view.state);
      if (typeof market !== 'number') return market;
      const mayDecide = mayUse(admin?.role ?? 'trader', routes.confirm);
      if (!mayDecide && !(await isUndecided(dependencies, market, admin?.actor)))
        return failure('role_required', { role: leastRole(routes.confirm) });
      return withdrawal(market, body);
    });
    const reverse = handle(find, kind.reversal, async (found, { to, note }) => {
      const named = to === 'open' ? { kind: 'open' as const } : await result(to as Named, found);
      return named.kind === 'failure' ? named : reversal(scope(found), named, note);
    });
    for (const [name, handler] of Object.entries({ propose, confirm, withdraw, reverse }))
      mountOperator(app, routes[name as keyof typeof routes], (request) => handler(request));
  };
  mountLife<Market, MarketResult>({
    find: marketNamed,
    scope: ({ id }) => ({ market: id }),
    result: readMarketResult,
    proposal: readerOf(MarketProposal),
    reversal: readerOf(MarketReversal),
    routes: {
      propose: RESULT_ROUTES.proposeResult,
      confirm: RESULT_ROUTES.confirmResult,
      withdraw: RESULT_ROUTES.withdrawProposal,
      reverse: RESULT_ROUTES.reverseResult,
    },
  });
  mountLife<CatalogEvent, EventResult>({
    find: eventNamed,
    scope: ({ id }) => ({ catalogEvent: id }),
    result: (named, catalogEvent) => readEventResult(named, catalogEvent, view.state, reader),
    proposal: readerOf(EventProposal),
    reversal: readerOf(EventReversal),
    routes: {
      propose: RESULT_ROUTES.proposeEventResult,
      confirm: RESULT_ROUTES.confirmEventResult,
      withdraw: RESULT_ROUTES.withdrawEventProposal,
      reverse: RESULT_ROUTES.reverseEventResult,
    },
  });

  const disputed = handle(marketNamed, readerOf(ResultDispute), ({ id }, { reason }, account) =>
    dispute(id, account, reason),
  );
  mountPrivate(app, RESULT_ROUTES.disputeResult, ({ account }, request) => disputed(request, account.id));
  mountOperator(app, RESULT_ROUTES.disputeResultAsOperator, (request) => disputed(request));
}

/** True if the market has no proposal but the actor's own, which nobody has disputed: an operator decides all others. */
async function isUndecided(
  { reader, view: { state } }: AppDependencies,
  market: MarketId,
  actor: string | undefined,
): Promise<boolean> {
  const proposal = state.markets[market]?.proposal ?? null;
  if (proposal === null || proposal.dispute !== null) return proposal === null;
  const { scope } = proposal;
  const subject = 'market' in scope ? state.markets[scope.market]?.conditionId : `event ${scope.catalogEvent}`;
  const read = await reader.read('acts', { kind: 'ProposeResult', subject, limit: 1 });
  const { acts } = JSON.parse(Buffer.from(read?.body ?? '{"acts":[]}').toString()) as ActLog;
  // The read takes a moment, in which an operator may have proposed another.
  return acts[0]?.actor === actor && state.markets[market]?.proposal === proposal;
}

/** Results that are fixed at once. */
function registerResolutions(
  app: FastifyInstance,
  { reader, view }: AppDependencies,
  handle: ReturnType<typeof createHandle>,
): void {
  const resolveMarket = handle(
    marketNamed,
    readerOf(Resolution),
    (market, body) => {
      const result = readResolution(body, market);
      if (result.kind === 'failure') return result;
      return { kind: 'ResolveMarket', market: market.id, payouts: result.payouts, closesEvent: true };
    },
    (market, outcome) => resolutionAnswer(market, outcome, view.state),
  );
  mountOperator(app, ADMIN_ROUTES.resolveMarket, (request) => resolveMarket(request));
  const resolveEvent = handle(
    eventNamed,
    readerOf(EventResolution),
    async (catalogEvent, body) => {
      const result = await readEventResolution(body, catalogEvent, view.state, reader);
      if (result.kind === 'failure') return result;
      return { kind: 'ResolveEvent', catalogEvent: catalogEvent.id, winners: result.winners };
    },
    (catalogEvent, outcome) => eventResolutionAnswer(catalogEvent, outcome, view.state),
  );
  mountOperator(app, ADMIN_ROUTES.resolveEvent, (request) => resolveEvent(request));
}
