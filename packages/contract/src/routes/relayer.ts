/** Routes of the relayer, and of the builder keys that its clients use. */
import type { ErrorCode } from '../errors.ts';
import { Done } from '../schemas/account.ts';
import * as relayer from '../schemas/relayer.ts';
import { type Route, route } from './route.ts';

const open = { auth: 'none', errorShape: 'plain', errors: ['bad_request'], caps: ['trading'] } as const;
const keyed = { auth: 'l2', errorShape: 'plain', caps: ['trading', 'keys'] } as const;

const SUBMIT_ERRORS = [
  ...['not_offered', 'mode_disabled', 'invalid_payload', 'relay_refused', 'invalid_signature', 'unauthenticated'],
  ...['invalid_api_key', 'wallet_deployed', 'wallet_not_deployed', 'relay_nonce_invalid', 'market_not_found'],
  ...['market_closed', 'market_not_resolved', 'event_not_found', 'conversion_invalid', 'amount_out_of_range'],
  ...['insufficient_balance', 'insufficient_position', 'not_listed', 'unknown_key', 'key_ended', 'key_scope'],
  'account_in_debt',
] as const satisfies readonly ErrorCode[];

export const RELAYER_ROUTES = {
  relayNonce: route(open, 'GET /nonce', {
    summary: 'Nonce of a signer’s next relayed transaction',
    query: relayer.NonceQuery,
    response: { 200: relayer.RelayNonce },
  }),
  relayPayload: route(open, 'GET /relay-payload', {
    summary: 'The same with the address that relays',
    query: relayer.NonceQuery,
    response: { 200: relayer.RelayPayload },
  }),
  relayParams: route(open, 'GET /v1/account/transactions/params', {
    summary: 'The same, where the unified SDK asks for it',
    query: relayer.NonceQuery,
    response: { 200: relayer.RelayPayload },
  }),
  relayDeployed: route(open, 'GET /deployed', {
    summary: 'Whether a wallet belongs to an account by deployment',
    query: relayer.DeployedQuery,
    response: { 200: relayer.Deployed },
  }),
  relaySubmit: route(open, 'POST /submit', {
    isWrite: true,
    summary: 'Deploy a wallet of a signer, or split, merge, redeem and convert from it in one signed batch',
    body: relayer.RelaySubmission,
    takesFormType: true,
    response: { 200: relayer.RelaySubmitted },
    errors: SUBMIT_ERRORS,
    caps: ['trading', 'work', 'relayer'],
    cost: { base: 5, bytesPerUnit: 8_192 },
  }),
  relayed: route(open, 'GET /transaction', {
    summary: 'A relayed transaction by its id; none where there is none',
    query: relayer.RelayedQuery,
    response: { 200: relayer.RelayedTransactions },
    caps: ['trading', 'work'],
    cost: { base: 1 },
  }),
  relayedOutcome: route(open, 'GET /v1/account/transactions/:id', {
    summary: 'What became of a relayed transaction, where the unified SDK asks for it',
    params: relayer.RelayedParams,
    response: { 200: relayer.RelayedOutcome },
    errors: ['bad_request', 'id_not_found'],
    caps: ['trading', 'work'],
    cost: { base: 1 },
  }),
  relayedOfBuilder: route(open, 'GET /transactions', {
    auth: 'builder',
    summary: 'The latest 100 transactions that came with builder keys of the account',
    response: { 200: relayer.RelayedTransactions },
    errors: [],
    caps: ['trading', 'work'],
    cost: { base: 6 },
  }),
} as const satisfies Record<string, Route>;

export const BUILDER_KEY_ROUTES = {
  builderKeys: route(keyed, 'GET /auth/builder-api-key', {
    summary: 'Builder API keys of the account that are valid',
    response: { 200: relayer.BuilderKeys },
    errors: [],
    caps: ['trading'],
  }),
  createBuilderKey: route(keyed, 'POST /auth/builder-api-key', {
    signatureIsNoKey: true,
    summary: 'Create a builder API key: it names the account beside a request and can do nothing for it',
    response: { 200: relayer.BuilderCredentials },
    errors: ['too_many_api_keys', 'signature_used'],
  }),
  deleteBuilderKey: route(keyed, 'DELETE /auth/builder-api-key', {
    summary:
      'Revoke the builder API key of the builder headers, or with the headers of an API key all of the account’s',
    response: { 200: Done },
    errors: [],
  }),
} as const satisfies Record<string, Route>;
