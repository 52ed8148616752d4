import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { TapeReader } from '@bellwether/venue/tape/tape-reader.ts';
import { expect, test } from 'vitest';
import { SandboxRefused } from '../control.ts';
import { TapeFiles } from './tape-files.ts';

test('tape files: a tape is found below the folder, by a link within it, or where the command line names it [D81]', async () => {
  const folder = newFolder();
  const named = join(folder, 'named.tape');
  const tapes = new TapeFiles(folder, [relative('.', named)]);
  mkdirSync(join(folder, 'tapes/may'));
  const path = join(folder, 'tapes/may/rain.tape');
  writeFileSync(path, '');
  symlinkSync(path, join(folder, 'tapes/latest'));
  for (const name of ['may/rain.tape', path, 'latest', 'may/../latest']) expect(await tapes.find(name)).toBe(path);
  expect(await tapes.find(named)).toBe(named);
});

test('tape files: a tape of the command line is found by its file name, before one of the folder [D81]', async () => {
  const folder = newFolder();
  const [first, second, other] = ['x/a.tape', 'y/b.tape', 'z/b.tape'].map((name) => join(folder, name));
  const tapes = new TapeFiles(folder, [first, second, other].map(String));
  for (const name of ['a.tape', 'b.tape', 'c.tape']) writeFileSync(join(folder, 'tapes', name), '');
  expect(await tapes.find('a.tape')).toBe(first);
  expect(await tapes.find('./a.tape')).toBe(join(folder, 'tapes/a.tape'));
  expect(await tapes.find('c.tape')).toBe(join(folder, 'tapes/c.tape'));
  await expect(tapes.find('b.tape')).rejects.toThrow(`--tape names ${second} and ${other}: replay one by its path`);
  expect(await tapes.find(String(other))).toBe(other);
});

test('tape files: any other path is refused in the same words, whether there is a file or not [D81]', async () => {
  const folder = newFolder();
  const tapes = new TapeFiles(folder);
  const outside = join(folder, 'master.key');
  writeFileSync(outside, '');
  symlinkSync(outside, join(folder, 'tapes/link'));
  symlinkSync(folder, join(folder, 'tapes/folder'));
  const missing = ['.', '', '/dev/zero', 'none', join(folder, 'none')];
  for (const name of [outside, '../master.key', 'link', 'folder/master.key', ...missing]) {
    const refusal: unknown = await tapes.find(name).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SandboxRefused);
    expect(String(refusal)).toBe(
      `SandboxRefused: there is no tape ${name}: put it into ${join(folder, 'tapes')}, or name it with --tape when the sandbox starts`,
    );
  }
});

test('tape files: a folder, a device and a missing file are no tapes, read by whom ever [D81]', async () => {
  const folder = newFolder();
  for (const path of [folder, '/dev/zero', '/dev/null'])
    expect(() => new TapeReader(path)).toThrow(`${path}: it is not a regular file`);
  await expect(TapeReader.open(folder)).rejects.toThrow('it is not a regular file');
  await expect(TapeReader.open(join(folder, 'none'))).rejects.toThrow('ENOENT');
});
