import { createHmac } from 'node:crypto';
import { forAll } from '@bellwether/engine/testing';
import { createAddressParser } from '@bellwether/wire/forms/address.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCredentialSource } from './api-keys.ts';
import { createAuthenticator } from './authenticator.ts';
import { INVALID_API_KEY, type SignedRequest } from './refusals.ts';

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const ALICE_CHECKSUMMED = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const BOB = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const NOW = 1_700_000_000;

const source = createCredentialSource(new Uint8Array(32).fill(1), 'bellwether');
const alice = source.derive(ALICE, '0');
const bob = source.derive(BOB, '0');
const revoked = source.derive(ALICE, '1');
const neverIssued = source.derive(ALICE, '2');
const issued = new Map([
  [alice.apiKey, { address: ALICE, revoked: false, isBuilder: false }],
  [bob.apiKey, { address: BOB, revoked: false, isBuilder: false }],
  [revoked.apiKey, { address: ALICE, revoked: true, isBuilder: false }],
]);

const notAsked = (): Promise<never> => Promise.reject(new Error('not asked here'));

const options: Parameters<typeof createAuthenticator>[0] = {
  prefixes: ['SERVICE_', 'POLY_'],
  credentials: source,
  parseAddress: await createAddressParser(),
  clock: () => NOW * 1000 + 999,
  toleranceSeconds: { past: 60, future: 5 },
  findApiKey: (apiKey) => issued.get(apiKey),
  signatures: { checkAuth: notAsked, findSignIn: notAsked },
  signIn: { chainId: 31_337, message: 'I am' },
};
const authenticator = createAuthenticator(options);

const CALL = {
  method: 'POST',
  path: '/order',
  body: '{"order":{"salt":1},"owner":"é"}',
  timestamp: String(NOW),
  address: ALICE,
  credentials: alice,
  prefix: 'SERVICE_',
};

type Call = typeof CALL;

function sign(call: Call): Buffer {
  const text = call.timestamp + call.method + call.path.split('?')[0] + call.body;
  return createHmac('sha256', Buffer.from(call.credentials.secret, 'base64')).update(text, 'utf8').digest();
}

/** Request of a correct client, with `headers` replacing the right values. */
function request(change: Partial<Call> = {}, headers: Record<string, string> = {}): SignedRequest {
  const call = { ...CALL, ...change };
  const values = {
    ADDRESS: call.address,
    API_KEY: call.credentials.apiKey,
    PASSPHRASE: call.credentials.passphrase,
    TIMESTAMP: call.timestamp,
    SIGNATURE: sign(call).toString('hex'),
    ...headers,
  };
  const rawHeaders = Object.entries(values).flatMap(([field, value]) => [call.prefix + field, value]);
  return { method: call.method, path: call.path, rawHeaders, body: Buffer.from(call.body) };
}

const refusal = (error: string) => ({ kind: 'refused', status: 401, error });
const invalidKey = refusal(INVALID_API_KEY);

test.each<[string, SignedRequest]>([
  ['with a body', request()],
  ['without a body', request({ method: 'GET', body: '' })],
  ['with a query string that is not signed', request({ method: 'GET', path: '/data/orders?market=0x1&x=?', body: '' })],
  ['with the other prefix', request({ prefix: 'POLY_' })],
  ['with a checksummed address', request({ address: ALICE_CHECKSUMMED })],
  ['60 s late', request({ timestamp: String(NOW - 60) })],
  ['5 s early', request({ timestamp: String(NOW + 5) })],
])('authenticator: %s', (_name, signed) => {
  const expected = { kind: 'authenticated', address: ALICE, apiKey: alice.apiKey };
  expect(authenticator.authenticateL2(signed)).toMatchObject(expected);
  // A second time, from the cached secrets.
  expect(authenticator.authenticateL2(signed)).toMatchObject(expected);
});

test('authenticator: every spelling of a signature is the same signature, of the same second', () => {
  const spellings = (['hex', 'base64', 'base64url'] as const).map((encoding) => sign(CALL).toString(encoding));
  for (const SIGNATURE of [...spellings, sign(CALL).toString('hex').toUpperCase()]) {
    const expected = { signature: sign(CALL).toString('latin1'), timestamp: NOW };
    expect(authenticator.authenticateL2(request({}, { SIGNATURE }))).toMatchObject(expected);
  }
});

