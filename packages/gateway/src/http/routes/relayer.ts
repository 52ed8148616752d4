/** The relayer: nonces, deployments, transactions and their submission. */
import {
  type DeployedQuery,
  IDEMPOTENCY_HEADER,
  type NonceQuery,
  RELAYER_ROUTES,
  RelayedParams,
  type RelayedQuery,
  RelaySubmission,
  type RelaySubmitted,
} from '@bellwether/contract';
import type { AccountId, State } from '@bellwether/engine';
import { badRequest, type Failure, failure, invalidPayload } from '@bellwether/wire/failure.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { answer, mount, mountQuery } from '../mount.ts';
import { type Builder, createIdentifyBuilder, type IdentifyBuilder } from '../pipeline.ts';
import { sendFailure } from '../plugins/answers.ts';
import { bodyBytes, createBodyReader } from '../plugins/body.ts';
import { refuseSigner } from '../plugins/caps.ts';
import { markReplayed, requestIdOf } from '../plugins/idempotency.ts';
import { createQueryReader } from '../plugins/query.ts';
import { RELAY_ADDRESS } from '../relay/contracts.ts';
import { type RelayDraft, readSubmission } from '../relay/relay-submission.ts';
import { RelayDesk } from '../relay-desk.ts';
import { answerRead, mountRead } from '../send-read.ts';

/** Refusal by a venue without relayer. */
export const NOT_RELAYED = failure('not_offered', {
  what: 'the relayer belongs to the profile polymarket (BELLWETHER_PROFILE): what its clients sign names no venue; use POST /positions/split, /merge and /convert here, and /account/keys',
});

export function registerRelayerRoutes(app: FastifyInstance, dependencies: AppDependencies): void {
  const identifyBuilder = createIdentifyBuilder(dependencies.authenticator, dependencies.view);
  registerStanding(app, dependencies);
  registerRelayed(app, dependencies, identifyBuilder);
  registerSubmit(app, dependencies, identifyBuilder);
}

/** Mounts the reads that a client needs before it signs. */
function registerStanding(app: FastifyInstance, { parseAddress, view }: AppDependencies): void {
  const { relayNonce, relayPayload, relayParams } = RELAYER_ROUTES;
  for (const route of [relayNonce, relayPayload, relayParams]) {
    mountQuery<NonceQuery>(app, route, ({ address, type }) => {
      const signer = parseAddress(address);
      if (signer.kind === 'invalid') return badRequest(`address ${signer.error}`);
      const { accounts, accountsByAddress } = view.state;
      const nonce = String(accounts[accountsByAddress.get(signer.address) ?? -1]?.relayNonces[type] ?? 0);
      return route === relayNonce ? { nonce } : { address: RELAY_ADDRESS, nonce };
    });
  }
  mountQuery<DeployedQuery>(app, RELAYER_ROUTES.relayDeployed, ({ address }) => {
    const wallet = parseAddress(address);
    if (wallet.kind === 'invalid') return badRequest(`address ${wallet.error}`);
    return { deployed: isDeployed(view.state, wallet.address) };
  });
}

/** True if an account owns the wallet permanently, and the wallet is not an address that signs. */
function isDeployed({ wallets, walletsByAddress, accountsByAddress }: Readonly<State>, address: string): boolean {
  const wallet = wallets[walletsByAddress.get(address as never) ?? -1];
  return wallet !== undefined && !wallet.borrowed && !accountsByAddress.has(wallet.address);
}

function registerRelayed(
  app: FastifyInstance,
  { reader, settings }: AppDependencies,
  identifyBuilder: IdentifyBuilder,
): void {
  const missing = failure('unauthenticated', { detail: `missing header ${settings.authPrefixes[0]}BUILDER_API_KEY` });
  mountRead<RelayedQuery>(app, RELAYER_ROUTES.relayed, reader, 'relayed');

  const readId = createQueryReader<RelayedQuery>(RelayedParams, {
    invalid: (detail) => badRequest(`id is invalid: ${detail}`),
  });
  mount(app, RELAYER_ROUTES.relayedOutcome, (request, reply) => {
    const params = readId(request.params);
    const parameters = params.kind === 'failure' ? params : params.value;
    return answerRead(reply, reader, 'relayed-outcome', parameters, failure('id_not_found'));
  });

  mount(app, RELAYER_ROUTES.relayedOfBuilder, (request, reply) => {
    const builder = identifyBuilder(request) ?? missing;
    const parameters = builder.kind === 'failure' ? builder : { builder: builder.account };
    return answerRead(reply, reader, 'relayed-of-builder', parameters);
  });
}

function registerSubmit(app: FastifyInstance, dependencies: AppDependencies, identifyBuilder: IdentifyBuilder): void {
  const { settings } = dependencies;
  const route = RELAYER_ROUTES.relaySubmit;
  const desk = new RelayDesk(dependencies);
  const readBody = createBodyReader(RelaySubmission, invalidPayload);
  mount(app, route, async (request, reply) => {
    const body = readBody(bodyBytes(request));
    if (body.kind === 'failure') return sendFailure(reply, body);
    if (settings.profile !== 'polymarket') return sendFailure(reply, NOT_RELAYED);
    const builder = identifyBuilder(request);
    if (builder?.kind === 'failure') return sendFailure(reply, builder);
    const draft = readSubmission(body.value, dependencies.view.state, dependencies);
    return answer(reply, await relayOnce(app, desk, draft, builder, { request, reply }));
  });
}

type Exchanged = { readonly request: FastifyRequest; readonly reply: FastifyReply };

/** Relays a draft for the sender of a request, once for its `Idempotency-Key`. */
export async function relayOnce(
  app: FastifyInstance,
  desk: RelayDesk,
  draft: RelayDraft | Failure,
  builder: Builder | null,
  { request, reply }: Exchanged,
): Promise<RelaySubmitted | Failure> {
  const admit = (signer: string, isNew: boolean) => refuseSigner(app, request, signer, isNew);
  const key = request.headers[IDEMPOTENCY_HEADER];
  const requestOf = (account: AccountId) => (typeof key === 'string' ? requestIdOf(request, account, key) : null);
  const outcome = await desk.relay(draft, { builder, admit, requestOf });
  if (outcome.kind === 'failure') return outcome;
  if (outcome.isRepeat) markReplayed(reply, String(key));
  return outcome.answer;
}
