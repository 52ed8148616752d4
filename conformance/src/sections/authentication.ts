/** The two sets of headers: L1 creates API keys, L2 covers everything else. */
import type { Credentials } from '@bellwether/contract';
import { walletHeaders } from '@bellwether/sdk';
import { rules, section } from '../check.ts';
import { equal, isTrue, matches } from '../compare.ts';
import { type HeaderList, type Http, object, ok, refused } from '../http.ts';
import type { Trader } from '../trader.ts';

const INVALID = 'Unauthorized/Invalid api key';

/** Headers of `GET /account` with one changed, or left out if its value is null. */
function accountHeaders(trader: Trader, field: string, value: string | readonly string[] | null): HeaderList {
  const { [trader.prefix + field]: _left, ...others } = trader.headers('GET', '/account');
  return value === null ? others : { ...others, [trader.prefix + field]: value };
}

const L1 = rules(null, {
  'L1: POST /auth/api-key gives a UUID, base64 of 32 bytes and 64 hex digits [A1]': async ({ traders: [trader] }) => {
    matches('apiKey', trader?.credentials.apiKey, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    matches('secret', trader?.credentials.secret, /^[A-Za-z0-9+/_-]{43}=$/);
    matches('passphrase', trader?.credentials.passphrase, /^[0-9a-f]{64}$/);
  },
  'L1: the same wallet and nonce give the same credentials, made or derived [A2]': async (stage) => {
    const { http } = stage;
    const trader = stage.trader(0);
    const { credentials } = trader;
    const one = await trader.walletHeaders();
    equal('POST', ok(await http.send('POST', '/auth/api-key', undefined, one)).body, credentials);
    const two = await trader.walletHeaders();
    equal('GET', ok(await http.send('GET', '/auth/derive-api-key', undefined, two)).body, credentials);
  },
  'L1: a nonce without key is 400 Could not derive api key! [A3]': async (stage) => {
    const { http, venue } = stage;
    const trader = stage.trader(0);
    const headers = await walletHeaders(trader.signer, venue, trader.now(), 987_654, trader.prefix);
    refused(await http.send('GET', '/auth/derive-api-key', undefined, headers), 400, 'Could not derive api key!');
  },
  'L1: another wallet’s signature, an old timestamp and a missing header are 401 [A4]': async (stage) => {
    const { http, venue } = stage;
    const [one, other] = [stage.trader(0), stage.trader(1)];
    const headers = await walletHeaders(one.signer, venue, one.now(), 0, one.prefix);
    const send = (changed: HeaderList) => http.send('POST', '/auth/api-key', undefined, changed);
    refused(await send({ ...headers, [`${one.prefix}ADDRESS`]: other.address }), 401, /./);
    const old = await walletHeaders(one.signer, venue, one.now() - 300, 0, one.prefix);
    refused(await send(old), 401, /\b(299|30[0-9]) ?s/);
    const { [`${one.prefix}NONCE`]: _nonce, ...three } = headers;
    refused(await send(three), 401, new RegExp(`${one.prefix}NONCE`));
  },
});

const L2 = rules(null, {
  'L2: each of the five headers is required and named when it is missing [A5]': async (stage) => {
    const trader = stage.trader(0);
    for (const field of ['ADDRESS', 'API_KEY', 'PASSPHRASE', 'TIMESTAMP', 'SIGNATURE']) {
      const headers = accountHeaders(trader, field, null);
      refused(await stage.http.send('GET', '/account', undefined, headers), 401, new RegExp(trader.prefix + field));
    }
    for (const [method, path] of [
      ['POST', '/order'],
      ['DELETE', '/order'],
      ['POST', '/v1/heartbeats'],
    ] as const) {
      refused(await stage.http.send(method, path, {}), 401, /./);
    }
  },
  'L2: the signature may be hex, base64 or url-safe base64 [A6]': async (stage) => {
    const trader = stage.trader(0);
    const bytes = Buffer.from(String(trader.headers('GET', '/account')[`${trader.prefix}SIGNATURE`]), 'hex');
    const base64 = bytes.toString('base64');
    for (const text of [bytes.toString('hex'), base64, base64.replaceAll('+', '-').replaceAll('/', '_')]) {
      ok(await stage.http.send('GET', '/account', undefined, accountHeaders(trader, 'SIGNATURE', text)));
    }
  },
  'L2: the query string is not signed [A7]': async (stage) => {
    const headers = stage.trader(0).headers('GET', '/account');
    const { status } = await stage.http.send('GET', '/account?x=1', undefined, headers);
    equal('not refused for its signature', status !== 401, true);
  },
  'L2: unknown key, wrong passphrase and wrong signature share one text [A8]': async (stage) => {
    const trader = stage.trader(0);
    const wrong: [string, string][] = [
      ['API_KEY', '00000000-0000-4000-8000-000000000001'],
      ['PASSPHRASE', '0'.repeat(64)],
      ['SIGNATURE', '0'.repeat(64)],
    ];
    for (const [field, value] of wrong) {
      const headers = accountHeaders(trader, field, value);
      refused(await stage.http.send('GET', '/account', undefined, headers), 401, INVALID);
    }
  },
  'L2: the signature covers method, path and the exact bytes of the body [A9]': async (stage) => {
    const trader = stage.trader(0);
    const body = `{"orderID":"0x${'1'.repeat(64)}"}`;
    const headers = trader.headers('DELETE', '/order', body);
    ok(await stage.http.send('DELETE', '/order', body, headers));
    refused(await stage.http.send('DELETE', '/order', `${body} `, headers), 401, INVALID);
    refused(await stage.http.send('DELETE', '/cancel-all', body, headers), 401, INVALID);
    refused(await stage.http.send('POST', '/order', body, headers), 401, INVALID);
  },
  'L2: a timestamp 60 s old is taken, older or over 5 s ahead is refused with the skew [A10]': async (stage) => {
    const trader = stage.trader(0);
    const at = async (seconds: number) => {
      const headers = trader.headers('GET', '/account', '', (await timeOf(stage.http)) + seconds);
      return stage.http.send('GET', '/account', undefined, headers);
    };
    ok(await at(-50));
    refused(await at(-120), 401, /\b1(19|2[0-9]) ?s/);
    refused(await at(60), 401, /\b(5[5-9]|60) ?s/);
  },
  'a 401 says in figures how far the clock is off, behind its text [A23]': async (stage) => {
    const trader = stage.trader(0);
    const late = trader.headers('GET', '/account', '', (await timeOf(stage.http)) - 120);
    const { body } = await stage.http.send('GET', '/account', undefined, late);
    equal('first field', Object.keys(body as object)[0], 'error');
    const { details } = body as { details: { rule: string; clock: Record<string, number> } };
    equal('rule', details.rule, 'unauthenticated');
    const { serverTime = 0, timestamp = 0, aheadSeconds = 0, behindMax = 0 } = details.clock;
    equal('ahead', aheadSeconds, timestamp - serverTime);
    isTrue('behind', -aheadSeconds > behindMax && -aheadSeconds <= 130, 'about 120 s', aheadSeconds);
  },
  'L2: a header that is sent twice is refused, and so is a spelling with hyphens [A11]': async (stage) => {
    const trader = stage.trader(0);
    const key = trader.credentials.apiKey;
    const twice = accountHeaders(trader, 'API_KEY', [key, key]);
    refused(await stage.http.send('GET', '/account', undefined, twice), 401, /./);
    const twin = { ...trader.headers('GET', '/account'), [`${trader.prefix}API-KEY`]: key };
    refused(await stage.http.send('GET', '/account', undefined, twin), 401, /./);
  },
  'L2: an address in lower case is taken, one with a wrong checksum is not [A12]': async (stage) => {
    const trader = stage.trader(0);
    ok(await stage.http.send('GET', '/account', undefined, accountHeaders(trader, 'ADDRESS', trader.address)));
    const { address } = trader.signer;
    const at = address.search(/[a-fA-F](?=[^a-fA-F]*$)/);
    const letter = address.charAt(at);
    const turned = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    const wrong = address.slice(0, at) + turned + address.slice(at + 1);
    refused(await stage.http.send('GET', '/account', undefined, accountHeaders(trader, 'ADDRESS', wrong)), 401, /./);
  },
  'GET /auth/api-keys lists one’s keys; DELETE /auth/api-key ends one for good [A13]': async (stage) => {
    const { http } = stage;
    const trader = stage.trader(0);
    const headers = await trader.walletHeaders(7);
    const second = object(await http.send('POST', '/auth/api-key', undefined, headers));
    const keys = object(await trader.send('GET', '/auth/api-keys'))['apiKeys'] as readonly string[];
    const both = [trader.credentials.apiKey, String(second['apiKey'])];
    equal('both keys', both.filter((key) => keys.includes(key)).length, 2);
    const session = trader.withKey(second as unknown as Credentials);
    ok(await session.send('DELETE', '/auth/api-key'));
    refused(await session.send('GET', '/account'), 401, INVALID);
    ok(await trader.send('GET', '/account'));
    const again = await http.send('GET', '/auth/derive-api-key', undefined, await trader.walletHeaders(7));
    refused(again, 400, 'Could not derive api key!');
  },
});

/** The venue's clock in Unix seconds, which may differ from the local one. */
const timeOf = async (http: Http): Promise<number> => Number((await http.get('/time')).body);

export const AUTHENTICATION_CHECKS = section('Authentication', L1, L2);
