/** Digests whose readers and outbox are in PostgreSQL, when the node that has begun to send them loses its lead. */
import { createState } from '@bellwether/engine';
import { openMailServer } from '@bellwether/people/testing/mail-server.ts';
import type { People } from '@bellwether/ports/people.ts';
import { type PostgresPair, startPostgresPair } from '@bellwether/postgres-process';
import { describeWithPostgres } from '@bellwether/postgres-process/testing';
import { openStoreSchema } from '@bellwether/stores/open-schema.ts';
import { eventually } from '@bellwether/venue-process/progress';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { newsOf } from '../compose/news.ts';
import { Opened } from '../compose/opened.ts';
import { openPeopleOf } from '../compose/people.ts';
import { readSignIn } from '../config/sign-in.ts';
import { MACHINE } from '../runtime/machine.ts';
import { digestsOf } from './digests.ts';

describeWithPostgres('digests on postgres', () => {
  let pair: PostgresPair;
  beforeAll(async () => {
    pair = await startPostgresPair({ standby: false });
  });
  afterAll(() => pair?.stop());

  test('digest: what one node queues on PostgreSQL another sends, once to each who wants it', async () => {
    const mail = await openMailServer();
    const opened = new Opened();
    onTestFinished(() => opened.closeAll().finally(() => mail.close()));
    const settings: Record<string, string> = { BELLWETHER_SMTP_URL: mail.url, BELLWETHER_SMTP_FROM: 'v@venue.test' };
    const config = {
      ...{ dataDir: '', journal: { url: pair.primary.url, isTest: true }, name: 'Venue', url: 'https://venue.example' },
      ...({ join: 'invite', signIn: readSignIn((name) => settings[name]), hooksPrivate: false } as const),
    };
    const time = { nowMs: Date.parse('2027-01-15T09:00:00Z') };
    const clock = (): number => time.nowMs;
    const told = { sections: [{ title: 'New questions', lines: [{ text: 'Rain', path: '/app/event/rain' }] }] };
    const answer = { body: new TextEncoder().encode(JSON.stringify(told)) };
    // The read store is a file everywhere: only its answer is needed.
    const reader = { read: async () => answer } as never;
    const warn = (problem: string): void => expect.unreachable(problem);
    let leader = 'none';
    const open = async (node: string) => {
      const looks: (() => void)[] = [];
      const timers = {
        ...MACHINE.timers,
        every: (_: number, look: () => void) => {
          looks.push(look);
          return () => undefined;
        },
      };
      const runtime = { ...MACHINE, timers, clock: { ...MACHINE.clock, wallMs: clock } };
      const people = (await openPeopleOf(config as never, runtime, new Uint8Array(32), opened, warn)) as People;
      const view = { state: createState() } as never;
      const news = newsOf({
        ...{ config, runtime, reader, warn, leads: () => leader === node, origin: () => config.url },
        ...{ exchange: { head: { sequence: 0 }, observe: () => undefined } as never },
        digests: digestsOf({ people, reader, view, clock }),
      });
      opened.add(`news of ${node}`, () => news.close());
      const states = async () => (await news.digests()).map(({ attempts, state }) => `${state} ${attempts}`).sort();
      const leads = (iso: string): void => {
        time.nowMs = Date.parse(iso);
        leader = node;
        for (const look of looks) look();
      };
      return { leads, people, states };
    };
    const [one, two] = await Promise.all([open('one'), open('two')]);
    const wish = { ...{ uses: 1, hours: 1, by: 'root' }, ...{ name: null, group: null, role: null, amount: null } };
    for (const [name, digest] of Object.entries({
      ada: 'weekly',
      bob: 'off',
      cy: 'daily',
      refused: 'weekly',
    } as const)) {
      const [link] = await one.people.invite([{ ...wish, email: `${name}@a.example` }]);
      const token = link?.url.split('#')[1] ?? '';
      const joined = await two.people.join({ token, name, note: null, cookie: undefined, agent: 'Test/1' });
      if (joined.kind === 'joined') await one.people.change(joined.person.id, { digest });
    }
    // The first period begins.
    one.leads('2027-01-15T09:00:00Z');
    const store = openStoreSchema<{ news_digest: { every: string } }>(pair.primary.url, 'news', 0);
    onTestFinished(() => store.close());
    const begun = () => store.db.selectFrom('news_digest').select('every').execute();
    await eventually(async () => expect(await begun()).toHaveLength(2));
    mail.isBusy = true;
    one.leads('2027-01-18T08:00:00Z');
    await eventually(async () => expect(await two.states()).toEqual(['waiting 1', 'waiting 1', 'waiting 1']));
    mail.isBusy = false;
    two.leads('2027-01-18T08:00:07Z');
    await eventually(async () => expect(await one.states()).toEqual(['dead 2']));
    two.leads('2027-01-18T08:01:07Z');
    two.leads('2027-01-19T08:00:00Z');
    const received = () => mail.mails.map(({ subject, to }) => `${to} ${subject}`).sort();
    const daily = 'cy@a.example Venue: Your day';
    await eventually(() => expect(received()).toEqual(['ada@a.example Venue: Your week', daily, daily]));
    // A receiver has its mail before the sender knows.
    await eventually(async () => expect(await one.states()).toEqual(['dead 2']));
  });
});
