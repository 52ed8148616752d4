import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { createAddressParser } from '@bellwether/wire/forms/address.ts';
import { afterAll, expect, test } from 'vitest';
import { createSignaturePool } from '../adapters/signature-pool/pool.ts';
import { createCredentialSource } from './api-keys.ts';
import { createAuthenticator } from './authenticator.ts';
import vectors from './fixtures/signing-vectors.json' with { type: 'json' };

const { message, signature, domain } = vectors.l1;
const WALLET = message.address.toLowerCase();

const signatures = await createSignaturePool({
  timers: MACHINE.timers,
  domain: { name: 'Bellwether Exchange', version: '1', chainId: 31337, verifyingContract: `0x${'0b'.repeat(20)}` },
  signInChainIds: [domain.chainId],
  authMessage: message.message,
});
afterAll(() => signatures.close());

const authenticator = createAuthenticator({
  prefixes: ['SERVICE_'],
  credentials: createCredentialSource(new Uint8Array(32), 'bellwether'),
  parseAddress: await createAddressParser(),
  clock: () => Number(message.timestamp) * 1000,
  toleranceSeconds: { past: 60, future: 5 },
  findApiKey: () => undefined,
  signatures,
  signIn: { chainId: domain.chainId, message: message.message },
});

function authenticate(change: Record<string, string> = {}) {
  const values = {
    ADDRESS: message.address,
    SIGNATURE: signature,
    TIMESTAMP: message.timestamp,
    NONCE: message.nonce,
    ...change,
  };
  const rawHeaders = Object.entries(values).flatMap(([field, value]) => [`SERVICE_${field}`, value]);
  return authenticator.authenticateL1({ rawHeaders });
}

test('authenticator: the wallet that signed is accepted, its address in either spelling', async () => {
  const told = { kind: 'authenticated', address: WALLET, nonce: message.nonce, timestamp: Number(message.timestamp) };
  for (const change of [{}, { ADDRESS: WALLET }]) expect(await authenticate(change)).toEqual(told);
});

test.each<[string, Record<string, string>, string]>([
  ['another nonce', { NONCE: '24' }, 'Invalid L1 Request headers: SERVICE_SIGNATURE was made by 0x'],
  ['another wallet', { ADDRESS: `0x${'11'.repeat(20)}` }, 'not by SERVICE_ADDRESS'],
  ['a short signature', { SIGNATURE: signature.slice(0, -2) }, 'SERVICE_SIGNATURE is no valid 65-byte signature'],
  ['a nonce with a leading zero', { NONCE: '023' }, 'SERVICE_NONCE must be a decimal integer'],
  ['a nonce of 2^256', { NONCE: String(1n << 256n) }, 'SERVICE_NONCE must be a decimal integer'],
  ['a nonce in hex', { NONCE: '0x17' }, 'SERVICE_NONCE must be a decimal integer'],
  ['a wrong checksum', { ADDRESS: message.address.replace('F', 'f') }, 'SERVICE_ADDRESS has a wrong checksum'],
])('authenticator: %s is refused', async (_name, change, text) => {
  const answer = await authenticate(change);
  expect(answer).toMatchObject({ kind: 'refused', status: 401, error: expect.stringContaining(text) });
});

test('authenticator: when signatures cannot be checked, that is an error and no refusal', async () => {
  await signatures.close();
  await expect(authenticate()).rejects.toMatchObject({ code: 'signatures_unavailable' });
});
