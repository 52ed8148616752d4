import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const PACKAGES = join(import.meta.dirname, '../../..');

test('people: nothing loads the sign-in library before the store of people is needed', () => {
  const files = globSync('*/src/**/*.ts', { cwd: PACKAGES }).filter(
    (path) => !path.startsWith('people/') && !path.endsWith('.test.ts') && !path.includes('/testing/'),
  );
  const naming = files.filter((path) => readFileSync(join(PACKAGES, path), 'utf8').includes("'@bellwether/people'"));
  expect(naming).toContain('venue/src/compose/people.ts');
  const atOnce = naming.filter((path) =>
    /^import (?!type ).*'@bellwether\/people'/m.test(readFileSync(join(PACKAGES, path), 'utf8')),
  );
  expect(atOnce).toEqual([]);
});
