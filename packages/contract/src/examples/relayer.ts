/** Examples of the relayer and of builder keys. */
import type { JsonObject } from '../json.ts';
import type { RouteExamples } from './example.ts';
import { SAMPLE, UPDATED_AT } from './sample.ts';

const ID = '8d1f1a0e-52c4-4b7e-9d0a-3a5b1c2d4e6f';
const SAFE = '0xd93b25cb943d14d0d34fbaf01fc93a0f8b5f6e47';
const CONDITIONAL_TOKENS = '0x69308fb512518e39f9b16112fa8d994f4e2bf8bb';
const APPROVAL = `0xa22cb465${'0'.repeat(24)}d91e80cf2e7be2e162c6513ced06f1dd0da35296${'0'.repeat(63)}1`;
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;
const done = { transactionID: ID, state: 'STATE_CONFIRMED', transactionHash: SAMPLE.transactionHash };
const RELAYED: JsonObject = {
  ...done,
  from: SAMPLE.alice,
  to: CONDITIONAL_TOKENS,
  proxyAddress: SAFE,
  data: APPROVAL,
  nonce: '0',
  value: '0',
  type: 'SAFE',
  metadata: 'approval',
  createdAt: UPDATED_AT,
  updatedAt: UPDATED_AT,
};
const signer = { address: SAMPLE.alice, type: 'SAFE' };

export const RELAYER_EXAMPLES: RouteExamples = {
  'GET /nonce': { parameters: signer, responses: { 'nothing relayed yet': { nonce: '0' } } },
  'GET /relay-payload': {
    parameters: { ...signer, type: 'PROXY' },
    responses: { 'nothing relayed yet': { address: `0x${'be11'.repeat(10)}`, nonce: '0' } },
  },
  'GET /v1/account/transactions/params': {
    parameters: signer,
    responses: { 'nothing relayed yet': { address: `0x${'be11'.repeat(10)}`, nonce: '0' } },
  },
  'GET /v1/account/transactions/:id': {
    parameters: { id: ID },
    responses: {
      done: {
        transaction_id: ID,
        transaction_hash: SAMPLE.transactionHash,
        state: 'STATE_CONFIRMED',
        error_msg: null,
      },
    },
  },
  'GET /deployed': { parameters: { address: SAFE }, responses: { deployed: { deployed: true } } },
  'POST /submit': {
    request: {
      type: 'SAFE',
      from: SAMPLE.alice,
      to: CONDITIONAL_TOKENS,
      proxyWallet: SAFE,
      data: APPROVAL,
      nonce: '0',
      signature: `0x${'3c'.repeat(64)}1f`,
      signatureParams: {
        gasPrice: '0',
        operation: '0',
        safeTxnGas: '0',
        baseGas: '0',
        gasToken: ZERO_ADDRESS,
        refundReceiver: ZERO_ADDRESS,
      },
      metadata: 'approval',
    },
    responses: { done },
  },
  'GET /transaction': { parameters: { id: ID }, responses: { found: [RELAYED], 'not known': [] } },
  'GET /transactions': { responses: { 'one of them': [RELAYED] } },
  'GET /auth/builder-api-key': { responses: { 'one key': [{ key: SAMPLE.apiKey }] } },
  'POST /auth/builder-api-key': {
    responses: {
      'its three parts': { key: SAMPLE.apiKey, secret: `${'q'.repeat(42)}8=`, passphrase: '5e'.repeat(32) },
    },
  },
  'DELETE /auth/builder-api-key': { responses: { revoked: 'OK' } },
};
