/**
 * Secrets of a venue with several nodes: kept beside the journal, sealed with a key that derives from the cluster
 * secret. The first node provides them; all others read them from here.
 *
 * Sealed form: nonce (12 bytes), tag (16 bytes), AES-256-GCM of the text. The key is HKDF-SHA256 (RFC 5869).
 */

import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { Randomness } from '@bellwether/ports/runtime.ts';
import { closing } from '../../files/closing.ts';
import { type PostgresOptions, Primary } from './primary.ts';
import { prepareSchema } from './schema.ts';

const TABLE = `
  CREATE TABLE IF NOT EXISTS bellwether.secrets (id smallint PRIMARY KEY CHECK (id = 1), sealed bytea NOT NULL)`;
const SELECT = 'SELECT sealed FROM bellwether.secrets WHERE id = 1';
const INSERT = 'INSERT INTO bellwether.secrets VALUES (1, $1) ON CONFLICT DO NOTHING';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

interface SecretsOptions extends PostgresOptions {
  /** `BELLWETHER_CLUSTER_SECRET`. */
  readonly clusterSecret: string;
  readonly random: Randomness;
}

/**
 * Returns the text that all nodes share: the stored one, or `make()` if there is none, which is stored first. Throws
 * when the database cannot be used, or the stored text was sealed with another secret.
 */
export async function sharedSecrets(options: SecretsOptions, make: () => string): Promise<string> {
  using primary = closing(new Primary(options, 'bellwether secrets'));
  await primary.repeatedly(async (session) => {
    await prepareSchema(session);
    await session.run(TABLE);
  });
  const read = async (): Promise<Buffer | null> => {
    const sealed = (await primary.query(SELECT)).rows[0]?.['sealed'];
    return Buffer.isBuffer(sealed) ? sealed : null;
  };
  const kept = await read();
  if (kept !== null) return unseal(options.clusterSecret, kept);
  await primary.query(INSERT, [seal(options, make())]);
  // Another node may have been faster.
  const first = await read();
  if (first === null) throw new Error('the secrets of the venue could not be kept in the database');
  return unseal(options.clusterSecret, first);
}

function seal({ clusterSecret, random }: SecretsOptions, text: string): Buffer {
  const nonce = random.bytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(clusterSecret), nonce);
  const sealed = [cipher.update(text, 'utf8'), cipher.final()];
  return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]);
}

function unseal(clusterSecret: string, sealed: Buffer): string {
  const decipher = createDecipheriv(CIPHER, keyOf(clusterSecret), sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const text = [decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
    return Buffer.concat(text).toString('utf8');
  } catch {
    throw new Error('BELLWETHER_CLUSTER_SECRET is not the one that the other nodes of this venue have');
  }
}

const keyOf = (clusterSecret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', clusterSecret, '', 'bellwether venue secrets 1', 32));
