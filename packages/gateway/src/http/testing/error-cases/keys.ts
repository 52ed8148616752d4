/** Errors of API keys. */
import { createSigner, walletHeaders } from '@bellwether/sdk';
import { SIGN_IN } from '../stack.ts';
import { type Answer, type Method, send, Trader } from '../trader.ts';
import { type ErrorCase, type ErrorCases, says } from './error-case.ts';
import { type ErrorVenue, inListed, VENUE_SECONDS } from './venue.ts';

const NO_KEY = 'Unauthorized/Invalid api key';

const revoked =
  (method: Method, path: string, digit: string) =>
  async ({ stack }: ErrorVenue) => {
    const trader = await Trader.open(stack, digit);
    await trader.send('DELETE', '/auth/api-key');
    return trader.send(method, path);
  };
const invalidKey = (method: Method, path: string, digit: string) => ({
  invalid_api_key: says(NO_KEY, revoked(method, path, digit)),
});

const proof = (digit: string, nonce: number, seconds = VENUE_SECONDS): Promise<Readonly<Record<string, string>>> =>
  walletHeaders(createSigner(`0x${digit.repeat(64)}`), SIGN_IN, seconds, nonce);
const unproven = (method: Method, path: string) => ({
  unauthenticated: says(/^missing header SERVICE_ADDRESS; no SERVICE_\* header arrived/, ({ stack }: ErrorVenue) =>
    send(stack, method, path),
  ),
});

/** Asks for one key more than the account may have, which the key made of `digit` opens. */
export const tooManyKeys = (digit: string, askForMore: (trader: Trader) => Promise<Answer>): ErrorCase =>
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

export const KEY_CASES: ErrorCases = {
  'POST /auth/api-key': {
    ...unproven('POST', '/auth/api-key'),
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
    ...unproven('GET', '/auth/derive-api-key'),
    could_not_derive_api_key: says('Could not derive api key!', async ({ stack }) =>
      send(stack, 'GET', '/auth/derive-api-key', undefined, await proof('6', 77)),
    ),
  },
  'GET /auth/api-keys': invalidKey('GET', '/auth/api-keys', '7'),
  'DELETE /auth/api-key': invalidKey('DELETE', '/auth/api-key', '8'),
  'GET /account': invalidKey('GET', '/account', '9'),
};
