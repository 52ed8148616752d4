/** A share of `npm run storage`, the same in each run: every file and every kind of damage, at widely spaced places. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attack } from './attack.ts';
import { makeFolders } from './folders.ts';
import type { Tally } from './tally.ts';
import { soundOf } from './targets.ts';

let root: string;
let tally: Tally;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'bellwether-storage-'));
  const { idle, committing, beforeLast } = await makeFolders(join(root, 'made'));
  const scratch = join(root, 'scratch');
  const all = { name: 'idle:', sound: await soundOf(idle, scratch, null), isAttacked: () => true };
  const last = {
    name: 'committing:',
    sound: await soundOf(committing, scratch, beforeLast),
    isAttacked: ({ file }: { file: string }) => file === 'journal.sqlite-wal',
  };
  tally = await attack({
    sounds: [all, last],
    scratch,
    workers: 1,
    stepOf: ({ way }) => (way === 'store' ? 100_003 : way === 'secret' ? 5 : 1_499),
    signal: new AbortController().signal,
    progress: () => undefined,
  });
});

afterAll(() => rmSync(root, { recursive: true }));

test('storage: whatever byte of whatever file is damaged, nothing altered is served and every refusal says where [D49]', () => {
  expect(tally.broken).toEqual([]);
});

test('storage: files are refused, mended, and cut to the commit before, each where that is right', () => {
  const verdicts = (file: RegExp): string[] =>
    [...tally.files]
      .filter(([name]) => file.test(name))
      .flatMap(([, of]) => Object.entries(of.verdicts).flatMap(([verdict, count]) => (count > 0 ? [verdict] : [])));
  expect(verdicts(/^idle: journal\.sqlite-wal$/)).toEqual(['refused']);
  expect(verdicts(/^idle: journal\.sqlite$/)).toEqual(['unaffected', 'refused']);
  expect(verdicts(/^committing: journal\.sqlite-wal$/)).toEqual(['exact prefix', 'refused']);
  expect(verdicts(/\.snapshot$/)).toContain('mended');
  expect(verdicts(/^idle: store\.sqlite$/)).toContain('mended');
  expect(verdicts(/^idle: master\.key$/)).toContain('refused');
});
