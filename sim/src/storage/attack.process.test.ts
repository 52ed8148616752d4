/** A share of `npm run storage`, the same in each run: every file and every kind of damage, at widely spaced places. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Attacked, attack, DamageTally, sharesOf } from './attack.ts';
import { soundOf, type Target } from './bench.ts';
import { makeFolders } from './folders.ts';

let root: string;
const tally = new DamageTally();

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'bellwether-storage-'));
  const { idle, committing, beforeLast } = await makeFolders(join(root, 'made'));
  const scratch = join(root, 'scratch');
  const attacked: readonly Attacked[] = [
    { name: 'idle:', sound: await soundOf(idle, scratch, null), isAttacked: () => true },
    {
      name: 'committing:',
      sound: await soundOf(committing, scratch, beforeLast),
      isAttacked: ({ file }) => file === 'journal.sqlite-wal',
    },
  ];
  const stepOf = ({ way }: Target): number => (way === 'store' ? 100_003 : way === 'secret' ? 5 : 1_499);
  const shares = [...sharesOf(attacked, stepOf, tally)];
  await attack(attacked, scratch, () => shares.shift(), tally);
});

afterAll(() => rmSync(root, { recursive: true }));

test('storage: whatever byte of whatever file is damaged, nothing altered is served and every refusal says where [D49]', () =>
  expect(tally.broken).toEqual([]));

test('storage: files are refused, mended, and cut to the commit before, each where that is right', () => {
  const verdicts = (file: string): string[] =>
    ['unaffected', 'exact prefix', 'refused', 'mended'].filter((verdict) => tally.of(file, verdict) > 0);
  const [snapshot = ''] = [...tally.counts.keys()].filter((key) => key.includes('.snapshot\t'));
  expect(verdicts('idle: journal.sqlite-wal')).toEqual(['refused']);
  expect(verdicts('idle: journal.sqlite')).toEqual(['unaffected', 'refused']);
  expect(verdicts('committing: journal.sqlite-wal')).toEqual(['exact prefix', 'refused']);
  expect(verdicts(snapshot.slice(0, snapshot.indexOf('\t')))).toContain('mended');
  expect(verdicts('idle: store.sqlite')).toContain('mended');
  expect(verdicts('idle: master.key')).toContain('refused');
});