const anySecret = Buffer.alloc(32).toString('base64');
test.each<[string, SignedRequest]>([
  ['a key that was never issued, with its true secret', request({ credentials: neverIssued })],
  ['a revoked key', request({ credentials: revoked })],
  ['a key that is no UUID', request({}, { API_KEY: 'key' })],
  ['a key in upper case', request({}, { API_KEY: alice.apiKey.toUpperCase() })],
  ['the stand-in for none', request({ credentials: { ...alice, apiKey: '00000000-0000-4000-8000-000000000000' } })],
  ['the address of somebody else', request({ address: BOB })],
  ['the key of somebody else', request({}, { API_KEY: bob.apiKey })],
  ['the passphrase of somebody else', request({}, { PASSPHRASE: bob.passphrase })],
  ['a passphrase of zeros', request({}, { PASSPHRASE: '0'.repeat(64) })],
  ['a short passphrase', request({}, { PASSPHRASE: alice.passphrase.slice(1) })],
  ['a passphrase in upper case', request({}, { PASSPHRASE: alice.passphrase.toUpperCase() })],
  ['a signature with another secret', request({ credentials: { ...alice, secret: anySecret } })],
  ['a malformed signature', request({}, { SIGNATURE: 'xyz' })],
  ['a signature of zeros', request({}, { SIGNATURE: '0'.repeat(64) })],
  ['a signature of another method', { ...request(), method: 'DELETE' }],
  ['a signature of another path', { ...request(), path: '/orders' }],
  ['a signature of another body', { ...request(), body: Buffer.from('{}') }],
  ['a signature of a body with a byte less', { ...request(), body: Buffer.from(`${CALL.body} `) }],
  ['a signature of a body with a byte more', { ...request(), body: Buffer.from(CALL.body).subarray(0, -1) }],
  ['a signature without the body', { ...request({ body: '' }), body: Buffer.from(CALL.body) }],
  ['a signature with the query string', { ...request({ path: '/order' }), path: '/order%3Fa=1' }],
  ['a signature of another second', request({}, { TIMESTAMP: String(NOW - 1) })],
])('authenticator: %s', (_name, signed) => expect(authenticator.authenticateL2(signed)).toMatchObject(invalidKey));

const wholeSeconds = 'header SERVICE_TIMESTAMP must be Unix time in whole seconds';
const mend = "the server's clock (at most";
test.each<[string, SignedRequest, string]>([
  ['a missing header', { ...request(), rawHeaders: request().rawHeaders.slice(2) }, 'missing header SERVICE_ADDRESS'],
  ['a bad checksum', request({ address: ALICE_CHECKSUMMED.replace('F', 'f') }), 'SERVICE_ADDRESS has a wrong checksum'],
  ['no address', request({ address: 'alice' }), 'header SERVICE_ADDRESS must be 0x followed by 40 hex digits'],
  ['a late clock', request({ timestamp: String(NOW - 61) }), `SERVICE_TIMESTAMP is 61 s behind ${mend} 60 s)`],
  ['an early clock', request({ timestamp: String(NOW + 6) }), `SERVICE_TIMESTAMP is 6 s ahead of ${mend} 5 s)`],
  ['the dawn of time', request({ timestamp: '0' }), `is ${NOW} s behind`],
  ['milliseconds', request({ timestamp: `${NOW}000` }), wholeSeconds],
  ['a fraction', request({ timestamp: `${NOW}.5` }), wholeSeconds],
  ['a sign', request({ timestamp: `+${NOW}` }), wholeSeconds],
  ['a leading zero', request({ timestamp: `0${NOW}` }), wholeSeconds],
  ['an exponent', request({ timestamp: '17e8' }), wholeSeconds],
  ['the names of the prefix in use', request({ prefix: 'POLY_', timestamp: '' }), 'missing header POLY_TIMESTAMP'],
])('authenticator: %s', (_name, signed, text) =>
  expect(authenticator.authenticateL2(signed)).toMatchObject(refusal(expect.stringContaining(text))),
);

test('authenticator: a stale timestamp is said before anything about the key', () => {
  const stale = request({ credentials: neverIssued, timestamp: String(NOW - 100) });
  expect(authenticator.authenticateL2(stale)).toMatchObject(refusal(expect.stringContaining('100 s behind')));
});

