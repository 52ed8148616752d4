/** Roles, tokens and suspensions by administrators, and their log. */
import {
  type ActLog,
  AdminTokenParams,
  type LogQuery,
  RIGHTS_ROUTES,
  RoleChange,
  type Roles,
  SuspensionBody,
  TokenRequest,
  type Tokens,
} from '@bellwether/contract';
import { type Account, accountOf, type Command } from '@bellwether/engine';
import { badRequest, type Failure, failure } from '@bellwether/wire/failure.ts';
import { csvQuoted } from '@bellwether/wire/forms/csv.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { isFailure, mount, mountOperator } from '../mount.ts';
import { accountAt } from '../own-wallets.ts';
import { followLog } from '../people/admin-people.ts';
import { endRecovered } from '../people/recovered.ts';
import { digestOf } from '../plugins/admin-token.ts';
import { actorOf, mayActOn } from '../plugins/admission.ts';
import { sendFailure } from '../plugins/answers.ts';
import { withBody } from '../plugins/body.ts';
import { wasDone, withAct } from '../plugins/idempotency.ts';
import { createQueryReader, createRouteQueryReader } from '../plugins/query.ts';
import { askerOf } from '../plugins/work.ts';
import { answerRead } from '../send-read.ts';
import { refusalOf } from '../shown-writes.ts';

const SECRET_BYTES = 32;

export function registerRightsRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const { clock, people, runtime, view } = dependencies;

  /** Submits a command with the reason of the body. */
  const submit = (request: FastifyRequest, command: Command, reason?: string): Promise<Failure | null> =>
    refusalOf(dependencies, request, withAct(request, command, reason));

  mountOperator(app, RIGHTS_ROUTES.adminSelf, (request) => ({ actor: actorOf(request), role: request.admin?.role }));

  mountOperator(app, RIGHTS_ROUTES.roles, (): Roles => {
    const { rights } = view.state;
    const addressOf = (id: Account['id']): string => accountOf(view.state, id).address;
    const roles = [...rights.roles].map(([id, role]) => ({ account: addressOf(id), role }));
    return { roles, suspended: [...rights.suspended].map(addressOf) };
  });
  const setRole = withBody(RoleChange, async ({ account, role, reason }, request) => {
    const found = accountNamed(dependencies, 'account', account);
    if (isFailure(found)) return found;
    const refusal =
      (await endRecovered(dependencies, found, role, request)) ??
      (await submit(request, { kind: 'SetRole', account: found.id, role }, reason));
    if (refusal !== null) return refusal;
    // A link from before would sign someone in with rights that whoever made it may not give.
    await people?.endLinksOf(found.address);
    return { account: found.address, role };
  });
  mountOperator(app, RIGHTS_ROUTES.setRole, setRole);

  mountOperator(app, RIGHTS_ROUTES.tokens, (): Tokens => {
    const nowMs = clock();
    return [...view.state.rights.tokens.values()].map(({ name, role, expires }) => ({
      ...{ name, role: role as Tokens[number]['role'], expires, ended: expires * 1000 <= nowMs },
    }));
  });
  const issueToken = withBody(TokenRequest, async ({ name, role, expires, reason }, request) => {
    // A repeat cannot show the secret again, which is kept nowhere.
    if (wasDone(request)) return failure('token_name_taken', { name });
    const token = `bw_${Buffer.from(runtime.random.bytes(SECRET_BYTES)).toString('base64url')}`;
    const hash = digestOf(token).toString('hex');
    const refusal = await submit(request, { kind: 'IssueToken', name, hash, role, expires }, reason);
    if (refusal !== null) return refusal;
    // Another node may have carried out the same request first.
    if (view.state.rights.tokens.get(name)?.hash !== hash) return failure('token_name_taken', { name });
    return { name, role, expires, token };
  });
  mountOperator(app, RIGHTS_ROUTES.issueToken, issueToken, 201);
  const readName = createQueryReader<{ readonly name: string }>(AdminTokenParams);
  mountOperator(app, RIGHTS_ROUTES.revokeToken, async (request) => {
    const named = readName(request.params);
    if (named.kind === 'failure') return named;
    const refusal = await submit(request, { kind: 'RevokeToken', ...named.value });
    if (refusal !== null) return refusal;
    await people?.endLinksOf(`token:${named.value.name}`);
    return { ...named.value, revoked: true };
  });

  const suspend = (suspended: boolean) =>
    withBody(SuspensionBody, async ({ reason }, request) => {
      const { address } = request.params as { readonly address: string };
      const found = accountNamed(dependencies, 'address', address);
      if (isFailure(found)) return found;
      if (!mayActOn(dependencies, request, found.id)) return failure('role_required', { role: 'owner' });
      const kind = suspended ? 'SuspendAccount' : 'ResumeAccount';
      const refusal = await submit(request, { kind, account: found.id }, reason);
      if (refusal !== null) return refusal;
      if (suspended) await people?.endLinksOf(found.address);
      const [person] = (await people?.list({ accounts: [found.address], limit: 1, offset: 0 }))?.people ?? [];
      if (people !== undefined && person !== undefined) await followLog(dependencies, people, person);
      return { account: found.address, suspended };
    });
  mountOperator(app, RIGHTS_ROUTES.suspendAccount, suspend(true));
  mountOperator(app, RIGHTS_ROUTES.resumeAccount, suspend(false));
  registerLog(app, dependencies);
}

/** Reads the address of an account, or of one of its own wallets. */
function accountNamed({ parseAddress, view }: AppDependencies, field: string, text: string): Account | Failure {
  const parsed = parseAddress(text);
  if (parsed.kind === 'invalid') return badRequest(`${field} ${parsed.error}`);
  return accountAt(view.state, parsed.address) ?? failure('id_not_found');
}

const CSV_ROWS_MAX = 5_000;
const CSV_COLUMNS = ['sequence', 'time', 'actor', 'role', 'action', 'subject', 'before', 'after', 'reason'] as const;

function registerLog(app: FastifyInstance, { reader }: AppDependencies): void {
  const route = RIGHTS_ROUTES.adminLog;
  const readQuery = createRouteQueryReader<LogQuery>(route, {});
  mount(app, route, async (request, reply) => {
    const query = readQuery(request.query);
    if (query.kind === 'failure') return sendFailure(reply, query);
    const { actor, kind, from, to, text, before, limit, format } = query.value;
    const listing = {
      ...{ actor: actor?.toLowerCase().startsWith('0x') ? actor.toLowerCase() : actor, kind, before },
      fromMs: from === undefined ? undefined : from * 1_000,
      toMs: to === undefined ? undefined : to * 1_000 + 999,
      text: text?.toLowerCase(),
    };
    if (format === 'json') return answerRead(reply, reader, 'acts', { ...listing, limit });
    const read = await reader.read('acts', { ...listing, limit: CSV_ROWS_MAX }, askerOf(request));
    const { acts } = JSON.parse(Buffer.from(read?.body ?? '{"acts":[]}').toString()) as ActLog;
    const lines = [CSV_COLUMNS, ...acts.map((act) => CSV_COLUMNS.map((name) => act[name] ?? ''))];
    reply.routeCounts?.count(200);
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="log.csv"')
      .send(`${lines.map((cells) => cells.map((cell) => csvQuoted(String(cell))).join(',')).join('\r\n')}\r\n`);
  });
}
