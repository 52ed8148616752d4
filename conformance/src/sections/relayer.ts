/** The relayer, and the builder keys that may accompany its requests. */
import type { Credentials, Venue } from '@bellwether/contract';
import { apiKeyHeaders } from '@bellwether/sdk';
import { rules, section } from '../check.ts';
import { equal, isTrue, matches } from '../compare.ts';
import { type Answer, type HeaderList, list, type Method, object, ok, refused, valuesOf } from '../http.ts';
import type { Trader } from '../trader.ts';

/** Contract that deploys deposit wallets; the same at every venue of the public clients' profile. */
const DEPOSIT_WALLET_FACTORY = '0x00000000000fb5c9adea0298d729a0cb3823cc07';
const UNKNOWN_ADDRESS = `0x${'ee'.repeat(20)}`;
const UNKNOWN_ID = 'eeeeeeee-eeee-4eee-8eee-eeeeeeeeeeee';
const KEYS_PATH = '/auth/builder-api-key';

/** True if the venue relays: relaying belongs to the public clients' profile, whose orders name this domain. */
const relays = ({ domain }: Venue): boolean => domain.name === 'Polymarket CTF Exchange';

async function createBuilderKey(trader: Trader): Promise<Credentials> {
  const { key, secret, passphrase } = object(await trader.send('POST', KEYS_PATH)) as Record<string, string>;
  return { apiKey: key ?? '', secret: secret ?? '', passphrase: passphrase ?? '' };
}

/** Sends a request with the headers of a builder key and no others. */
function sendAsBuilder(
  trader: Trader,
  key: Credentials,
  method: Method,
  path: string,
  body = '',
  more: HeaderList = {},
): Promise<Answer> {
  const prefix = `${trader.prefix}BUILDER_`;
  const request = { timestamp: trader.now(), method, path, body };
  const { [`${prefix}ADDRESS`]: _address, ...headers } = apiKeyHeaders(trader.address, key, request, prefix);
  return trader.http.send(method, path, body === '' ? undefined : body, { ...headers, ...more });
}

const keysOf = async (trader: Trader): Promise<unknown[]> =>
  list(await trader.send('GET', KEYS_PATH)).map(({ key }) => key);

const STANDING = rules(null, {
  'GET /nonce, /relay-payload and /v1/account/transactions/params agree on the next nonce: 0 for a new signer [N1]':
    async ({ http }) => {
      for (const type of ['SAFE', 'PROXY', 'WALLET']) {
        const query = `address=${UNKNOWN_ADDRESS}&type=${type}`;
        equal(type, object(await http.get(`/nonce?${query}`)), { nonce: '0' });
        const payload = object(await http.get(`/relay-payload?${query}`));
        equal('nonce', payload['nonce'], '0');
        matches('address', payload['address'], /^0x[0-9a-fA-F]{40}$/);
        equal('params', object(await http.get(`/v1/account/transactions/params?${query}`)), payload);
      }
      for (const query of ['address=0x12&type=SAFE', `address=${UNKNOWN_ADDRESS}&type=other`, 'type=SAFE'])
        refused(await http.get(`/nonce?${query}`), 400, /address|type/);
    },
  'GET /deployed: a wallet of an account is, its signing address and a stranger’s are not [N2]': async (stage) => {
    const trader = stage.trader(0);
    const deposit = (await trader.wallets()).find(({ address }) => address !== trader.address)?.address;
    for (const [address, deployed] of [
      [deposit, true],
      [trader.address, false],
      [UNKNOWN_ADDRESS, false],
    ] as const)
      equal(`deployed ${address}`, object(await stage.http.get(`/deployed?address=${address}`))['deployed'], deployed);
  },
  'GET /transaction of an unknown id is empty, GET /v1/account/transactions/{id} is 404 [N3]': async ({ http }) => {
    equal('transaction', list(await http.get(`/transaction?id=${UNKNOWN_ID}`)), []);
    refused(await http.get(`/v1/account/transactions/${UNKNOWN_ID}`), 404, 'id not found');
    refused(await http.get('/transaction?id=1'), 400, /id/);
  },
});

