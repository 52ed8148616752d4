/**
 * Secrets made once for each install and kept in the data folder, readable only by its owner: the admin token, the key
 * that API credentials derive from, and the verifying contract that ties signatures to this venue.
 *
 * Each is one line of hex digits. The last eight are a check value: the CRC-32 of everything before them. Without it, a
 * changed digit would silently be another secret, and every key or signature would be refused with no hint of the reason.
 * Files of older versions have no check value and are accepted as they are; key and contract get theirs at the next start.
 * The token does not, because its owner sends the whole line; the prefix `bw_` marks a token with a check value.
 */

import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Randomness } from '@bellwether/ports/runtime.ts';
import { writeFileDurably } from '../../files/durable-file.ts';
import { readIfThere } from '../../files/open-if-there.ts';

export const ADMIN_TOKEN_FILE = 'admin-token';
export const MASTER_KEY_FILE = 'master.key';
const CONTRACT_FILE = 'verifying-contract';

interface InstallSecrets {
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
  /** Prefix that older versions wrote, without a check value, if it differs. */
  readonly prefixBefore?: string;
  /** The secret is the whole line, check value included. */
  readonly isWhole?: true;
}

const ADMIN_TOKEN: SecretFile = { file: ADMIN_TOKEN_FILE, bytes: 24, prefix: 'bw_', prefixBefore: '', isWhole: true };
const MASTER_KEY: SecretFile = { file: MASTER_KEY_FILE, bytes: 32, prefix: '' };
const CONTRACT: SecretFile = { file: CONTRACT_FILE, bytes: 20, prefix: '0x' };

const CHECK_DIGITS = 8;

/** Files that belong to an install and cannot be rebuilt from the journal. */
export const SECRET_FILES: readonly string[] = [MASTER_KEY_FILE, CONTRACT_FILE, ADMIN_TOKEN_FILE];

/** Throws when an existing secret is malformed or cannot be read. Creates none: for a start that may still be refused. */
export function checkSecrets(dataDir: string): void {
  for (const secret of [ADMIN_TOKEN, MASTER_KEY, CONTRACT]) readSecret(dataDir, secret);
}

/**
 * Reads the secrets and creates missing ones; each is durable before anything can depend on it. The caller holds the
 * folder's lock. Throws when a secret is malformed, or `StorageError`.
 */
export function installSecrets(dataDir: string, random: Randomness): InstallSecrets {
  return {
    adminToken: keepSecret(dataDir, ADMIN_TOKEN, random),
    masterKey: Buffer.from(keepSecret(dataDir, MASTER_KEY, random), 'hex'),
    verifyingContract: keepSecret(dataDir, CONTRACT, random),
  };
}

/**
 * Does the same for a sandbox: everything that clients sign or receive derives from its seed (`seeded`), so that two
 * runs of one scenario are byte-identical. Only the admin token stays random.
 */
export function installSeededSecrets(dataDir: string, seeded: Randomness, random: Randomness): InstallSecrets {
  keepSecret(dataDir, MASTER_KEY, seeded);
  keepSecret(dataDir, CONTRACT, seeded);
  return installSecrets(dataDir, random);
}

/** Contents of a folder's secret files, by name; missing files are left out. */
export function secretLines(dataDir: string): ReadonlyMap<string, string> {
  const lines = new Map<string, string>();
  for (const file of SECRET_FILES) {
    const text = readIfThere(join(dataDir, file))?.toString().trim() ?? '';
    if (text !== '') lines.set(file, text);
  }
  return lines;
}

/** Copies a secret file from another folder of the same venue into this one. The caller holds this folder's lock. */
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

/** Null if the file does not exist. */
function readSecret(dataDir: string, { file, bytes, prefix, prefixBefore = prefix, isWhole }: SecretFile) {
  const path = join(dataDir, file);
  const text = readIfThere(path)?.toString() ?? null;
  if (text === null) return null;
  const line = text.trim();
  const hex = `[0-9a-f]{${bytes * 2}}`;
  const [, checked = '', check] = new RegExp(`^(${prefix}${hex})([0-9a-f]{${CHECK_DIGITS}})$`).exec(line) ?? [];
  const isChecked = checked !== '' && check === checkValueOf(checked);
  const [before = ''] = new RegExp(`^${prefixBefore}${hex}$`).exec(line) ?? [];
  if (!isChecked && before === '') {
    throw new Error(
      `${path} is damaged. Put it back from a backup, or move it away to have a new one made (docs/guides/install-and-run.md says ` +
        'what that costs).',
    );
  }
  return { value: isChecked && isWhole !== true ? checked : line, isChecked };
}

const checkValueOf = (digits: string): string => crc32(digits).toString(16).padStart(CHECK_DIGITS, '0');
