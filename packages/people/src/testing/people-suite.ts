/** Promises of every place of the store of people, also to two nodes at once. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { Address, CommentId } from '@bellwether/engine';
import type { InvitationWish, JoinOutcome, KeptText, People } from '@bellwether/ports/people.ts';
import { describe, expect, test } from 'vitest';
import { openPeople, type PeopleOptions } from '../index.ts';
import { openTexts, textsBeside } from '../open-texts.ts';

const HOUR_MS = 3_600_000;
/** The library checks sessions by the machine's clock. */
const START_MS = Date.now();

export interface SuitePlace {
  readonly place: PeopleOptions['place'];
  /** Runs SQL in the store. */
  readonly run: (sql: string) => Promise<unknown>;
}

export const openTestPeople = (
  place: PeopleOptions['place'],
  time: { readonly nowMs: number },
  secret = 3,
  own: Partial<PeopleOptions> = {},
): Promise<People> =>
  openPeople({
    place,
    secret: new Uint8Array(32).fill(secret),
    url: 'http://venue.test',
    signIn: {},
    clock: () => time.nowMs,
    bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    warn: (problem) => {
      throw new Error(problem);
    },
    ...own,
  });

export function describePeople(name: string, make: () => Promise<SuitePlace>): void {
  describe(`people: ${name}`, () => {
    const time = { nowMs: START_MS };
    const open = (place: PeopleOptions['place'], secret?: number) => openTestPeople(place, time, secret);
    /** Two nodes that start at once; a file belongs to one. */
    const nodes = async () => {
      time.nowMs = START_MS;
      const { place, run } = await make();
      const opened = await Promise.all('file' in place ? [open(place)] : [open(place), open(place)]);
      const [one, two = one] = opened;
      if (one === undefined || two === undefined) throw new Error('a node is missing');
      return { one, two, place, run, end: () => Promise.all(opened.map((node) => node.close())) };
    };
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
      const linkOf = async (id = '') => (await one.linkFor(id, 'recovery', 'root')).url.split('#')[1] ?? '';
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

    test('texts are kept by salted hash, read at either node, and erased by comment, account or hash', async () => {
      const { one, two, end, place, run } = await nodes();
      const [ada, bob] = ['a', 'b'].map((digit) => `0x${digit.repeat(40)}` as Address) as [Address, Address];
      const same = [await one.texts.keep(ada, 'Yes'), await one.texts.keep(ada, 'Yes')];
      expect(new Set(same).size).toBe(2);
      const [refused, own] = [await two.texts.keep(ada, 'No'), await two.texts.keep(bob, 'Grebe 🐦')];
      await one.texts.name([same[0] ?? ''], 7);
      await one.texts.refuse([refused]);
      const all = [...same, refused, own, 'f'.repeat(64)];
      const beside = textsBeside(place, 'reading');
      for (const texts of [one.texts, two.texts, beside])
        expect([...(await texts.textsOf(all))].sort()).toEqual(
          [...same.map((hash) => [hash, 'Yes']), [own, 'Grebe 🐦']].sort(),
        );
      const seen: KeptText[] = [];
      for await (const page of two.texts.kept()) seen.push(...page);
      expect(seen).toHaveLength(3);
      expect(seen).toContainEqual({ hash: same[0], isComment: true, number: 7, createdMs: START_MS });
      await two.texts.refuse([own]);
      expect([...(await beside.textsOf(all)).keys()].sort()).toEqual(same.toSorted());
      await one.texts.drop({ comments: [7 as CommentId, 8 as CommentId] });
      expect([...(await two.texts.textsOf(all)).keys()]).toEqual([same[1]]);
      await one.texts.drop({ account: ada });
      expect(await run('SELECT * FROM people_text')).toEqual([]);
      await end();
      await run('DROP TABLE people_name');
      await run('DROP TABLE people_text');
      // A store of an older version has none.
      expect(await textsBeside(place, 'resting').textsOf(all)).toEqual(new Map());
    });

    test('profiles are kept by salted hash, a name for one account at a time, and replaced field by field', async () => {
      const { one, two, end, run } = await nodes();
      const [ada, bob] = ['a', 'b'].map((digit) => `0x${digit.repeat(40)}` as Address) as [Address, Address];
      const kept = async () =>
        ((await run('SELECT text FROM people_text ORDER BY text')) as { text: string }[]).map(({ text }) => text);
      const first = await one.texts.keepProfile(ada, { name: 'Ada', bio: 'Counts grebes' }, ['ada']);
      expect(first).toEqual({ name: expect.stringMatching(/^[0-9a-f]{64}$/), bio: expect.any(String) });
      await one.texts.name(Object.values(first ?? {}), 10);
      // On its way to the log or in it, also for a look-alike, and nothing of the refused one stays.
      for (const looks of [['ada'], ['x', 'ada']])
        expect(await two.texts.keepProfile(bob, { bio: 'Hm', name: 'ADA' }, looks)).toBeNull();
      expect(await kept()).toEqual(['Ada', 'Counts grebes']);
      const both = await Promise.all([
        one.texts.keepProfile(ada, { name: 'Bea' }, ['bea']),
        two.texts.keepProfile(bob, { name: 'bea' }, ['bea']),
      ]);
      expect(both.filter((hashes) => hashes !== null)).toHaveLength(1);
      await one.texts.refuse(both.flatMap((hashes) => Object.values(hashes ?? {})));
      const rows = async (account: Address) => {
        const found: KeptText[] = [];
        for await (const page of two.texts.kept(account)) found.push(...page);
        return found;
      };
      await one.texts.keep(ada, 'A comment');
      expect(await rows(bob)).toEqual([]);
      const of = { isComment: false, number: 10, createdMs: START_MS };
      expect(await rows(ada)).toEqual(
        Object.values(first ?? {})
          .sort()
          .map((hash) => ({ hash, ...of })),
      );
      await two.texts.refuse([first?.name ?? '']);
      // Earlier names are free again.
      expect(await two.texts.keepProfile(bob, { name: 'Ada' }, ['ada'])).not.toBeNull();
      await one.texts.drop({ account: ada });
      await two.texts.drop({ account: bob });
      for (const table of ['people_text', 'people_name']) expect(await run(`SELECT * FROM ${table}`)).toEqual([]);
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

    test('a start renews a store that kept texts of comments alone', async () => {
      const { one, end, place, run } = await nodes();
      const ada = `0x${'a'.repeat(40)}` as Address;
      const hash = await one.texts.keep(ada, 'Kept before');
      await one.texts.name([hash], 7);
      await end();
      for (const change of ['RENAME COLUMN number TO comment', 'DROP COLUMN kind'])
        await run(`ALTER TABLE people_text ${change}`);
      const before = await openTexts(place, 'resting');
      for await (const page of before?.pages() ?? [])
        expect(page).toMatchObject([{ hash, kind: 'comment', text: 'Kept before' }]);
      await before?.close();
      const again = await open(place);
      for await (const page of again.texts.kept())
        expect(page).toEqual([{ hash, isComment: true, number: 7, createdMs: START_MS }]);
      expect(await again.texts.keepProfile(ada, { name: 'Ada' }, ['ada'])).not.toBeNull();
      await again.close();
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