test.each([
  [NOW - 120, '120 s behind the machine', { name: 'machine', serverTime: NOW, aheadSeconds: -120 }],
  [NOW + 120, '120 s ahead of the machine', { name: 'machine', serverTime: NOW, aheadSeconds: 120 }],
  [NOW - 10_000_120, '120 s behind the sandbox', { name: 'sandbox', serverTime: NOW - 10_000_000, aheadSeconds: -120 }],
  [NOW - 9_999_940, '60 s ahead of the sandbox', { name: 'sandbox', serverTime: NOW - 10_000_000, aheadSeconds: 60 }],
])('a sandbox: signed at %i, it is told of the clock that it is nearer to [A80]', (timestamp, words, clock) => {
  const sandbox = createAuthenticator({
    ...options,
    clock: () => (NOW - 10_000_000) * 1000,
    otherClock: () => NOW * 1000,
  });
  expect(sandbox.authenticateL2(request({ timestamp: String(timestamp) }))).toMatchObject({
    kind: 'refused',
    error: expect.stringContaining(`${words}'s clock`),
    details: { clock },
  });
});

test('a sandbox: either clock is enough, however near the other one is [A80]', () => {
  // 50 s behind one clock is accepted, 10 s ahead of the other is not.
  const both = { ...options, clock: () => (NOW + 50) * 1000, otherClock: () => (NOW - 10) * 1000 };
  const answer = createAuthenticator(both).authenticateL2(request({ timestamp: String(NOW) }));
  expect(answer).toMatchObject({ kind: 'authenticated' });
});

test('authenticator: a byte changed anywhere in body, path, method, timestamp, signature or passphrase is refused [A15]', () => {
  const part = fc.constantFrom('body', 'path', 'method', 'TIMESTAMP', 'SIGNATURE', 'PASSPHRASE');
  forAll(500, [part, fc.nat(), fc.integer({ min: 1, max: 127 })], (name, at, mask) => {
    const signed = request();
    const flipText = (text: string): string => {
      const index = at % text.length;
      return text.slice(0, index) + String.fromCharCode(text.charCodeAt(index) ^ mask) + text.slice(index + 1);
    };
    const tampered = { ...signed, rawHeaders: [...signed.rawHeaders], body: Buffer.from(signed.body) };
    if (name === 'body') tampered.body[at % tampered.body.length]! ^= mask;
    else if (name === 'path') tampered.path = flipText(tampered.path);
    else if (name === 'method') tampered.method = flipText(tampered.method);
    else {
      const index = tampered.rawHeaders.indexOf(`SERVICE_${name}`) + 1;
      const changed = flipText(tampered.rawHeaders[index]!);
      // A hex digit in the other case is the same signature.
      fc.pre(name !== 'SIGNATURE' || changed.toLowerCase() !== signed.rawHeaders[index]);
      tampered.rawHeaders[index] = changed;
    }
    // A `?` as the last character of the path would only cut it; the signed path still differs.
    expect(authenticator.authenticateL2(tampered).kind).toBe('refused');
  });
});

test('authenticator: of revoked keys what they have signed is known where just that is asked, and of no others', () => {
  const { revoked: checks } = authenticator;
  const known = { kind: 'authenticated', address: ALICE, apiKey: revoked.apiKey, timestamp: NOW };
  expect(checks.authenticateL2(request({ credentials: revoked }))).toMatchObject(known);
  for (const other of [
    request(),
    request({ credentials: neverIssued }),
    request({ credentials: revoked, address: BOB }),
    request({ credentials: { ...revoked, secret: alice.secret } }),
    request({ credentials: { ...revoked, passphrase: alice.passphrase } }),
    request({ credentials: revoked, timestamp: String(NOW - 61) }),
  ])
    expect(checks.authenticateL2(other)).toMatchObject({ kind: 'refused', status: 401 });
});

test('authenticator: a key that does not exist costs the same work and takes no place among remembered secrets', () => {
  const asked: string[] = [];
  const watched = createAuthenticator({
    ...options,
    credentials: {
      ...source,
      secretsOf: (apiKey) => {
        asked.push(apiKey);
        return source.secretsOf(apiKey);
      },
    },
  });
  for (const credentials of [neverIssued, { ...alice, apiKey: 'key' }])
    watched.authenticateL2(request({ credentials }));
  for (const credentials of [alice, revoked]) watched.authenticateL2(request({ credentials }));
  expect(asked).toHaveLength(4);
  expect(asked[0]).toBe(asked[1]);
  expect([neverIssued.apiKey, 'key']).not.toContain(asked[0]);
  expect(asked.slice(2)).toEqual([alice.apiKey, revoked.apiKey]);
});
