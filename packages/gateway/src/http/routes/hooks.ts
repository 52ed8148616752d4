/** The operator's routes of hooks. The log says who changed them, without address or secret. */
import { HOOK_ROUTES, type HookAnswer, HookChange, HookInput, HookParams } from '@bellwether/contract';
import type { NoteAct } from '@bellwether/engine';
import {
  HOOKS_MAX,
  type Hook,
  type HookDelivery,
  type HookWish,
  NEWS_KINDS,
  type News,
} from '@bellwether/ports/news.ts';
import { badRequest, type Failure, failure } from '@bellwether/wire/failure.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { mountOperator } from '../mount.ts';
import { withBody } from '../plugins/body.ts';
import { recordDone, recordOf, wasDone, withAct } from '../plugins/idempotency.ts';
import { createQueryReader } from '../plugins/query.ts';
import { refusalOf } from '../shown-writes.ts';

const NO_HOOK = failure('id_not_found');
const TOO_MANY = badRequest('there are too many hooks: remove one first');

export function registerHookRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  registerDigests(app, dependencies);
  const { view } = dependencies;
  const readParams = createQueryReader<HookParams>(HookParams);

  const withNews = (answer: (news: News, request: FastifyRequest) => Promise<object>) => newsOf(dependencies, answer);

  /** The same with the id of the path. */
  const withHook = (answer: (news: News, id: string, request: FastifyRequest) => Promise<object>) =>
    withNews(async (news, request) => {
      const params = readParams(request.params);
      return params.kind === 'failure' ? params : answer(news, params.value.id, request);
    });

  mountOperator(
    app,
    HOOK_ROUTES.hooks,
    withNews(async (news) => ({ hooks: (await news.hooks()).map(hookAnswer) })),
  );

  const added = withBody(HookInput, (body, request) =>
    withNews(async (news) => {
      const { kinds = [...NEWS_KINDS], reason, tag = null, template = 'standard', url } = body;
      const obstacle = news.obstacle(url);
      if (obstacle !== null) return badRequest(obstacle);
      const isFull = async () => (await news.hooks()).length >= HOOKS_MAX;
      if (!wasDone(request) && (await isFull())) return TOO_MANY;
      const refusal = await note(dependencies, request, 'AddHook', { tag, template }, reason);
      if (refusal !== null) return refusal;
      const made = await news.addHook({ url, kinds, tag, template }, view.state.sequence, recordOf(request));
      if (made === null) return (await isFull()) ? TOO_MANY : failure('link_told_once');
      return { ...hookAnswer(made), secret: made.secret };
    })(request),
  );
  mountOperator(app, HOOK_ROUTES.addHook, added, 201);

  const changed = withBody(HookChange, ({ reason, ...edit }, request) =>
    withHook(async (news, id) => {
      const obstacle = edit.url === undefined ? null : news.obstacle(edit.url);
      if (obstacle !== null) return badRequest(obstacle);
      const refusal = await noteKnown(dependencies, news, id, request, 'ChangeHook', reason);
      if (refusal !== null) return refusal;
      const hook = await news.changeHook(id, edit, view.state.sequence, recordOf(request));
      return hook === null ? NO_HOOK : hookAnswer(hook);
    })(request),
  );
  mountOperator(app, HOOK_ROUTES.changeHook, changed);

  mountOperator(
    app,
    HOOK_ROUTES.renewHookSecret,
    withHook(async (news, id, request) => {
      const refusal = await noteKnown(dependencies, news, id, request, 'ChangeHook');
      if (refusal !== null) return refusal;
      const renewed = await news.renewSecret(id, recordOf(request));
      if (renewed === null) return wasDone(request) ? failure('link_told_once') : NO_HOOK;
      return { ...hookAnswer(renewed), secret: renewed.secret };
    }),
  );

  mountOperator(
    app,
    HOOK_ROUTES.removeHook,
    withHook(async (news, id, request) => {
      const refusal = await noteKnown(dependencies, news, id, request, 'RemoveHook');
      if (refusal === null) await news.removeHook(id);
      return refusal ?? { done: true };
    }),
  );

  mountOperator(
    app,
    HOOK_ROUTES.testHook,
    withHook(async (news, id) => (await news.testHook(id)) ?? NO_HOOK),
  );

  mountOperator(
    app,
    HOOK_ROUTES.hookDeliveries,
    withHook(async (news, id) => {
      const found = await news.deliveries(id);
      if (found === null) return NO_HOOK;
      return { deliveries: found.map(deliveryAnswer) };
    }),
  );

  mountOperator(
    app,
    HOOK_ROUTES.retryHook,
    withHook(async (news, id, request) => {
      if ((await news.hooks()).some((hook) => hook.id === id && hook.dead === 0)) return nothing(dependencies, request);
      const refusal = await noteKnown(dependencies, news, id, request, 'ChangeHook');
      if (refusal !== null) return refusal;
      const retried = await news.retryDead(id);
      return retried === null ? NO_HOOK : { retried };
    }),
  );
}

