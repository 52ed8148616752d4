import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BegunRequest } from '../../ports/sandbox-requests.ts';
import { SANDBOX_REQUESTS_FILE, SandboxRequestsFile, STORED_SANDBOX_REQUESTS_MAX } from './requests-file.ts';

let folder: string;
const files: SandboxRequestsFile[] = [];
const fail = (problem: string): never => {
  throw new Error(problem);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-requests-'));
});

afterEach(() => {
  for (const file of files.splice(0)) file.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(): SandboxRequestsFile {
  const file = new SandboxRequestsFile(folder, fail);
  files.push(file);
  return file;
}

const request = (hash: string, isAnswered = true): BegunRequest => ({
  hash,
  branch: 'main',
  untilMs: isAnswered ? null : 1_767_229_200_000,
  answer: isAnswered
    ? { status: 200, headers: { 'content-type': 'application/json' }, body: '{"name":"Zürich"}' }
    : null,
});

test('sandbox requests: what was kept is there for whoever opens the file, and for its owner alone', () => {
  const file = open();
  expect(file.find('move')).toBeNull();
  file.keep('move', request('a', false));
  file.keep('rewind', request('b'));
  const later = open();
  expect(later.find('move')).toEqual(request('a', false));
  expect(later.find('rewind')).toEqual(request('b'));
  expect(statSync(join(folder, SANDBOX_REQUESTS_FILE)).mode & 0o777).toBe(0o600);
  later.keep('move', request('a'));
  later.forget('rewind');
  expect([file.find('move'), file.find('rewind')]).toEqual([request('a'), null]);
});

test('sandbox requests: each counts once, however often it is kept', () => {
  const file = open();
  for (let number = 0; number < STORED_SANDBOX_REQUESTS_MAX; number++) {
    file.keep(`key-${number}`, request('a', false));
    file.keep(`key-${number}`, request('a'));
  }
  expect(file.find('key-0')).toEqual(request('a'));
  file.keep('one-more', request('a', false));
  expect([file.find('key-0'), file.find('key-1')]).toEqual([null, request('a')]);
});

test('sandbox requests: a file that is closed takes nothing more', () => {
  const file = open();
  file.keep('move', request('a'));
  file.close();
  expect(() => file.keep('other', request('a'))).toThrow('the sandbox has stopped');
  expect(open().find('other')).toBeNull();
});

test('sandbox requests: the latest are kept, and one that was kept again counts as late', () => {
  const file = open();
  for (let number = 0; number < STORED_SANDBOX_REQUESTS_MAX; number++) file.keep(`key-${number}`, request('a'));
  file.keep('key-0', request('a'));
  expect(file.find('key-1')).toEqual(request('a'));
  file.keep('one-more', request('a'));
  expect(file.find('key-1')).toBeNull();
  expect([file.find('key-0'), file.find('key-2'), file.find('one-more')]).toEqual(Array(3).fill(request('a')));
});

test('sandbox requests: what the disk refuses is said, and nothing counts as kept', () => {
  mkdirSync(join(folder, SANDBOX_REQUESTS_FILE));
  expect(() => open().keep('move', request('a'))).toThrow(/cannot write .*sandbox-requests\.sqlite/);
  chmodSync(folder, 0o700);
  const closed = open();
  closed.close();
  expect(closed.find('move')).toBeNull();
});
