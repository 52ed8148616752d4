/** Suggestions of members, the operator's answers to them, and clarifications of events. A write answers with a read. */
import {
  type AdminSuggestionsQuery,
  ASKING_ROUTES,
  ClarificationBody,
  SuggestionApproval,
  SuggestionParams,
  SuggestionPost,
  SuggestionRejection,
  SuggestionsQuery,
} from '@bellwether/contract';
import type { CatalogId, SuggestionId, SuggestionVerdict } from '@bellwether/engine';
import { isInvisible, pastedText } from '@bellwether/read-model/community/answer/comment-output.ts';
import { badRequest, type Failure, failure, invalidPayload } from '@bellwether/wire/failure.ts';
import { normalizeIsoDate } from '@bellwether/wire/forms/iso-date.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { eventNamed } from '../catalog/named.ts';
import type { AppDependencies } from '../dependencies.ts';
import { isFailure, mount } from '../mount.ts';
import { sendFailure } from '../plugins/answers.ts';
import { bodyBytes, createBodyReader } from '../plugins/body.ts';
import { submitOnce } from '../plugins/idempotency.ts';
import { createQueryReader } from '../plugins/query.ts';
import { askerOf } from '../plugins/work.ts';
import { rejectFailure } from '../reject-failure.ts';
import { answerRead, mountRead, sendDone } from '../send-read.ts';

const NOT_FOUND = failure('id_not_found');

export function registerAskingRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { reader } = dependencies;
  const readPost = createBodyReader(SuggestionPost, badRequest);
  const readPage = createQueryReader<{ readonly limit: number; readonly offset: number }>(SuggestionsQuery);

  mount(app, ASKING_ROUTES.addSuggestion, async (request, reply) => {
    const caller = app.access.identify(request);
    if (caller.kind === 'failure') return sendFailure(reply, caller);
    const post = readPost(bodyBytes(request));
    if (post.kind === 'failure') return sendFailure(reply, post);
    const written = writtenSuggestion(post.value);
    if (isFailure(written)) return sendFailure(reply, written);
    const command = { kind: 'AddSuggestion', account: caller.account.id, ...written } as const;
    const outcome = await submitOnce(dependencies, request, command);
    if (outcome.kind === 'reject') return sendFailure(reply, rejectFailure(outcome));
    const [event] = outcome.kind === 'accepted' ? outcome.entry.events : [];
    if (event?.kind !== 'SuggestionAdded') throw new Error(`AddSuggestion was ${outcome.kind}`);
    return show(dependencies, request, reply, event.suggestion, 201);
  });

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

  const readId = createQueryReader<{ readonly id: SuggestionId }>(SuggestionParams);
  mount(app, ASKING_ROUTES.adminSuggestion, (request, reply) => {
    const named = readId(request.params);
    return answerRead(reply, reader, 'suggestion', named.kind === 'failure' ? named : named.value, NOT_FOUND);
  });
  registerDecisions(app, dependencies);
}

/** The suggestion of a body, or why it is refused. */
function writtenSuggestion({ title, description = '', answers = [], endDate = '' }: SuggestionPost) {
  if (isInvisible(title)) return badRequest('title must not be empty');
  const ends = endDate === '' ? '' : normalizeIsoDate(endDate);
  if (ends === null) return badRequest('endDate must be an ISO 8601 date');
  return { title, description: pastedText(description), answers, endDate: ends };
}

function registerDecisions(app: FastifyInstance, dependencies: AppDependencies): void {
  const readId = createQueryReader<{ readonly id: SuggestionId }>(SuggestionParams);
  const readApproval = createBodyReader(SuggestionApproval, invalidPayload);
  const readRejection = createBodyReader(SuggestionRejection, invalidPayload);
  const readClarification = createBodyReader(ClarificationBody, invalidPayload);

  const decide = async (
    request: FastifyRequest,
    reply: FastifyReply,
    verdict: Omit<SuggestionVerdict, 'suggestion'> | Failure,
  ): Promise<FastifyReply> => {
    if (isFailure(verdict)) return sendFailure(reply, verdict);
    const params = readId(request.params);
    if (params.kind === 'failure') return sendFailure(reply, params);
    const { id: suggestion } = params.value;
    const outcome = await submitOnce(dependencies, request, { kind: 'DecideSuggestion', suggestion, ...verdict });
    if (outcome.kind === 'reject') return sendFailure(reply, rejectFailure(outcome));
    return show(dependencies, request, reply, suggestion, 200);
  };
  mount(app, ASKING_ROUTES.approveSuggestion, (request, reply) => {
    const body = readApproval(bodyBytes(request));
    if (body.kind === 'failure') return decide(request, reply, body);
    const { note = '', eventId } = body.value;
    const catalogEvent = eventId === undefined ? null : (Number(eventId) as CatalogId);
    return decide(request, reply, { status: 'approved', note, catalogEvent });
  });
  mount(app, ASKING_ROUTES.rejectSuggestion, (request, reply) => {
    const body = readRejection(bodyBytes(request));
    if (body.kind === 'failure') return decide(request, reply, body);
    return decide(request, reply, { status: 'rejected', note: body.value.note ?? '', catalogEvent: null });
  });

  mount(app, ASKING_ROUTES.addClarification, async (request, reply) => {
    const { view } = dependencies;
    const event = eventNamed(request, view.state);
    if (isFailure(event)) return sendFailure(reply, event);
    const body = readClarification(bodyBytes(request));
    if (body.kind === 'failure') return sendFailure(reply, body);
    const text = pastedText(body.value.text);
    if (isInvisible(text)) return sendFailure(reply, badRequest('text must not be empty'));
    const command = { kind: 'AddClarification', catalogEvent: event.id, text } as const;
    const outcome = await submitOnce(dependencies, request, command);
    if (outcome.kind === 'reject') return sendFailure(reply, rejectFailure(outcome));
    const [added] = outcome.kind === 'accepted' ? outcome.entry.events : [];
    if (outcome.kind !== 'accepted' || added?.kind !== 'ClarificationAdded')
      throw new Error(`AddClarification was ${outcome.kind}`);
    const createdAt = new Date(outcome.entry.timeMs).toISOString();
    return reply.code(201).send({ number: added.number, text: added.text, createdAt });
  });
}

function show(
  { reader }: AppDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  id: SuggestionId,
  status: number,
): Promise<FastifyReply> {
  return sendDone(reply, reader.read('suggestion', { id }, askerOf(request)), NOT_FOUND, status);
}
