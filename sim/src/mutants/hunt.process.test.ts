/** Some quick bugs are found, so that the machinery cannot rot. All of them: `npm run sim -- --mutants`. */
import { expect, test } from 'vitest';
import { hunt } from './hunt.ts';
import { huntedLine, isFound, section, summary } from './report.ts';
import { mutantNamed } from './table.ts';

const QUICK = [
  'highest-price-refused',
  'newest-order-first',
  'deposit-credited-twice',
  'acknowledge-before-append',
  'level-size-not-lowered',
  'repeat-done-again',
];

test('hunt: bugs of several parts are found within a few seeds, and told', async () => {
  const all = await hunt(QUICK.map(mutantNamed), { firstSeed: 1, budget: 60, workers: 2 });
  expect(all.map(({ mutant }) => mutant.name)).toEqual(QUICK);
  expect(all.filter((hunted) => !isFound(hunted)).map(huntedLine)).toEqual([]);
  expect(summary(all)).toMatch(/^6 of 6 seeded bugs found, half of them within \d+ seeds?, the last after \d+$/);
  const told = section(all, 60);
  for (const name of QUICK)
    expect(told).toMatch(new RegExp(`^\\| \`${name}\` +\\|[^|]+\\| [^|–*]+ \\| +\\d+ \\| +[\\d.]+ \\|$`, 'm'));
});
