/** The store in PostgreSQL, with two nodes that follow one another, and for a while both believe that they lead. */

import type { NewsItem, NewsPage, NewsPosition } from '@bellwether/ports/news.ts';
import { type PostgresPair, startPostgresPair } from '@bellwether/postgres-process';
import { describeWithPostgres } from '@bellwether/postgres-process/testing';
import { hasSchema } from '@bellwether/stores/has-schema.ts';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { eventually } from '@bellwether/venue-process/progress';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStoredNews } from './stored-news.ts';
import { openReceiver, type Receiver } from './testing/receiver.ts';

describeWithPostgres('news on postgres', () => {
  let pair: PostgresPair;
  let receiver: Receiver;
  beforeAll(async () => {
    [pair, receiver] = await Promise.all([startPostgresPair({ standby: false }), openReceiver()]);
  });
  afterAll(async () => {
    receiver?.close();
    await pair?.stop();
  });

  test('news: a node that takes over goes on where the other was, and two at once send nothing under two ids', async () => {
    const { url } = pair.primary;
    const items: NewsItem[] = [];
    const add = (title: string): void => {
      const sequence = items.length + 1;
      const words = { title, text: '', event: 'e', market: null, tags: [] };
      items.push({ id: `${sequence}-0`, kind: 'clarification', sequence, timeMs: 0, ...words });
    };
    const read = async ({ closingMs, sequence }: NewsPosition): Promise<NewsPage> => {
      const page = items.slice(sequence, sequence + 2);
      return { items: page, position: { sequence: sequence + page.length, closingMs }, more: page.length === 2 };
    };
    const leads = { one: true, two: false };
    const open = (node: keyof typeof leads) =>
      openStoredNews({
        ...{
          place: { database: url },
          runtime: MACHINE,
          read,
          allowsPrivate: true,
          timeoutMs: 600_000,
          origin: () => 'http://venue.test',
        },
        ...{ leads: () => leads[node], head: () => items.length, warn: (problem) => expect.unreachable(problem) },
      });
    expect(await hasSchema(url, 'news')).toBe(false);
    const [one, two] = await Promise.all([open('one'), open('two')]);
    expect(await hasSchema(url, 'news')).toBe(true);
    const hook = await two.addHook({ url: receiver.url, kinds: ['clarification'], tag: null, template: 'standard' }, 0);
    receiver.secret = hook?.secret ?? '';
    const titles = Array.from({ length: 9 }, (_, at) => `T${at}`);
    const arrived = (count: number) => eventually(() => expect(receiver.titles()).toEqual(titles.slice(0, count)));
    for (const title of titles.slice(0, 3)) add(title);
    await two.work();
    await one.work();
    await arrived(3);
    leads.two = true;
    for (const title of titles.slice(3, 7)) add(title);
    await Promise.all([one.work(true), two.work(true), one.work(), two.work()]);
    await arrived(7);
    leads.one = false;
    for (const title of titles.slice(7)) add(title);
    await one.work();
    await two.work();
    await arrived(9);
    expect(receiver.errors).toEqual([]);
    expect([...receiver.received.keys()]).toHaveLength(9);
    // A receiver has a message a moment before its end is noted.
    await expect.poll(() => one.hooks()).toMatchObject([{ waiting: 0, dead: 0, state: 'on' }]);
    expect(await two.changeHook(hook?.id ?? '', { on: false, tag: 'a' }, 9)).toMatchObject({ state: 'off', tag: 'a' });
    expect(await one.removeHook(hook?.id ?? '')).toBe(true);
    await Promise.all([one.close(), two.close()]);
  });
});