const BUILDERS = rules(null, {
  'builder keys: made and listed under an API key, and revoked by themselves [N4]': async (stage) => {
    const trader = stage.trader(0);
    const key = await createBuilderKey(trader);
    isTrue('listed', (await keysOf(trader)).includes(key.apiKey), key.apiKey, await keysOf(trader));
    list(await sendAsBuilder(trader, key, 'GET', '/transactions'));
    refused(await stage.http.get('/transactions'), 401, /BUILDER_API_KEY/);
    refused(await sendAsBuilder(trader, { ...key, passphrase: '0'.repeat(64) }, 'GET', '/transactions'), 401, /./);
    const revoke = (more: HeaderList) => sendAsBuilder(trader, key, 'DELETE', KEYS_PATH, '', more);
    // Even after its revocation the key can prove that the request is the same.
    for (const how of ['revoked', 'again']) equal(how, ok(await revoke({ 'idempotency-key': key.apiKey })).body, 'OK');
    refused(await revoke({}), 401, /./);
    refused(await sendAsBuilder(trader, key, 'GET', '/transactions'), 401, /./);
    isTrue('gone', !(await keysOf(trader)).includes(key.apiKey), 'not listed', key.apiKey);
  },
  'DELETE /auth/builder-api-key under an API key revokes all of the account’s builder keys, and no API key [N5]':
    async (stage) => {
      const trader = stage.trader(1);
      await createBuilderKey(trader);
      await createBuilderKey(trader);
      equal('revoked', ok(await trader.send('DELETE', KEYS_PATH)).body, 'OK');
      equal('left', await keysOf(trader), []);
      ok(await trader.send('GET', '/account'));
    },
});

const deployment = ({ signer }: Trader): string =>
  JSON.stringify({ type: 'WALLET-CREATE', from: signer.address, to: DEPOSIT_WALLET_FACTORY });

const SUBMISSIONS = rules(null, {
  'POST /submit: a malformed body is 400; without builder headers and signature no wallet is deployed [N6]': async (
    stage,
  ) => {
    const { http, venue } = stage;
    refused(await http.send('POST', '/submit', {}), 400, /./);
    const answer = await http.send('POST', '/submit', deployment(stage.trader(0)));
    if (relays(venue)) refused(answer, 401, /builder headers/);
    else refused(answer, 400, /BELLWETHER_PROFILE/);
  },
  'POST /submit: a deployment is carried out once, and a repeat gets the first answer [N7]': async (stage) => {
    const { http, venue } = stage;
    if (!relays(venue)) return;
    const trader = stage.trader(2);
    const key = await createBuilderKey(trader);
    const send = (more: HeaderList = {}) => sendAsBuilder(trader, key, 'POST', '/submit', deployment(trader), more);
    const named = { 'idempotency-key': 'deploy' };
    const first = object(await send(named));
    matches('transactionHash', first['transactionHash'], /^0x[0-9a-f]{64}$/);
    const again = await send(named);
    equal('again', again.body, first);
    equal('replayed', again.headers.get('idempotent-replayed'), 'true');
    equal('without a key', object(await send()), first);
    const id = String(first['transactionID']);
    const [found] = list(await http.get(`/transaction?id=${id}`));
    equal('found', [found?.['transactionID'], found?.['type']], [id, 'WALLET-CREATE']);
    const wallet = String(found?.['proxyAddress']);
    equal('deployed', object(await http.get(`/deployed?address=${wallet}`))['deployed'], true);
    const listed = list(await sendAsBuilder(trader, key, 'GET', '/transactions'));
    equal('of the builder', valuesOf(listed, 'transactionID'), [id]);
  },
});

export const RELAYER_CHECKS = section('Relayer', STANDING, BUILDERS, SUBMISSIONS);
