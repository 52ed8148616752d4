import { anyText, forAll } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createCredentialSource,
  createRequestSigner,
  decodeRequestSignature,
  requestSignature,
  signingKey,
  withoutQuery,
} from './api-keys.ts';
import vectors from './fixtures/signing-vectors.json' with { type: 'json' };

const MASTER = new Uint8Array(32).fill(7);
const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

test('credentials: these values are promised for ever; changing them would lock everybody out', () =>
  expect(createCredentialSource(MASTER, 'bellwether').derive(ALICE, '0')).toEqual({
    apiKey: 'd147a5aa-2115-47f7-914d-578bcf561282',
    secret: 'P9SOqYfb6aMpIoJy0YbJoZaOpoLExXb1B6r+hO+rdSU=',
    passphrase: 'd8a9d95f52c71ee91997899d14d7d1deefc7f56ecd52423d4192ce212bf0f062',
  }));

test('credentials: clients of the ecosystem get the same secrets in the URL-safe alphabet, padded', () => {
  const [own, theirs] = [createCredentialSource(MASTER, 'bellwether'), createCredentialSource(MASTER, 'polymarket')];
  for (let nonce = 0; nonce < 50; nonce += 1) {
    const [first, second] = [own.derive(ALICE, `${nonce}`), theirs.derive(ALICE, `${nonce}`)];
    expect(first.secret).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    expect(second.secret).toMatch(/^[A-Za-z0-9_-]{43}=$/);
    expect(Buffer.from(second.secret, 'base64url')).toEqual(Buffer.from(first.secret, 'base64'));
    expect({ ...second, secret: first.secret }).toEqual(first);
  }
});

test('credentials: the same address and nonce give the same, anything else gives all different ones [A17]', () => {
  const source = createCredentialSource(MASTER, 'bellwether');
  const first = source.derive(ALICE, '0');
  expect(createCredentialSource(MASTER, 'bellwether').derive(ALICE, '0')).toEqual(first);
  const others = [
    source.derive(ALICE, '1'),
    source.derive('0x70997970c51812dc3a010c7d01b50e0d17dc79c8', '0'),
    createCredentialSource(new Uint8Array(32).fill(8), 'bellwether').derive(ALICE, '0'),
  ];
  for (const other of others) {
    expect(other.apiKey).not.toBe(first.apiKey);
    expect(other.secret).not.toBe(first.secret);
    expect(other.passphrase).not.toBe(first.passphrase);
  }
  expect(Buffer.from(first.secret, 'base64').toString('hex')).not.toBe(first.passphrase);
});

test('credentials: the secrets of a key are those that were given out, even after thousands of other keys', () => {
  const source = createCredentialSource(MASTER, 'bellwether');
  const { apiKey, secret, passphrase } = source.derive(ALICE, '0');
  for (let nonce = 1; nonce < 5_000; nonce += 1) source.secretsOf(`key-${nonce}`);
  const secrets = source.secretsOf(apiKey);
  expect(Buffer.from(secrets.secret).toString('base64')).toBe(secret);
  expect(Buffer.from(secrets.passphrase).toString('hex')).toBe(passphrase);
});

test('credentials: the master key is copied, so wiping the caller’s copy changes nothing', () => {
  const mine = Uint8Array.from(MASTER);
  const source = createCredentialSource(mine, 'bellwether');
  mine.fill(0);
  expect(source.derive(ALICE, '0')).toEqual(createCredentialSource(MASTER, 'bellwether').derive(ALICE, '0'));
});

test.each([0, 31, 33])('credentials: a master key of %i bytes is refused', (length) =>
  expect(() => createCredentialSource(new Uint8Array(length), 'bellwether')).toThrow(RangeError),
);

test.each([vectors.l2, vectors.l2_order])('request signature: vector $method $path', (each) => {
  const secret = Buffer.from(each.secret, 'base64');
  const bytes = requestSignature(secret, each.timestamp, each.method, each.path, Buffer.from(each.body));
  expect(Buffer.from(bytes).toString('hex')).toBe(each.hex);
  const forms = [
    each.hex,
    each.hex.toUpperCase(),
    each.base64url,
    each.base64url.replace('=', ''),
    each.base64url.replaceAll('-', '+').replaceAll('_', '/'),
  ];
  for (const form of forms) expect(decodeRequestSignature(form)).toEqual(Buffer.from(each.hex, 'hex'));
});

test('request signature: made with a prepared key it is the HMAC, one after another and of any length', () => {
  const sign = createRequestSigner();
  const request = fc.record({
    secret: fc.uint8Array({ maxLength: 64 }),
    timestamp: anyText(20),
    path: anyText(80),
    body: fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.integer({ min: 16_000, max: 20_000 }).map((length) => new Uint8Array(length).fill(0x61)),
    ),
  });
  forAll(100, [fc.array(request, { minLength: 1, maxLength: 4 })], (requests) => {
    for (const { secret, timestamp, path, body } of requests) {
      const own = sign(signingKey(secret), timestamp, 'POST', path, body);
      expect(own).toBe(requestSignature(secret, timestamp, 'POST', path, body).toString('latin1'));
    }
  });
  expect(() => signingKey(new Uint8Array(65))).toThrow(RangeError);
});

const { hex, base64url } = vectors.l2;
test.each([
  ['empty', ''],
  ['short hex', hex.slice(1)],
  ['long hex', `${hex}0`],
  ['hex with 0x', `0x${hex}`],
  ['a letter that is no hex digit', `g${hex.slice(1)}`],
  ['a character whose low byte is a hex digit', `\u0130${hex.slice(1)}`],
  ['a line feed', `${hex}\n`],
  ['two paddings', `${base64url}=`],
  ['both alphabets', base64url.replace('_', '/').replace('ZwAd', '-wAd')],
  ['unused bits that are set', base64url.replace('vc=', 'vd=')],
  ['short base64', base64url.slice(2)],
  ['a space', ` ${base64url.slice(1)}`],
])('request signature: %s is no signature', (_name, text) => expect(decodeRequestSignature(text)).toBeNull());

test('request signature: the query string is not signed', () => {
  expect(withoutQuery('/data/orders?a=1?b')).toBe('/data/orders');
  expect([withoutQuery('/order'), withoutQuery('/?')]).toEqual(['/order', '/']);
});
