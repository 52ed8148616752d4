import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPeople } from './index.ts';

test('opens', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'people-'));
  const warnings: string[] = [];
  const people = await openPeople({
    place: { file: join(folder, 'people.sqlite') },
    secret: new Uint8Array(32).fill(3),
    url: 'http://127.0.0.1:8080',
    signIn: {},
    clock: () => Date.now(),
    bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    warn: (problem) => warnings.push(problem),
  });
  const wish = { uses: 1, hours: 1, email: null, name: 'Ada', group: 'Sales', role: null, amount: '5', by: 'root' };
  const [made] = await people.invite([wish]);
  const token = made?.url.split('#')[1] ?? '';
  const joined = await people.join({ token, name: null, note: null, cookie: undefined, agent: 'x' });
  expect(joined).toBeDefined();
  if (joined.kind !== 'joined') throw new Error();
  const cookie = joined.cookies.map((c) => c.split(';')[0]).join('; ');
  expect(await people.session(cookie)).toBeDefined();
  expect(await people.join({ token, name: null, note: null, cookie: undefined, agent: 'x' })).toBeDefined();
  console.log(
    await people.signOut(cookie),
    await people.session(cookie),
    await people.groups(),
    await people.list({ limit: 5, offset: 0, q: 'ad', group: 'Sales' }),
  );
  expect(warnings).toEqual([]);
  await people.close();
  rmSync(folder, { recursive: true });
});
