/** Errors of keys of accounts. Those of session signers come from a venue of the public clients' profile. */
import { createSigner, walletHeaders } from '@bellwether/sdk';
import { SIGN_IN } from '../stack.ts';
import { type Answer, send, Trader } from '../trader.ts';
import { type ErrorCase, type ErrorCases, says } from './error-case.ts';
import { sessionSigners } from './relayer.ts';
import { type ErrorVenue, UNKNOWN_ADDRESS, UNKNOWN_WALLET, VENUE_SECONDS, walletsOf } from './venue.ts';

const PATH = '/account/keys';
const SOMEONE = `0x${'5c'.repeat(20)}`;
const addition = { address: SOMEONE, scopes: ['CLOB'], expiration: VENUE_SECONDS + 86_400 };
const removal = { address: SOMEONE };
const KNOWN_WALLETS =
  /^the wallet 0x[0-9a-f]{40} belongs to another account; the wallets of this one are 0x[0-9a-f]{40}, 0x[0-9a-f]{40}$/;

/** Errors of both writes; `ask` sends a body to the route as Alice. */
const writes = (good: object, ask: (venue: ErrorVenue, body: object) => Promise<Answer>) => ({
  invalid_payload: says('Invalid payload: unknown field "colour"', (venue: ErrorVenue) =>
    ask(venue, { ...good, colour: 'red' }),
  ),
  unknown_wallet: says(UNKNOWN_WALLET, (venue: ErrorVenue) => ask(venue, { ...good, wallet: UNKNOWN_ADDRESS }), {
    details: { wallet: UNKNOWN_ADDRESS },
  }),
  wallet_not_owned: says(KNOWN_WALLETS, (venue: ErrorVenue) => ask(venue, { ...good, wallet: venue.bob.address }), {
    details: (venue) => ({ wallet: venue.bob.address, wallets: walletsOf(venue, venue.alice) }),
  }),
});

const add = ({ alice }: ErrorVenue, body: object): Promise<Answer> => alice.sendAsWallet('POST', PATH, body);
const remove = ({ alice }: ErrorVenue, body: object): Promise<Answer> => alice.send('DELETE', PATH, body);

const NO_KEY = 'Unauthorized/Invalid api key';
const revoked = (digit: string, method: 'GET' | 'DELETE', path: string): ErrorCase =>
  says(NO_KEY, async ({ stack }) => {
    const trader = await Trader.open(stack, digit, 3);
    await trader.send('DELETE', '/auth/api-key');
    return trader.send(method, path, method === 'DELETE' ? removal : undefined);
  });

export const ACCOUNT_KEY_CASES: ErrorCases = {
  'GET /account/keys': { invalid_api_key: revoked('1', 'GET', PATH) },
  'GET /v1/user/session-signers': { invalid_api_key: revoked('2', 'GET', '/v1/user/session-signers') },
  'POST /account/keys': {
    ...writes(addition, add),
    unauthenticated: says(/^missing header SERVICE_ADDRESS; no SERVICE_\* header arrived/, { body: addition }),
    invalid_api_key: says(NO_KEY, async ({ stack }) => {
      // Signs well and has no account.
      const headers = await walletHeaders(createSigner(`0x${'e'.repeat(64)}`), SIGN_IN, VENUE_SECONDS, 5);
      return send(stack, 'POST', PATH, addition, headers);
    }),
    key_invalid: says('invalid key: expiration must be in the future', (venue) =>
      add(venue, { ...addition, expiration: VENUE_SECONDS }),
    ),
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
    ...writes(removal, remove),
    invalid_api_key: revoked('4', 'DELETE', PATH),
    unknown_key: {
      text: /^0x5c[0-9a-f]{38} is no key of the wallet 0x[0-9a-f]{40}: it was never added, or has been revoked$/,
      details: (venue) => ({ key: SOMEONE, wallet: walletsOf(venue, venue.alice)[1] }),
      provoke: (venue) => remove(venue, removal),
    },
  },
  'POST /v1/session-signers/authorizations': sessionSigners.authorization,
  'POST /v1/session-signers/revocations': sessionSigners.revocation,
};
