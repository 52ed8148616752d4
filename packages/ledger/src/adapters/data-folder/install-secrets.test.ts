import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { beforeEach, expect, test } from 'vitest';
import { writeFileDurably } from '../../files/durable-file.ts';
import { StorageError } from '../../files/storage-error.ts';
import { flipped } from '../../files/testing/flipped.ts';
import { newFolder } from '../../files/testing/new-folder.ts';
import { checkSecrets, installSecrets, SECRET_FILES } from './install-secrets.ts';
import { readHolder, recordHolder } from './lock.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = newFolder();
});

const path = (name: string): string => join(dataDir, name);

test('secrets: made once, kept, and readable by their owner alone', () => {
  const made = installSecrets(dataDir, MACHINE.random);
  expect(installSecrets(dataDir, MACHINE.random)).toEqual(made);
  expect(readdirSync(dataDir).sort()).toEqual([...SECRET_FILES].sort());
  for (const file of SECRET_FILES) expect(statSync(path(file)).mode & 0o777, file).toBe(0o600);
});

// Files that a crash leaves: before the first byte, in the middle of the bytes, and before the new file was renamed.
const LEFT: [string, (file: string, whole: string) => void][] = [
  ['an empty file beside', (file) => writeFileSync(path(`${file}.new`), '')],
  ['half a file beside', (file, whole) => writeFileSync(path(`${file}.new`), whole.slice(0, 10), { mode: 0o644 })],
  ['a whole file beside', (file, whole) => writeFileSync(path(`${file}.new`), whole)],
];
for (const file of SECRET_FILES) {
  test.each(LEFT)(`secrets: a crash in writing ${file} leaves %s, the next start makes it [D22]`, (_what, leave) => {
    const before = installSecrets(dataDir, MACHINE.random);
    const whole = readFileSync(path(file), 'utf8');
    rmSync(path(file));
    leave(file, whole);
    checkSecrets(dataDir);
    const after = installSecrets(dataDir, MACHINE.random);
    expect(after).not.toEqual(before);
    expect(installSecrets(dataDir, MACHINE.random)).toEqual(after);
    expect(readdirSync(dataDir).sort()).toEqual([...SECRET_FILES].sort());
    expect(statSync(path(file)).mode & 0o777).toBe(0o600);
  });

  test(`secrets: ${file} cut or altered at any byte is refused by name and left as it is, or is what it was [D22]`, () => {
    const before = installSecrets(dataDir, MACHINE.random);
    const whole = readFileSync(path(file));
    let refused = 0;
    for (let at = 0; at < whole.length; at++) {
      const masks = [1, 4, 32, 0xff];
      for (const bytes of [whole.subarray(0, at), ...masks.map((mask) => flipped(whole, at, mask))]) {
        writeFileSync(path(file), bytes);
        try {
          checkSecrets(dataDir);
        } catch (error) {
          refused++;
          expect(String(error)).toContain(`${path(file)} is damaged. Put it back from a backup`);
          expect(() => installSecrets(dataDir, MACHINE.random)).toThrow(/is damaged/);
          expect(readFileSync(path(file)).equals(bytes), 'left as it is').toBe(true);
          continue;
        }
        expect(installSecrets(dataDir, MACHINE.random), `byte ${at}`).toEqual(before);
      }
    }
    expect(refused).toBeGreaterThan(5 * whole.length - 30);
  });
}

test('secrets: what older versions wrote is kept; key and contract get a check value', () => {
  const old = {
    'admin-token': 'ab'.repeat(24),
    'master.key': 'cd'.repeat(32),
    'verifying-contract': `0x${'ef'.repeat(20)}`,
  };
  for (const [file, digits] of Object.entries(old)) writeFileSync(path(file), `${digits}\n`);
  const kept = { adminToken: old['admin-token'], verifyingContract: old['verifying-contract'] };
  for (let start = 0; start < 2; start++) {
    const secrets = installSecrets(dataDir, MACHINE.random);
    expect(secrets).toMatchObject(kept);
    expect(Buffer.from(secrets.masterKey).toString('hex')).toBe(old['master.key']);
  }
  expect(readFileSync(path('admin-token'), 'utf8')).toBe(`${old['admin-token']}\n`);
  for (const file of ['master.key', 'verifying-contract'] as const)
    expect(readFileSync(path(file), 'utf8')).toMatch(new RegExp(`^${old[file]}[0-9a-f]{8}\n$`));
});

test('secrets: one that cannot be written or read is named, with what to do', () => {
  const gone = join(dataDir, 'gone');
  const words =
    `cannot write ${join(gone, 'admin-token')}: it is not there (ENOENT). ` +
    'Check BELLWETHER_DATA_DIR, and that the disk is mounted.';
  expect(() => installSecrets(gone, MACHINE.random)).toThrow(
    expect.objectContaining({ constructor: StorageError, message: words }),
  );
  mkdirSync(path('master.key'));
  expect(() => checkSecrets(dataDir)).toThrow(
    `cannot read ${path('master.key')}: it is a folder (EISDIR). Move that folder away.`,
  );
});

test('durable file: the old content stays until the new one is whole [D22]', () => {
  writeFileDurably(path('note'), [Buffer.from('old')]);
  expect(() => writeFileDurably(path('note/x'), [Buffer.from('new')])).toThrow(/cannot write .*note\/x/);
  mkdirSync(path('note.new'));
  expect(() => writeFileDurably(path('note'), [Buffer.from('new')])).toThrow(StorageError);
  expect(readFileSync(path('note'), 'utf8')).toBe('old');
  rmSync(path('note.new'), { recursive: true });
  writeFileDurably(path('note'), [Buffer.from('n'), Buffer.from('ew')]);
  expect([readFileSync(path('note'), 'utf8'), readdirSync(dataDir)]).toEqual(['new', ['note']]);
});

test('data folder: the note of a process that has ended names no holder, and so no address that gets a token', () => {
  // No system has that many processes.
  writeFileSync(path('venue.json'), JSON.stringify({ pid: 2 ** 30, url: 'http://127.0.0.1:1' }));
  expect(readHolder(dataDir)).toBeNull();
});

test.runIf(existsSync('/proc/self/stat'))(
  'data folder: a process that has got the number of the one in the note is no holder, and gets no token',
  () => {
    recordHolder(dataDir, 'http://127.0.0.1:1');
    const note = JSON.parse(readFileSync(path('venue.json'), 'utf8')) as Record<string, unknown>;
    // Process 1 has begun before this one.
    writeFileSync(path('venue.json'), JSON.stringify({ ...note, pid: 1 }));
    expect(readHolder(dataDir)).toBeNull();
    // Of a version that did not note the start.
    writeFileSync(path('venue.json'), JSON.stringify({ pid: process.pid, url: null }));
    expect(readHolder(dataDir)).toEqual({ pid: process.pid, url: null });
  },
);

test('durable file: who holds the folder is noted whole or not at all', () => {
  recordHolder(dataDir, 'http://127.0.0.1:1');
  writeFileSync(path('venue.json.new'), '{"pid":');
  expect(readHolder(dataDir)).toEqual({ pid: process.pid, url: 'http://127.0.0.1:1' });
  recordHolder(dataDir, null);
  expect([readHolder(dataDir), readdirSync(dataDir)]).toEqual([{ pid: process.pid, url: null }, ['venue.json']]);
});
