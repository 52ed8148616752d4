/** Keys of accounts: further addresses that may sign for a wallet, each with a label, scopes and an end. */
import { Type } from 'typebox';
import { strict, text, whole } from '../described.ts';
import { AddressText, HASH_PATTERN, UINT256_PATTERN } from './common.ts';

/** Known scopes. Orders need `ALL` or `CLOB`; the others are kept and shown. */
const KEY_SCOPES = ['ALL', 'CLOB', 'COMBOSRFQ', 'RFQ', 'BLOCKTRADE'] as const;
const KEY_LABEL_MAX = 64;
/** Latest end of a key, in Unix seconds: the end of the year 9999. */
const KEY_EXPIRATION_MAX = 253_402_300_799;

/** Lifetime of a session signer in seconds: 4,315 hours. */
export const SESSION_SIGNER_SECONDS = 4_315 * 3_600;
/** Largest difference between `validUntil` and that lifetime from now, in seconds: requests may take minutes. */
export const SESSION_SIGNER_TOLERANCE_SECONDS = 300;
/** Seconds for which the signed batch of a session signer must still be valid when it arrives. */
export const SESSION_BATCH_SECONDS_MIN = 10;

const scopes = Type.Array(Type.Enum([...KEY_SCOPES]), {
  minItems: 1,
  maxItems: KEY_SCOPES.length,
  description: 'what the key may do: orders need ALL or CLOB',
});
const wallet = Type.Optional(
  Type.String({
    pattern: '^0x[0-9a-fA-F]{40}$',
    description: 'wallet of the account that the key signs for; default: its deposit wallet',
  }),
);

const label = (description: string) => Type.String({ maxLength: KEY_LABEL_MAX, description });

/** `POST /account/keys`. */
export const KeyAddition = strict({
  address: AddressText,
  wallet,
  label: Type.Optional(label('name of the key')),
  scopes,
  expiration: Type.Integer({
    minimum: 1,
    maximum: KEY_EXPIRATION_MAX,
    description: 'Unix seconds from which on the key counts for nothing',
  }),
});
export type KeyAddition = Type.Static<typeof KeyAddition>;

/** `DELETE /account/keys`. */
export const KeyRemoval = strict({ address: AddressText, wallet });
export type KeyRemoval = Type.Static<typeof KeyRemoval>;

export const AccountKey = Type.Object({
  address: text('address of the key'),
  wallet: text('wallet that it signs for'),
  label: label('name of the key, or empty'),
  scopes: Type.Array(Type.String()),
  expiration: whole('Unix seconds: its end'),
});
export type AccountKey = Type.Static<typeof AccountKey>;

/** `GET /account/keys`. */
export const AccountKeys = Type.Object({ keys: Type.Array(AccountKey) });
export type AccountKeys = Type.Static<typeof AccountKeys>;

/** `GET /v1/user/session-signers`. */
export const SessionSigners = Type.Object({
  wallet: text('deposit wallet of the account'),
  signers: Type.Array(
    Type.Object({
      address: text('address of the key'),
      scopes: Type.Array(Type.String()),
      valid_until: whole('Unix seconds'),
    }),
  ),
});
export type SessionSigners = Type.Static<typeof SessionSigners>;

const integer = (description: string) => Type.String({ pattern: UINT256_PATTERN, description });
const batch = {
  walletAddress: AddressText,
  sessionSignerAddress: AddressText,
  nonce: integer('decimal: the owner’s next one for WALLET'),
  deadline: integer('Unix seconds, at least 10 ahead'),
  signature: Type.String({ pattern: '^0x[0-9a-fA-F]{130}$', description: 'of the batch, by the owner of the wallet' }),
};

/** `POST /v1/session-signers/authorizations`. */
export const SessionAuthorization = strict({
  ...batch,
  scopes,
  validUntil: integer('Unix seconds: 4,315 hours from now'),
});
export type SessionAuthorization = Type.Static<typeof SessionAuthorization>;

/** `POST /v1/session-signers/revocations`. */
export const SessionRevocation = strict(batch);
export type SessionRevocation = Type.Static<typeof SessionRevocation>;

const operationId = text('UUID that follows from what was signed');
const transactionId = text('the same, for `GET /v1/account/transactions/{id}`');

export const SessionAuthorized = Type.Object({
  operationId,
  status: Type.Enum(['REGISTERED', 'SUPERSEDED'], { description: 'SUPERSEDED: done before, and changed since' }),
  transactionHash: Type.String({ pattern: HASH_PATTERN, description: 'chain value of its journal entry' }),
  transactionId,
});
export type SessionAuthorized = Type.Static<typeof SessionAuthorized>;

export const SessionRevoked = Type.Object({
  operationId,
  status: Type.Literal('CONFIRMED', { description: 'the key is gone, and its open orders with it' }),
  fenced: Type.Literal(true),
  transactionId,
});
export type SessionRevoked = Type.Static<typeof SessionRevoked>;
