/**
 * What is made once for each install and kept in the data folder, readable by its owner alone: the admin token, the key
 * that API credentials derive from, and the verifying contract that ties signatures to this venue.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

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

/** Reads the secrets, making those that are missing. The caller holds the folder's lock. Throws when one is malformed. */
export function installSecrets(dataDir: string): InstallSecrets {
  const keep = (file: string, bytes: number, prefix: string) => {
    const value = readOrCreate(join(dataDir, file), () => prefix + randomBytes(bytes).toString('hex'));
    if (!new RegExp(`^${prefix}[0-9a-f]{${bytes * 2}}$`).test(value))
      throw new Error(`${join(dataDir, file)} is damaged`);
    return value;
  };
  return {
    adminToken: keep(ADMIN_TOKEN_FILE, 24, ''),
    masterKey: Buffer.from(keep(MASTER_KEY_FILE, 32, ''), 'hex'),
    verifyingContract: keep(CONTRACT_FILE, 20, '0x'),
  };
}

function readOrCreate(path: string, create: () => string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const value = create();
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, `${value}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return value;
}
