/** Errors of API keys and of keys of accounts. Those of session signers come from a venue of the public clients' profile. */
import { createSigner, walletHeaders } from '@bellwether/sdk';
import { SIGN_IN } from '../stack.ts';
import { type Answer, send, Trader } from '../trader.ts';
import { alike, type ErrorCase, type ErrorCases, says } from './error-case.ts';
import { sessionSigners } from './relayer.ts';
import { inListed, VENUE_SECONDS, walletsOf } from './venue.ts';

const proof = (digit: string, nonce: number, seconds = VENUE_SECONDS): Promise<Readonly<Record<string, string>>> =>
  walletHeaders(createSigner(`0x${digit.repeat(64)}`), SIGN_IN, seconds, nonce);
/** Asks for one key more than the account may have, which the key made of `digit` opens. */
const tooManyKeys = (digit: string, askForMore: (trader: Trader) => Promise<Answer>): ErrorCase =>
  says('too many API keys, max allowed for an account: 100; delete one first, up to 1,000 ever', async ({ stack }) => {
    const trader = await Trader.open(stack, digit, 1);
    const { state } = stack.exchange;
    const account = state.accountsByAddress.get(trader.address as never) ?? (0 as never);
    for (let number = 0; state.accounts[account]?.apiKeys.size !== 100; number++) {
      const [apiKey, nonce] = [`key-${digit}-${number}`, `${900 + number}`];
      await stack.exchange.submit({ kind: 'IssueApiKey', account, apiKey, nonce });
    }
    return askForMore(trader);
  });

const NO_READONLY = { not_offered: says('read-only API keys are not offered: every key here can trade') };
const PATH = '/account/keys';
const SOMEONE = `0x${'5c'.repeat(20)}`;
const addition = { address: SOMEONE, scopes: ['CLOB'], expiration: VENUE_SECONDS + 86_400 };

export const KEY_CASES: ErrorCases = {
  'POST /auth/api-key': {
    could_not_create_api_key: says('Could not create api key', async ({ stack }) => {
      const trader = await Trader.open(stack, '6');
      await trader.send('DELETE', '/auth/api-key');
      return send(stack, 'POST', '/auth/api-key', undefined, await proof('6', 0, VENUE_SECONDS - 1));
    }),
    too_many_api_keys: tooManyKeys('6', async ({ stack }) =>
      send(stack, 'POST', '/auth/api-key', undefined, await proof('6', 2)),
    ),
    not_listed: says(
      /^this venue admits only addresses that its operator has added: ask the operator to add 0x[0-9a-f]{40}$/,
      ({ stack }) => inListed(stack, async () => send(stack, 'POST', '/auth/api-key', undefined, await proof('e', 0))),
    ),
  },
  'GET /auth/derive-api-key': {
    could_not_derive_api_key: says('Could not derive api key!', async ({ stack }) =>
      send(stack, 'GET', '/auth/derive-api-key', undefined, await proof('6', 77)),
    ),
  },
  ...alike(NO_READONLY, 'POST /auth/readonly-api-key', 'DELETE /auth/readonly-api-key'),
  'POST /account/keys': {
    invalid_api_key: says('Unauthorized/Invalid api key', async ({ stack }) => {
      // Signs well and has no account.
      return send(stack, 'POST', PATH, addition, await proof('e', 5));
    }),
    key_invalid: says('invalid key: expiration must be in the future', { set: { expiration: VENUE_SECONDS } }),
    too_many_keys: says('too many keys, max allowed for an account: 100; revoke one first', async ({ stack }) => {
      const trader = await Trader.open(stack, '3', 3);
      const { state } = stack.exchange;
      const account = state.accountsByAddress.get(trader.address as never) as never;
      const wallet = state.walletsByAddress.get(trader.address as never) as never;
      const terms = { label: '', scopes: ['CLOB'], expiration: VENUE_SECONDS + 86_400 };
      for (let number = 0; number < 100; number++) {
        const key = `0x${'5d'.repeat(19)}${number.toString(16).padStart(2, '0')}` as never;
        await stack.exchange.submit({ kind: 'AddKey', account, wallet, key, ...terms });
      }
      return trader.sendAsWallet('POST', PATH, addition);
    }),
    not_offered: sessionSigners.ofOwnRoute,
  },
  'DELETE /account/keys': {
    unknown_key: says(
      /^0x5c[0-9a-f]{38} is no key of the wallet 0x[0-9a-f]{40}: it was never added, or has been revoked$/,
      { set: { address: SOMEONE } },
      { details: (venue) => ({ key: SOMEONE, wallet: walletsOf(venue, venue.alice)[1] }) },
    ),
  },
  'POST /auth/builder-api-key': {
    signature_used: says(
      'this signature was used already, under another Idempotency-Key or for secrets that are told once: sign again with a later timestamp',
      async ({ stack }) => {
        const path = '/auth/builder-api-key';
        const headers = (await Trader.open(stack, '7')).headers('POST', path, '');
        await send(stack, 'POST', path, undefined, headers);
        return send(stack, 'POST', path, undefined, headers);
      },
    ),
    too_many_api_keys: tooManyKeys('5', (trader) => trader.send('POST', '/auth/builder-api-key')),
  },
};
