/** Promises of every place of the store of people, also to two nodes at once. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { Address } from '@bellwether/engine';
import type { InvitationWish, JoinOutcome, People } from '@bellwether/ports/people.ts';
import { describe, expect, test } from 'vitest';
import { openTestPeople, START_MS, type SuitePlace, suiteNodes } from './suite-nodes.ts';

const HOUR_MS = 3_600_000;

export function describePeople(name: string, make: () => Promise<SuitePlace>): void {
  describe(`people: ${name}`, () => {
    const { nodes, open, time } = suiteNodes(make);
    const nothing = { email: null, name: null, group: null, role: null, amount: null };
    const wish: InvitationWish = { uses: 1, hours: 1, ...nothing, by: 'root' };
    const invited = async (people: People, change: Partial<InvitationWish> = {}): Promise<string> =>
      (await people.invite([{ ...wish, ...change }]))[0]?.url.split('#')[1] ?? '';
    const join = (people: People, token: string, name: string, cookie?: string): Promise<JoinOutcome> =>
      people.join({ token, name, note: null, cookie, agent: 'Test/1' });
    const cookieOf = (outcome: JoinOutcome): string => {
      if (outcome.kind === 'refused') throw new Error(`refused: ${outcome.why}`);
      return outcome.cookies.map((line) => line.split(';', 1)[0]).join('; ');
    };

    test('a person who joined at one node is known at the other', async () => {
      const { one, two, end } = await nodes();
      const token = await invited(one, { group: 'Sales', role: 'editor', amount: '5', by: 'token:setup' });
      const cookie = cookieOf(await join(two, token, 'Ada'));
      expect(await one.session(cookie)).toMatchObject({
        ...{ name: 'Ada', email: null, state: 'joined', account: null, groups: ['Sales'] },
        ...{ roleWish: 'editor', promised: '5', invitedBy: 'token:setup', createdMs: START_MS },
      });
      expect(await one.sessionsOf((await one.session(cookie))?.id ?? '')).toMatchObject([{ agent: 'Test/1' }]);
      await two.signOut(cookie);
      time.nowMs += 2_001;
      expect(await one.session(cookie)).toBeNull();
      await end();
    });

    test('the last use of a link goes to one browser, wherever both are', async () => {
      const { one, two, end } = await nodes();
      const token = await invited(one, { uses: 3 });
      const asked = Array.from({ length: 8 }, (_, at) => join(at % 2 === 0 ? one : two, token, `Twin ${at}`));
      const outcomes = (await Promise.all(asked)).map(({ kind }) => kind);
      expect(outcomes.filter((kind) => kind === 'joined')).toHaveLength(3);
      expect((await one.list({ limit: 10, offset: 0 })).total).toBe(3);
      await end();
    });

    test('a browser that uses a link at two nodes at once is one person', async () => {
      const { one, two, end, run } = await nodes();
      const token = await invited(one);
      const request = { token, name: 'Ada', note: null, cookie: undefined, agent: undefined };
      const nonce = 'n'.repeat(22);
      const asked = [one, two, one, two].map((node) => node.join({ ...request, nonce }));
      expect((await Promise.all(asked)).map(({ kind }) => kind)).toEqual(['joined', 'joined', 'joined', 'joined']);
      expect(await two.join({ ...request, nonce: 'm'.repeat(22) })).toEqual({ kind: 'refused', why: 'link' });
      expect((await one.list({ limit: 10, offset: 0 })).total).toBe(1);
      expect(await run('SELECT * FROM session')).toHaveLength(1);
      expect(JSON.stringify(await run('SELECT * FROM session'))).not.toContain(nonce);
      await end();
    });

    test('a revoked device leaves no passkey that came after it; one that ends itself leaves them', async () => {
      const { one, end, run } = await nodes();
      const cookie = cookieOf(await join(one, await invited(one), 'Ada'));
      const { id = '' } = (await one.session(cookie)) ?? {};
      const at = (digit: string) => `0x${digit.repeat(40)}` as Address;
      const add = (digit: string, own?: string) =>
        one.keepDevice(id, { address: at(digit), label: '', createdMs: time.nowMs }, own);
      const passkey = (name: string) =>
        run(`INSERT INTO passkey (id, "publicKey", "userId", "credentialID", counter, "deviceType", "backedUp", "createdAt")
          VALUES ('${name}', 'k', '${id}', '${name}', 0, 'd', '1', '${new Date(time.nowMs).toISOString()}')`);
      const left = async () => ((await run('SELECT id FROM passkey')) as { id: string }[]).map((row) => row.id).sort();
      await passkey('early');
      time.nowMs += 1;
      await add('1', cookie);
      await add('2');
      await passkey('late');
      expect([await one.isElsewhere(id, at('1'), undefined), await one.isElsewhere(id, at('1'), cookie)]).toEqual([
        true,
        false,
      ]);
      expect([await one.isElsewhere(id, at('2'), cookie), await one.isElsewhere('x', at('1'), undefined)]).toEqual([
        true,
        false,
      ]);
      await one.dropDevice(id, at('1'), cookie);
      expect([await one.session(cookie), await left()]).toEqual([null, ['early', 'late']]);
      await one.dropDevice(id, at('2'), undefined);
      expect(await left()).toEqual(['early']);
      await end();
    });

    test('two devices at once are given one account', async () => {
      const { one, two, end } = await nodes();
      const cookie = cookieOf(await join(one, await invited(one), 'Ada'));
      const { id = '' } = (await one.session(cookie)) ?? {};
      const addresses = ['1', '2', '3', '4'].map((digit) => `0x${digit.repeat(40)}` as Address);
      const given = await Promise.all(addresses.map((each, at) => (at % 2 === 0 ? one : two).giveAccount(id, each)));
      expect(new Set(given).size).toBe(1);
      await end();
    });

    test('a refused use is no use, and a suspended person uses none', async () => {
      const { one, end } = await nodes();
      const token = await invited(one);
      expect(await one.join({ token, name: null, note: null, cookie: undefined, agent: undefined })).toEqual({
        kind: 'refused',
        why: 'name',
      });
      const { id = '' } = (await one.session(cookieOf(await join(one, token, 'Ada')))) ?? {};
      const link = (await one.linkFor(id, 'recovery', 'root'))?.url.split('#')[1] ?? '';
      await one.change(id, { state: 'suspended' });
      expect(await join(one, link, 'Ada')).toEqual({ kind: 'refused', why: 'link' });
      expect(await one.sessionsOf(id)).toEqual([]);
      await one.change(id, { state: 'joined' });
      // It went with the suspension.
      expect(await join(one, link, 'Ada')).toEqual({ kind: 'refused', why: 'link' });
      await end();
    });

    test('whoever comes back by a recovery link ends the other links of the same person', async () => {
      const { one, two, end } = await nodes();
      const [ada, bob] = await Promise.all(
        ['Ada', 'Bob'].map(async (name) => one.session(cookieOf(await join(one, await invited(one), name)))),
      );
      const linkOf = async (id = '') => (await one.linkFor(id, 'recovery', 'root'))?.url.split('#')[1] ?? '';
      const [older, used, others] = [await linkOf(ada?.id), await linkOf(ada?.id), await linkOf(bob?.id)];
      expect((await join(two, used, 'Ada')).kind).toBe('joined');
      expect(await join(one, older, 'Ada')).toEqual({ kind: 'refused', why: 'link' });
      expect((await join(one, others, 'Bob')).kind).toBe('joined');
      await end();
    });

    test('a link ends at its end, and is kept as a hash', async () => {
      const { one, end, run } = await nodes();
      const token = await invited(one);
      expect(JSON.stringify(await run('SELECT * FROM people_link'))).not.toContain(token);
      time.nowMs += HOUR_MS - 1;
      expect(await one.invitations()).toHaveLength(1);
      time.nowMs += 1;
      expect(await one.invitations()).toEqual([]);
      expect(await join(one, token, 'Ada')).toEqual({ kind: 'refused', why: 'link' });
      await end();
    });

    test('a link that is used up, or over at a start, leaves no row', async () => {
      const { one, end, place, run } = await nodes();
      const names = async () =>
        ((await run('SELECT name FROM people_link')) as { name: string }[]).map((row) => row.name);
      const token = await invited(one, { name: 'Grebe', uses: 2 });
      await invited(one, { name: 'Never came' });
      await join(one, token, 'Ada');
      expect((await names()).sort()).toEqual(['Grebe', 'Never came']);
      await join(one, token, 'Bob');
      expect(await names()).toEqual(['Never came']);
      time.nowMs += HOUR_MS;
      await (await open(place)).close();
      expect(await names()).toEqual([]);
      await end();
    });

    test('a request is carried out once, wherever it is sent to, until it is forgotten; one without a name each time', async () => {
      const { one, two, end, run } = await nodes();
      const asked = [one, two, one, two].map((node) => node.invite([wish, wish], '1-1'));
      expect((await Promise.all(asked)).map((made) => made.length).sort()).toEqual([0, 0, 0, 2]);
      expect(await one.invitations()).toHaveLength(2);
      for (const count of [3, 4]) {
        await one.invite([wish]);
        expect(await one.invitations()).toHaveLength(count);
      }
      const { id } = (await one.session(cookieOf(await join(one, await invited(one), 'Ada')))) ?? { id: '' };
      const links = [
        await one.linkFor(id, 'recovery', 'root', 'owner', '1-2'),
        await two.linkFor(id, 'recovery', 'root', 'owner', '1-2'),
      ];
      expect(links).toEqual([expect.objectContaining({ url: expect.any(String) }), null]);
      await one.change(id, { groups: ['g'] }, '1-3');
      await two.change(id, { groups: [] }, '1-4');
      expect(await two.change(id, { groups: ['g'] }, '1-3')).toMatchObject({ id, groups: [] });
      // What fails is not done.
      await expect(one.change(id, { name: null as never }, '1-5')).rejects.toThrow();
      expect(await one.change(id, { name: 'Ida' }, '1-5')).toMatchObject({ name: 'Ida' });
      expect(await one.change('x', { name: 'Ida' }, '1-3')).toBeNull();
      time.nowMs += 47 * HOUR_MS;
      expect(await one.invite([wish], '1-1')).toEqual([]);
      time.nowMs += HOUR_MS;
      await one.change(id, { name: 'Ada' }, '1-6');
      expect(await run('SELECT request FROM people_done')).toEqual([{ request: '1-6' }]);
      await end();
    });

    test('people of accounts that the log has suspended are listed as suspended', async () => {
      const { one, end } = await nodes();
      const ids: string[] = [];
      for (const name of ['Ada', 'Bob', 'Cy', 'Dan'])
        ids.push((await one.session(cookieOf(await join(one, await invited(one), name))))?.id ?? '');
      const [ada, bob] = ['a', 'b'].map((digit) => `0x${digit.repeat(40)}` as Address) as [Address, Address];
      await one.giveAccount(ids[0] ?? '', ada);
      await one.giveAccount(ids[1] ?? '', bob);
      await one.change(ids[2] ?? '', { state: 'suspended' });
      const names = async (state: 'joined' | 'suspended' | undefined, suspended?: Address[]) =>
        (await one.list({ limit: 9, offset: 0, state, ...(suspended && { suspended }) })).people.map(
          ({ name }) => name,
        );
      expect([await names('suspended', [bob]), await names('joined', [bob])]).toEqual([
        ['Bob', 'Cy'],
        ['Ada', 'Dan'],
      ]);
      expect([await names('suspended'), await names('joined', [])]).toEqual([['Cy'], ['Ada', 'Bob', 'Dan']]);
      await end();
    });

    test('whoever is erased is in no table', async () => {
      const { one, end, run } = await nodes();
      const cookie = cookieOf(await join(one, await invited(one, { group: 'G', email: 'ada@venue.test' }), 'Ada'));
      const { id = '' } = (await one.session(cookie)) ?? {};
      await one.keepDevice(id, { address: `0x${'1'.repeat(40)}` as Address, label: 'Phone', createdMs: 1 }, cookie);
      await one.linkFor(id, 'device', 'person');
      await invited(one, { email: 'ada@venue.test' });
      await one.giveAccount(id, `0x${'2'.repeat(40)}` as Address);
      expect(await one.erase(id)).toEqual({ account: `0x${'2'.repeat(40)}` });
      expect(await one.erase(id)).toBeNull();
      expect(await one.session(cookie)).toBeNull();
      for (const table of ['"user"', 'session', 'people_link', 'people_member', 'people_device'])
        expect(await run(`SELECT * FROM ${table}`), table).toEqual([]);
      expect(await one.groups()).toEqual([{ name: 'G', people: 0 }]);
      await end();
    });

    test('a cookie of another venue is nobody here', async () => {
      const { one, end, place } = await nodes();
      const cookie = cookieOf(await join(one, await invited(one), 'Ada'));
      const other = await open(place, 4);
      expect(await other.session(cookie)).toBeNull();
      expect(await other.session(cookie.replace(/bellwether-[0-9a-f]+/, cookieName(other)))).toBeNull();
      await other.close();
      await end();
    });

    test('a start finds what the last one left, and refuses a newer format by name', async () => {
      const { one, end, place, run } = await nodes();
      await join(one, await invited(one), 'Ada');
      await end();
      const again = await open(place);
      expect((await again.list({ limit: 1, offset: 0 })).total).toBe(1);
      await again.close();
      await run('UPDATE people_format SET format = 2');
      await expect(open(place)).rejects.toThrow(
        'the store of people has format 2, and this version knows only up to 1',
      );
    });

    test('a store older than its last use asks anew who is who, and one whose last change was cut off does not', async () => {
      time.nowMs = START_MS;
      const { place, run } = await make();
      const countFile = resolve(mkdtempSync(resolve(tmpdir(), 'people-')), 'people-changes');
      const warned: string[] = [];
      const start = () => openTestPeople(place, time, 3, { countFile, warn: (problem) => warned.push(problem) });
      const count = async () =>
        Number(((await run('SELECT count FROM people_changes')) as { count: number }[])[0]?.count);
      const first = await start();
      const cookie = cookieOf(await join(first, await invited(first, { role: 'operator', amount: '5' }), 'Ada'));
      const { id = '' } = (await first.session(cookie)) ?? {};
      await run(`INSERT INTO passkey (id, "publicKey", "userId", "credentialID", counter, "deviceType", "backedUp")
        VALUES ('p', 'k', '${id}', 'p', 0, 'd', '1')`);
      const open = await invited(first);
      await first.close();
      const changes = await count();
      // As a kill leaves it, before the change is in the store.
      writeFileSync(countFile, `${changes + 1} begun\n`);
      const second = await start();
      expect([warned, await second.session(cookie)]).toMatchObject([[], { roleWish: 'operator', promised: '5' }]);
      await second.addGroup('Sales');
      await second.close();
      await run(`UPDATE people_changes SET count = ${changes}`);
      const third = await start();
      expect(warned).toEqual([expect.stringContaining('older than its last use')]);
      expect(await third.session(cookie)).toBeNull();
      expect(await join(third, open, 'Bob')).toEqual({ kind: 'refused', why: 'link' });
      expect(await run('SELECT id FROM passkey')).toEqual([]);
      expect(await third.find(id)).toMatchObject({ name: 'Ada', roleWish: null, promised: null });
      await third.close();
      await (await start()).close();
      expect([warned.length, await count()]).toEqual([1, changes + 1]);
      for (const broken of ['', `${'9'.repeat(40)} done\n`, 'older than the journal']) {
        writeFileSync(countFile, broken);
        await (await start()).close();
      }
      await (await start()).close();
      expect(warned).toHaveLength(4);
    });

    test("a provider's subject has one row, whichever node adds it, and a start leaves one of two", async () => {
      const { one, end, place, run } = await nodes();
      const joined = await join(one, await invited(one), 'Ada');
      const { id } = (await one.session(cookieOf(joined))) ?? { id: '' };
      const add = (row: string) =>
        run(`INSERT INTO account (id, "accountId", "providerId", "userId", "createdAt", "updatedAt")
          VALUES ('${row}', 'https://idp.example ada', 'oidc', '${id}', '2027-01-15', '2027-01-15')`);
      await add('a');
      await expect(add('b')).rejects.toThrow(/unique/i);
      await end();
      // As a version left it that did not keep them from it.
      await run('DROP INDEX account_subject');
      await add('b');
      await (await open(place)).close();
      expect(await run('SELECT id FROM account')).toEqual([{ id: 'a' }]);
      await expect(add('c')).rejects.toThrow(/unique/i);
    });

    test('only endpoints that the venue has are passed on', async () => {
      const { one, end } = await nodes();
      for (const path of ['/sign-up/email', '/sign-in/email', '/get-session', '/list-sessions', '/update-user', '/ok'])
        for (const method of ['GET', 'POST'])
          expect(
            await one.handle({ method, path: `/auth/people${path}`, cookie: undefined, agent: undefined, body: '{}' }),
            path,
          ).toBeNull();
      await end();
    });
  });
}

/** The name that a venue's cookies begin with is not known outside: any other will do. */
const cookieName = (_people: People): string => 'bellwether-12345678';
