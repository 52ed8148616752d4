/**
 * What is made once for each install and kept in the data folder, readable by its owner alone: the admin token, the key
 * that API credentials derive from, and the verifying contract that ties signatures to this venue.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileDurably } from '../../files/durable-file.ts';
import { storageError } from '../../files/storage-error.ts';
import type { Randomness } from '../../ports/runtime.ts';

export const ADMIN_TOKEN_FILE = 'admin-token';
const MASTER_KEY_FILE = 'master.key';
const CONTRACT_FILE = 'verifying-contract';

export interface InstallSecrets {
  readonly adminToken: string;
  /** 32 bytes. */
  readonly masterKey: Uint8Array;
  /** Lower-case address. */
  readonly verifyingContract: string;
}

interface SecretFile {
  readonly file: string;
  readonly bytes: number;
  readonly prefix: string;
}

const ADMIN_TOKEN: SecretFile = { file: ADMIN_TOKEN_FILE, bytes: 24, prefix: '' };
const MASTER_KEY: SecretFile = { file: MASTER_KEY_FILE, bytes: 32, prefix: '' };
const CONTRACT: SecretFile = { file: CONTRACT_FILE, bytes: 20, prefix: '0x' };

/** Names of the files that belong to an install and cannot be made again from the journal. */
export const SECRET_FILES: readonly string[] = [MASTER_KEY_FILE, CONTRACT_FILE, ADMIN_TOKEN_FILE];

/** Throws when a secret that is there is malformed or cannot be read. Makes none: for a start that may yet be refused. */
export function checkSecrets(dataDir: string): void {
  for (const secret of [ADMIN_TOKEN, MASTER_KEY, CONTRACT]) readSecret(dataDir, secret);
}

/**
 * Reads the secrets, making those that are missing; each is durable before anything can depend on it. The caller holds
 * the folder's lock. Throws when one is malformed, or `StorageError`.
 */
export function installSecrets(dataDir: string, random: Randomness): InstallSecrets {
  return {
    adminToken: keepSecret(dataDir, ADMIN_TOKEN, random),
    masterKey: Buffer.from(keepSecret(dataDir, MASTER_KEY, random), 'hex'),
    verifyingContract: keepSecret(dataDir, CONTRACT, random),
  };
}

function keepSecret(dataDir: string, secret: SecretFile, random: Randomness): string {
  const kept = readSecret(dataDir, secret);
  if (kept !== null) return kept;
  const value = secret.prefix + Buffer.from(random.bytes(secret.bytes)).toString('hex');
  writeFileDurably(join(dataDir, secret.file), [Buffer.from(`${value}\n`)]);
  return value;
}

/** Null when it is not there. An empty file counts as none: versions before this one could die before they wrote into it. */
function readSecret(dataDir: string, { file, bytes, prefix }: SecretFile): string | null {
  const path = join(dataDir, file);
  const value = readIfThere(path)?.trim() ?? '';
  if (value === '') return null;
  if (!new RegExp(`^${prefix}[0-9a-f]{${bytes * 2}}$`).test(value)) {
    throw new Error(
      `${path} is damaged. Put it back from a backup, or move it away to have a new one made (docs/OPERATING.md says ` +
        'what that costs).',
    );
  }
  return value;
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw storageError('read', path, error);
  }
}
