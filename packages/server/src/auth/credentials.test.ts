import { describe, expect, test } from 'vitest';
import { createCredentialSource } from './credentials.ts';

const MASTER = new Uint8Array(32).fill(7);
const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const BOB = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';

describe('credentials', () => {
  test('credentials: these values are promised for ever; changing them would lock everybody out', () => {
    expect(createCredentialSource(MASTER).derive(ALICE, '0')).toEqual({
      apiKey: 'd147a5aa-2115-47f7-914d-578bcf561282',
      secret: 'P9SOqYfb6aMpIoJy0YbJoZaOpoLExXb1B6r+hO+rdSU=',
      passphrase: 'd8a9d95f52c71ee91997899d14d7d1deefc7f56ecd52423d4192ce212bf0f062',
    });
  });

  test('credentials: the same address and nonce give the same, anything else gives all different ones [A17]', () => {
    const source = createCredentialSource(MASTER);
    const first = source.derive(ALICE, '0');
    expect(createCredentialSource(MASTER).derive(ALICE, '0')).toEqual(first);
    const others = [
      source.derive(ALICE, '1'),
      source.derive(BOB, '0'),
      createCredentialSource(new Uint8Array(32).fill(8)).derive(ALICE, '0'),
    ];
    for (const other of others) {
      expect(other.apiKey).not.toBe(first.apiKey);
      expect(other.secret).not.toBe(first.secret);
      expect(other.passphrase).not.toBe(first.passphrase);
    }
    expect(Buffer.from(first.secret, 'base64').toString('hex')).not.toBe(first.passphrase);
  });

  test('credentials: the secrets of a key are those that were given out, even after thousands of other keys', () => {
    const source = createCredentialSource(MASTER);
    const { apiKey, secret, passphrase } = source.derive(ALICE, '0');
    for (let nonce = 1; nonce < 5_000; nonce += 1) source.secretsOf(`key-${nonce}`);
    const secrets = source.secretsOf(apiKey);
    expect(Buffer.from(secrets.secret).toString('base64')).toBe(secret);
    expect(Buffer.from(secrets.passphrase).toString('hex')).toBe(passphrase);
  });

  test('credentials: the master key is copied, so wiping the caller’s copy changes nothing', () => {
    const mine = Uint8Array.from(MASTER);
    const source = createCredentialSource(mine);
    mine.fill(0);
    expect(source.derive(ALICE, '0')).toEqual(createCredentialSource(MASTER).derive(ALICE, '0'));
  });

  test.each([0, 31, 33])('credentials: a master key of %i bytes is refused', (length) => {
    expect(() => createCredentialSource(new Uint8Array(length))).toThrow(RangeError);
  });
});