/** Notes an act on a hook that is there. A repeat was noted before, and may have removed it. */
async function noteKnown(
  dependencies: AppDependencies,
  news: News,
  id: string,
  request: FastifyRequest,
  what: NoteAct['what'],
  reason?: string,
): Promise<Failure | null> {
  const hook = (await news.hooks()).find((each) => each.id === id);
  if (hook === undefined) return wasDone(request) ? null : NO_HOOK;
  return note(dependencies, request, what, hook, reason);
}

/** Names the hook by its kind: the log has no address, which may be a secret. */
function note(
  dependencies: AppDependencies,
  request: FastifyRequest,
  what: NoteAct['what'],
  { tag, template }: Pick<HookWish, 'tag' | 'template'>,
  reason?: string,
): Promise<Failure | null> {
  const name = tag === null ? template : `${template} ${tag}`;
  return refusalOf(dependencies, request, withAct(request, { kind: 'NoteAct', what, account: null, name }, reason));
}

/** The log tells no act that finds nothing to do. */
async function nothing(dependencies: AppDependencies, { keyed }: FastifyRequest): Promise<{ retried: number }> {
  await recordDone(dependencies, keyed);
  return { retried: 0 };
}

/** Digests by e-mail that wait or were given up. */
function registerDigests(app: FastifyInstance, dependencies: AppDependencies): void {
  // The list is of use even where nobody can say whose it is.
  const emailOf = async (id: string) => (await dependencies.people?.find(id).catch(() => null))?.email ?? '';
  const digests = newsOf(dependencies, async (news) => {
    const deliveries = (await news.digests()).map(async ({ person, ...delivery }) => {
      return { ...deliveryAnswer(delivery), email: await emailOf(person) };
    });
    return { deliveries: await Promise.all(deliveries) };
  });
  mountOperator(app, HOOK_ROUTES.digests, digests);
  mountOperator(app, HOOK_ROUTES.retryDigests, async (request) => {
    const { news } = dependencies;
    if (news === undefined || !(await news.digests()).some(({ state }) => state === 'dead'))
      return nothing(dependencies, request);
    const act = withAct(request, { kind: 'NoteAct', what: 'RetryDigests', account: null });
    return (await refusalOf(dependencies, request, act)) ?? { retried: await news.retryDigests() };
  });
}

const newsOf =
  (dependencies: AppDependencies, answer: (news: News, request: FastifyRequest) => Promise<object>) =>
  async (request: FastifyRequest): Promise<object> =>
    dependencies.news === undefined ? badRequest('a sandbox sends no news') : answer(dependencies.news, request);

const seconds = (ms: number): number => Math.floor(ms / 1_000);

const deliveryAnswer = ({ attempts, error, id, kind, state, timeMs }: HookDelivery) => {
  return { id, kind, state, attempts, error, time: seconds(timeMs) };
};

function hookAnswer({ createdMs, dead, id, kinds, state, tag, template, url, waiting }: Hook): HookAnswer {
  const shown = `${new URL(url).origin}/…`;
  return { id, url: shown, kinds: [...kinds], tag, template, state, created: seconds(createdMs), waiting, dead };
}
