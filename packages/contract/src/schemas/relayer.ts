/**
 * The relayer: wallet transactions as signed by the public relayer client, converted into commands of the exchange.
 * Refuses transactions that are not a batch the venue can carry out.
 */
import { Type } from 'typebox';
import { strict, text } from '../described.ts';
import { ADDRESS_PATTERN, AddressText, HASH_PATTERN, IsoTime, UINT256_PATTERN } from './common.ts';

export const RELAY_DATA_BYTES_MAX = 16_384;
export const RELAY_CALLS_MAX = 50;
export const RELAY_METADATA_LENGTH_MAX = 500;
/** Transactions in `GET /transactions`, latest first. */
export const RELAYED_SHOWN_MAX = 100;

const SCHEMES = ['SAFE', 'PROXY', 'WALLET'] as const;
const TYPES = [...SCHEMES, 'SAFE-CREATE', 'WALLET-CREATE'] as const;
export type RelayerType = (typeof TYPES)[number];

const type = Type.Enum([...SCHEMES], { description: 'SAFE, PROXY or WALLET (a deposit wallet)' });
const address = Type.String({
  pattern: ADDRESS_PATTERN,
  description: 'signer: 0x and 40 hex digits, all lower-case or with a correct checksum',
});
const integer = (description: string) => Type.String({ pattern: UINT256_PATTERN, description });
const calldata = Type.String({
  pattern: '^0x([0-9a-fA-F]{2})*$',
  maxLength: 2 + 2 * RELAY_DATA_BYTES_MAX,
  description: 'calldata: 0x and hex digits',
});
const nothing = Type.Optional(
  Type.String({ maxLength: 78, description: 'nothing is paid here: 0, or the zero address' }),
);

/** `GET /nonce`, `GET /relay-payload`, `GET /v1/account/transactions/params`. */
export const NonceQuery = Type.Object({ address, type });
export type NonceQuery = Type.Static<typeof NonceQuery>;
export const RelayNonce = Type.Object({ nonce: text('decimal: what the next transaction takes') });
export const RelayPayload = Type.Object({
  address: text('who relays: part of what a proxy’s owner signs'),
  nonce: text('decimal: what the next transaction takes'),
});

export const DeployedQuery = Type.Object({
  address: Type.String({ pattern: ADDRESS_PATTERN, description: 'the wallet' }),
  type: Type.Optional(Type.Enum([...TYPES], { description: 'what it is thought to be; changes nothing' })),
});
export type DeployedQuery = Type.Static<typeof DeployedQuery>;
export const Deployed = Type.Object({ deployed: Type.Boolean() });

/** `GET /transaction`. */
export const RelayedQuery = Type.Object({
  id: Type.String({
    pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
    description: 'transactionID of `POST /submit`',
  }),
});
export type RelayedQuery = Type.Static<typeof RelayedQuery>;
/** `GET /v1/account/transactions/{id}`. */
export const RelayedParams = RelayedQuery;

const Call = strict({ target: AddressText, value: integer('0'), data: calldata });

/** `POST /submit`. The fields required by each type are checked after the schema. */
export const RelaySubmission = strict({
  type: Type.Enum([...TYPES]),
  from: AddressText,
  to: AddressText,
  proxyWallet: Type.Optional(AddressText),
  data: Type.Optional(calldata),
  nonce: Type.Optional(integer('decimal: the next one of the scheme, by `GET /nonce`')),
  signature: Type.Optional(
    Type.String({
      pattern: '^0x(?:[0-9a-fA-F]{130}|[0-9a-fA-F]{512})$',
      description: '65 bytes in hex, by the signer `from`; 256 for WALLET if `from` is a key of the wallet',
    }),
  ),
  signatureParams: Type.Optional(
    strict({
      gasPrice: nothing,
      relayerFee: nothing,
      gasLimit: Type.Optional(integer('signed by the owner of a proxy; means nothing here')),
      relayHub: Type.Optional(AddressText),
      relay: Type.Optional(AddressText),
      operation: Type.Optional(Type.Enum(['0', '1'], { description: 'of a Safe: 1 for a multisend' })),
      safeTxnGas: nothing,
      baseGas: nothing,
      gasToken: nothing,
      refundReceiver: nothing,
      paymentToken: nothing,
      payment: nothing,
      paymentReceiver: nothing,
    }),
  ),
  metadata: Type.Optional(
    Type.String({
      maxLength: RELAY_METADATA_LENGTH_MAX,
      description: 'words of the sender, shown with the transaction',
    }),
  ),
  depositWalletParams: Type.Optional(
    strict({
      depositWallet: AddressText,
      deadline: integer('Unix seconds after which it is refused'),
      calls: Type.Array(Call, { maxItems: RELAY_CALLS_MAX }),
    }),
  ),
});
export type RelaySubmission = Type.Static<typeof RelaySubmission>;

const transactionID = text('UUID that follows from what was signed');
const state = Type.Literal('STATE_CONFIRMED', { description: 'done and journaled, with the answer' });
const transactionHash = Type.String({ pattern: HASH_PATTERN, description: 'chain value of its journal entry' });

export const RelaySubmitted = Type.Object({ transactionID, state, transactionHash });
export type RelaySubmitted = Type.Static<typeof RelaySubmitted>;

export const RelayedTransaction = Type.Object({
  transactionID,
  transactionHash,
  from: Type.String(),
  to: Type.String(),
  proxyAddress: text('the wallet that acted or was deployed'),
  data: Type.String(),
  nonce: Type.String(),
  value: text('always 0'),
  state,
  type: Type.Enum([...TYPES]),
  metadata: Type.String(),
  createdAt: IsoTime,
  updatedAt: IsoTime,
});
/** `GET /transaction` (at most one) and `GET /transactions`. */
export const RelayedTransactions = Type.Array(RelayedTransaction);
export type RelayedTransactions = Type.Static<typeof RelayedTransactions>;

/** `GET /v1/account/transactions/{id}`: the outcome that the unified SDK waits for. */
export const RelayedOutcome = Type.Object({
  transaction_id: transactionID,
  transaction_hash: transactionHash,
  state,
  error_msg: Type.Null({ description: 'always null: what fails is refused when it is submitted' }),
});
export type RelayedOutcome = Type.Static<typeof RelayedOutcome>;

/** `POST /auth/builder-api-key`. */
export const BuilderCredentials = Type.Object({
  key: text('UUID'),
  secret: text('base64 of 32 bytes, URL-safe in the profile polymarket'),
  passphrase: text('64 hex digits'),
});
/** `GET /auth/builder-api-key`. */
export const BuilderKeys = Type.Array(Type.Object({ key: text('UUID') }));
