/** Promises of every place of texts that can be erased, also to two nodes at once. */
import type { Address, CommentId } from '@bellwether/engine';
import type { KeptText } from '@bellwether/ports/people.ts';
import { describe, expect, test } from 'vitest';
import { openTexts, textsBeside } from '../open-texts.ts';
import { START_MS, type SuitePlace, suiteNodes } from './suite-nodes.ts';

export function describeTexts(name: string, make: () => Promise<SuitePlace>): void {
  describe(`texts: ${name}`, () => {
    const { nodes, open } = suiteNodes(make);

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
  });
}
