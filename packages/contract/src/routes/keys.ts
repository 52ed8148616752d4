/** Routes of an account's keys: the venue's own, and those of the ecosystem's session signers. */
import type { ErrorCode } from '../errors.ts';
import { Done } from '../schemas/account.ts';
import * as keys from '../schemas/keys.ts';
import { type Route, route } from './route.ts';

const since = 'session-keys';
const keyed = { since, auth: 'l2', errorShape: 'plain', caps: ['trading'] } as const;
const batch = {
  since,
  errorShape: 'plain',
  takesFormType: true,
  caps: ['trading', 'work', 'relayer'],
  cost: { base: 5 },
} as const;

const WALLET_ERRORS = ['invalid_payload', 'unknown_wallet', 'wallet_not_owned'] as const;
const BATCH_ERRORS = [
  ...['not_offered', 'invalid_payload', 'relay_refused', 'invalid_signature', 'invalid_api_key'],
  ...['wallet_not_deployed', 'relay_nonce_invalid'],
] as const satisfies readonly ErrorCode[];

export const KEY_ROUTES = {
  accountKeys: route(keyed, 'GET /account/keys', {
    summary: 'Keys of the account: addresses that may sign for its wallets',
    response: { 200: keys.AccountKeys },
    errors: ['invalid_api_key'],
  }),
  addKey: route(keyed, 'POST /account/keys', {
    summary: 'Add a key to a wallet of the account, or change one; signed by the owner’s own wallet',
    auth: 'l1',
    body: keys.KeyAddition,
    response: { 200: keys.AccountKey },
    errors: [...WALLET_ERRORS, 'unauthenticated', 'invalid_api_key', 'key_invalid', 'too_many_keys', 'not_offered'],
    caps: ['trading', 'keys'],
  }),
  revokeKey: route(keyed, 'DELETE /account/keys', {
    summary: 'Revoke a key of the account, which cancels the open orders that it signed',
    signatureIsNoKey: true,
    body: keys.KeyRemoval,
    response: { 200: Done },
    errors: [...WALLET_ERRORS, 'invalid_api_key', 'unknown_key'],
    caps: ['trading', 'keys'],
  }),
  sessionSigners: route(keyed, 'GET /v1/user/session-signers', {
    summary: 'Keys of the account’s deposit wallet, as the ecosystem lists them',
    response: { 200: keys.SessionSigners },
    errors: ['invalid_api_key'],
  }),
  authorizeSessionSigner: route(batch, 'POST /v1/session-signers/authorizations', {
    summary: 'Add a key to a deposit wallet by a batch that its owner signed',
    auth: 'builder',
    body: keys.SessionAuthorization,
    response: { 200: keys.SessionAuthorized },
    errors: [...BATCH_ERRORS, 'mode_disabled', 'unauthenticated', 'key_invalid', 'too_many_keys'],
  }),
  revokeSessionSigner: route(batch, 'POST /v1/session-signers/revocations', {
    summary: 'Revoke a key of a deposit wallet by a batch that its owner signed, and cancel its open orders',
    auth: 'none',
    isWrite: true,
    body: keys.SessionRevocation,
    response: { 200: keys.SessionRevoked },
    errors: [...BATCH_ERRORS, 'unknown_key'],
  }),
} as const satisfies Record<string, Route>;
