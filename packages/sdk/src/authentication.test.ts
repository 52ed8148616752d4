import { expect, test } from 'vitest';
import { apiKeyHeaders, requestSignature, walletHeaders } from './authentication.ts';
import vectors from './fixtures/signing-vectors.json' with { type: 'json' };
import { createSigner } from './signer.ts';

test.each([vectors.l2, vectors.l2_order])('authentication: the request signature is as recorded, in hex', (vector) => {
  expect(requestSignature(vector.secret, { ...vector, timestamp: Number(vector.timestamp) })).toBe(vector.hex);
});

test('authentication: both alphabets of base64 are the same secret', () => {
  const request = { timestamp: 1, method: 'GET', path: '/account', body: '' };
  const standard = requestSignature('+/+/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=', request);
  expect(requestSignature('-_-_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=', request)).toBe(standard);
  expect(requestSignature('AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=', request)).not.toBe(standard);
});

test('authentication: a wallet proves itself with four headers', async () => {
  const { l1 } = vectors;
  const terms = { chainId: l1.domain.chainId, authMessage: l1.message.message };
  const headers = await walletHeaders(createSigner(vectors.privateKey), terms, 10_000_000, 23);
  const proof = { SERVICE_ADDRESS: vectors.address, SERVICE_SIGNATURE: l1.signature };
  expect(headers).toEqual({ ...proof, SERVICE_TIMESTAMP: '10000000', SERVICE_NONCE: '23' });
});

test('authentication: an API key proves itself with five headers under any prefix', () => {
  const { l2_order: vector } = vectors;
  const credentials = { apiKey: 'key', secret: vector.secret, passphrase: 'phrase' };
  const request = { timestamp: Number(vector.timestamp), method: vector.method, path: vector.path, body: vector.body };
  expect(apiKeyHeaders(vectors.address, credentials, request, 'OTHER_')).toEqual({
    OTHER_ADDRESS: vectors.address,
    OTHER_API_KEY: 'key',
    OTHER_PASSPHRASE: 'phrase',
    OTHER_TIMESTAMP: vector.timestamp,
    OTHER_SIGNATURE: vector.hex,
  });
});
