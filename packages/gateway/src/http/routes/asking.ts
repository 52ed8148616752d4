/** Suggestions of members, the operator's answers to them, and clarifications of events. A write answers with a read. */
import {
  type AdminSuggestionsQuery,
  ASKING_ROUTES,
  ClarificationBody,
  type Route,
  SuggestionApproval,
  SuggestionParams,
  SuggestionPost,
  SuggestionRejection,
  SuggestionsQuery,
} from '@bellwether/contract';
import type { CatalogId, SuggestionId, SuggestionVerdict } from '@bellwether/engine';
import { isInvisible, pastedText } from '@bellwether/read-model/community/answer/comment-output.ts';
import type { Page } from '@bellwether/read-model/community/query/discussions.ts';
import { badRequest, failure, invalidPayload } from '@bellwether/wire/failure.ts';
import { normalizeIsoDate } from '@bellwether/wire/forms/iso-date.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { eventNamed } from '../catalog/named.ts';
import type { AppDependencies } from '../dependencies.ts';
import { isFailure, mount, mountOperator } from '../mount.ts';
import { sendFailure } from '../plugins/answers.ts';
import { type BodyReader, bodyBytes, createBodyReader } from '../plugins/body.ts';
import { submitOnce } from '../plugins/idempotency.ts';
import { createQueryReader } from '../plugins/query.ts';
import { rejectFailure } from '../reject-failure.ts';
import { answerRead, mountRead } from '../send-read.ts';
import { mountOperatorWrite, mountWrite, refusalOf, type Write } from '../shown-writes.ts';

const readId = createQueryReader<{ readonly id: SuggestionId }>(SuggestionParams);

export function registerAskingRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { reader } = dependencies;
  const readPost = createBodyReader(SuggestionPost, badRequest);
  const readPage = createQueryReader<Page>(SuggestionsQuery);

  const add: Write = async ({ account }, request) => {
    const post = readPost(bodyBytes(request));
    if (post.kind === 'failure') return post;
    const written = writtenSuggestion(post.value);
    if (isFailure(written)) return written;
    const outcome = await submitOnce(dependencies, request, { kind: 'AddSuggestion', account: account.id, ...written });
    if (outcome.kind === 'reject') return rejectFailure(outcome);
    const [event] = outcome.kind === 'accepted' ? outcome.entry.events : [];
    if (event?.kind !== 'SuggestionAdded') throw new Error(`AddSuggestion was ${outcome.kind}`);
    return { read: 'suggestion', of: { id: event.suggestion } };
  };
  mountWrite(app, ASKING_ROUTES.addSuggestion, dependencies, add, 201);

  mount(app, ASKING_ROUTES.suggestions, async (request, reply) => {
    const caller = app.access.identify(request);
    if (caller.kind === 'failure') return sendFailure(reply, caller);
    const page = readPage(request.query);
    if (page.kind === 'failure') return sendFailure(reply, page);
    return answerRead(reply, reader, 'suggestions', { account: caller.account.id, status: null, ...page.value });
  });

  mountRead<AdminSuggestionsQuery>(app, ASKING_ROUTES.adminSuggestions, reader, 'suggestions', {}, (query) => {
    return { account: null, ...query, status: query.status ?? null };
  });
  mount(app, ASKING_ROUTES.adminSuggestion, (request, reply) => {
    const named = readId(request.params);
    const parameters = named.kind === 'failure' ? named : named.value;
    return answerRead(reply, reader, 'suggestion', parameters, failure('id_not_found'));
  });
  registerDecisions(app, dependencies);
  registerClarifications(app, dependencies);
}

/** The suggestion of a body, or why it is refused. */
function writtenSuggestion({ title, description = '', answers = [], endDate = '' }: SuggestionPost) {
  if (isInvisible(title)) return badRequest('title must not be empty');
  const ends = endDate === '' ? '' : normalizeIsoDate(endDate);
  if (ends === null) return badRequest('endDate must be an ISO 8601 date');
  return { title, description: pastedText(description), answers, endDate: ends };
}

function registerDecisions(app: FastifyInstance, dependencies: AppDependencies): void {
  type Body = { readonly note?: string; readonly eventId?: string };
  const mountDecision = (route: Route, status: SuggestionVerdict['status'], read: BodyReader<Body>): void =>
    mountOperatorWrite(app, route, dependencies, async (request) => {
      const body = read(bodyBytes(request));
      if (body.kind === 'failure') return body;
      const params = readId(request.params);
      if (params.kind === 'failure') return params;
      const { note = '', eventId } = body.value;
      const catalogEvent = eventId === undefined ? null : (Number(eventId) as CatalogId);
      const verdict = { suggestion: params.value.id, status, note, catalogEvent };
      const refusal = await refusalOf(dependencies, request, { kind: 'DecideSuggestion', ...verdict });
      return refusal ?? { read: 'suggestion', of: params.value };
    });
  mountDecision(ASKING_ROUTES.approveSuggestion, 'approved', createBodyReader(SuggestionApproval, invalidPayload));
  mountDecision(ASKING_ROUTES.rejectSuggestion, 'rejected', createBodyReader(SuggestionRejection, invalidPayload));
}

function registerClarifications(app: FastifyInstance, dependencies: AppDependencies): void {
  const read = createBodyReader(ClarificationBody, invalidPayload);
  const clarify = async (request: FastifyRequest): Promise<object> => {
    const event = eventNamed(request, dependencies.view.state);
    if (isFailure(event)) return event;
    const body = read(bodyBytes(request));
    if (body.kind === 'failure') return body;
    const text = pastedText(body.value.text);
    if (isInvisible(text)) return badRequest('text must not be empty');
    const command = { kind: 'AddClarification', catalogEvent: event.id, text } as const;
    const outcome = await submitOnce(dependencies, request, command);
    if (outcome.kind === 'reject') return rejectFailure(outcome);
    const [added] = outcome.kind === 'accepted' ? outcome.entry.events : [];
    if (outcome.kind !== 'accepted' || added?.kind !== 'ClarificationAdded')
      throw new Error(`AddClarification was ${outcome.kind}`);
    return { number: added.number, text: added.text, createdAt: new Date(outcome.entry.timeMs).toISOString() };
  };
  mountOperator(app, ASKING_ROUTES.addClarification, clarify, 201);
}
