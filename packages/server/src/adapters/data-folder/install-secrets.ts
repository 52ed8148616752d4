/**
 * What is made once for each install and kept in the data folder, readable by its owner alone: the admin token, the key
 * that API credentials derive from, and the verifying contract that ties signatures to this venue.
 *
 * Each is one line of hex digits, and the last eight are a check value (CRC-32 of what is before them): with another digit it
 * would be another secret, and every key or signature would be refused without anyone knowing why. Versions before wrote
 * none. What they wrote is taken as it is; key and contract get theirs at the next start. The token does not: all of the
 * line is what its owner sends, and `bw_` before it tells one with a check value from an older one.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
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
  /** As older versions wrote it, without a check value, where that is another one. */
  readonly prefixBefore?: string;
  /** The secret is the line as it is, check value included. */
  readonly isWhole?: true;
}

const ADMIN_TOKEN: SecretFile = { file: ADMIN_TOKEN_FILE, bytes: 24, prefix: 'bw_', prefixBefore: '', isWhole: true };
const MASTER_KEY: SecretFile = { file: MASTER_KEY_FILE, bytes: 32, prefix: '' };
const CONTRACT: SecretFile = { file: CONTRACT_FILE, bytes: 20, prefix: '0x' };

const CHECK_DIGITS = 8;

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

/**
 * The same for a sandbox, in which what clients sign and are given follows from its seed (`seeded`), so that two runs of one
 * scenario are alike to the byte. Only the admin token is as random as ever.
 */
export function installSeededSecrets(dataDir: string, seeded: Randomness, random: Randomness): InstallSecrets {
  keepSecret(dataDir, MASTER_KEY, seeded);
  keepSecret(dataDir, CONTRACT, seeded);
  return installSecrets(dataDir, random);
}

/** The secret files of a folder, by name, as they are; those that are not there are left out. */
export function secretLines(dataDir: string): ReadonlyMap<string, string> {
  const lines = new Map<string, string>();
  for (const file of SECRET_FILES) {
    const text = readIfThere(join(dataDir, file))?.trim() ?? '';
    if (text !== '') lines.set(file, text);
  }
  return lines;
}

/** Puts a secret file of another folder of the same venue into this one, whose lock the caller holds. */
export function writeSecretLine(dataDir: string, file: string, line: string): void {
  writeFileDurably(join(dataDir, file), [Buffer.from(`${line}\n`)]);
}

function keepSecret(dataDir: string, secret: SecretFile, random: Randomness): string {
  const kept = readSecret(dataDir, secret);
  if (kept !== null && (kept.isChecked || secret.isWhole === true)) return kept.value;
  const digits = kept?.value ?? secret.prefix + Buffer.from(random.bytes(secret.bytes)).toString('hex');
  const line = digits + checkValueOf(digits);
  writeFileDurably(join(dataDir, secret.file), [Buffer.from(`${line}\n`)]);
  return secret.isWhole === true ? line : digits;
}

interface StoredSecret {
  readonly value: string;
  /** It has a check value, which is right. */
  readonly isChecked: boolean;
}

/** Null when it is not there. */
function readSecret(
  dataDir: string,
  { file, bytes, prefix, prefixBefore = prefix, isWhole }: SecretFile,
): StoredSecret | null {
  const path = join(dataDir, file);
  const text = readIfThere(path);
  if (text === null) return null;
  const line = text.trim();
  const hex = `[0-9a-f]{${bytes * 2}}`;
  const [, checked = '', check] = new RegExp(`^(${prefix}${hex})([0-9a-f]{${CHECK_DIGITS}})$`).exec(line) ?? [];
  const isChecked = checked !== '' && check === checkValueOf(checked);
  const [before = ''] = new RegExp(`^${prefixBefore}${hex}$`).exec(line) ?? [];
  if (!isChecked && before === '') {
    throw new Error(
      `${path} is damaged. Put it back from a backup, or move it away to have a new one made (docs/OPERATING.md says ` +
        'what that costs).',
    );
  }
  return { value: isChecked && isWhole !== true ? checked : line, isChecked };
}

const checkValueOf = (digits: string): string => crc32(digits).toString(16).padStart(CHECK_DIGITS, '0');

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw storageError('read', path, error);
  }
}
