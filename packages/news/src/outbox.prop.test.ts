/**
 * The outbox against a naive oracle: whatever the order of news, failures, changes of the leader and crashes between any
 * two statements, each hook receives exactly its news, each under one id and with one payload.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runs } from '@bellwether/engine/testing';
import { NEWS_KINDS, type NewsItem, type NewsPage, type NewsPosition } from '@bellwether/ports/news.ts';
import { ManualRuntime } from '@bellwether/venue/runtime/manual.testing.ts';
import fc from 'fast-check';
import type { KyselyPlugin } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { Courier } from './courier.ts';
import * as hooks from './hooks/hooks.ts';
import { takeNews, WAITING_MAX } from './hooks/take-news.ts';
import type { Delivery, Outcome } from './outbox.ts';
import { type NewsStore, openStore } from './tables.ts';

const folder = mkdtempSync(join(tmpdir(), 'news-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const newFile = (): string => join(folder, `${files++}.sqlite`);

const PAGE = 3;
const TAGS = ['a', 'b'] as const;

class Crash extends Error {}

/** A store whose process dies before a statement of the caller's choice. */
async function openMortal(file: string) {
  const store = await openStore({ file });
  const life = { left: Number.POSITIVE_INFINITY };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      life.left -= 1;
      if (life.left < 0) throw new Crash('dead');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { life, store: { ...store, db: store.db.withPlugin(plugin) } satisfies NewsStore };
}

/** The log as `news-since` answers it. */
class Log {
  readonly items: NewsItem[] = [];
  readonly runtime: ManualRuntime;
  #closing = 0;

  constructor(runtime: ManualRuntime) {
    this.runtime = runtime;
  }

  get head(): number {
    return this.items.filter(({ sequence }) => sequence > 0).length * 2;
  }

  add(kind: number, tag: number): void {
    const isClosing = NEWS_KINDS[kind] === 'question.closing';
    const sequence = isClosing ? 0 : this.head + 2;
    this.items.push({
      ...{ id: isClosing ? `closing-${this.#closing++}` : `${sequence}-0`, kind: NEWS_KINDS[kind] as never, sequence },
      ...{ timeMs: this.runtime.clock.wallMs(), title: `T${this.items.length}`, text: '', event: 'e', market: null },
      tags: tag < TAGS.length ? [TAGS[tag] as string] : [],
    });
  }

  readonly read = async (after: NewsPosition): Promise<NewsPage> => {
    const logged = this.items.filter(({ sequence }) => sequence > after.sequence);
    const nowMs = this.runtime.clock.wallMs();
    const closing = this.items.filter(({ sequence, timeMs }) => sequence === 0 && timeMs > after.closingMs);
    const page = logged.slice(0, PAGE);
    const more = logged.length > PAGE;
    const sequence = more ? (page.at(-1)?.sequence ?? 0) : Math.max(this.head, after.sequence);
    return { items: [...page, ...closing], position: { sequence, closingMs: nowMs }, more };
  };
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('news' as const), kind: fc.nat(6), tag: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('work' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat(400_000) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('crash' as const), after: fc.nat(14) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('other leader' as const) }) },
);
const wishes = fc.array(
  fc.record({
    kinds: fc.uniqueArray(fc.nat(6), { minLength: 1 }),
    tag: fc.option(fc.constantFrom(...TAGS)),
    from: fc.nat(3),
  }),
  { minLength: 1, maxLength: 3 },
);

test('outbox: every hook receives exactly its news, under one id and with one payload', async () => {
  const seen = { crashes: 0, repeats: 0, failures: 0, received: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 20, maxLength: 40, size: 'max' }),
      wishes,
      fc.infiniteStream(fc.nat(9)),
      async (steps, asked, luck) => {
        const runtime = new ManualRuntime();
        const log = new Log(runtime);
        const file = newFile();
        const received = new Map<string, string>();
        const receive = async (hook: string, { id, kind, payload }: Delivery): Promise<Outcome> => {
          const fails = Number(luck.next().value) < 3 && seen.failures++ >= 0;
          // A receiver that takes a message and fails afterwards has it.
          if (fails && Number(luck.next().value) < 5) return { kind: 'failed', error: 'answered 500' };
          const key = `${hook} ${id}`;
          if (received.has(key)) seen.repeats += 1;
          expect(received.get(key) ?? `${kind} ${payload}`).toBe(`${kind} ${payload}`);
          received.set(key, `${kind} ${payload}`);
          return fails ? { kind: 'failed', error: 'no answer within 10 s' } : { kind: 'done' };
        };
        const begin = async () => {
          const { life, store } = await openMortal(file);
          const ways = { hook: receive };
          const warn = (problem: string): void => expect(problem).toContain('dead');
          return { life, store, courier: new Courier({ store, runtime, ways, leads: () => true, warn }) };
        };
        const work = async ({ courier, store }: Awaited<ReturnType<typeof begin>>): Promise<void> => {
          try {
            while (await takeNews(store, log.read, runtime.clock.wallMs()));
          } catch (error) {
            if (!(error instanceof Crash)) throw error;
          }
          await courier.look();
          await runtime.runPending();
        };
        const end = async ({ courier, store }: Awaited<ReturnType<typeof begin>>): Promise<void> => {
          await courier.close();
          await store.close();
        };
        let node = await begin();
        const other = await begin();
        const made = [];
        for (const { from, kinds, tag } of asked) {
          for (let each = 0; each < from; each++) log.add(0, 0);
          const wish = {
            url: 'http://x.test',
            kinds: kinds.map((at) => NEWS_KINDS[at] as never),
            tag,
            template: 'standard' as const,
          };
          // Closing times follow from the clock, which must not stand still between the hook and the news.
          await runtime.advance(1);
          const hook = await hooks.addHook(node.store.db, wish, log.head, runtime.clock.wallMs(), runtime.random);
          await runtime.advance(1);
          made.push({ id: hook?.id ?? '', kinds: wish.kinds as string[], tag, from: log.items.length });
        }
        for (const one of steps) {
          if (one.do === 'news') log.add(one.kind, one.tag);
          else if (one.do === 'work') await work(node);
          else if (one.do === 'wait') await runtime.advance(one.ms);
          else if (one.do === 'other leader') await work(other);
          else {
            node.life.left = one.after;
            await work(node);
            if (node.life.left < 0) seen.crashes += 1;
            await end(node);
            node = await begin();
          }
          await runtime.advance(1);
        }
        for (let each = 0; each < 60; each++) {
          await work(node);
          await runtime.advance(86_400_000);
        }
        const expected = made.flatMap(({ from, id, kinds, tag }) =>
          log.items
            .slice(from)
            .filter((item) => kinds.includes(item.kind) && (tag === null || item.tags.includes(tag)))
            .map((item) => `${id} msg_${id}_${item.id}`),
        );
        expect([...received.keys()].sort()).toEqual(expected.sort());
        expect([...(await hooks.listHooks(node.store.db))].map(({ waiting, dead }) => waiting + dead)).toEqual(
          made.map(() => 0),
        );
        seen.received += received.size;
        await end(node);
        await end(other);
      },
    ),
    { numRuns: runs(60) },
  );
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0);
});

test('outbox: a receiver that is down keeps 1,000 rows waiting, whatever happens meanwhile, and gets all when it is back', async () => {
  const runtime = new ManualRuntime();
  const store = await openStore({ file: newFile() });
  const received = new Set<string>();
  let isDown = true;
  const ways = {
    hook: async (_hook: string, { id }: Delivery): Promise<Outcome> => {
      if (isDown) return { kind: 'failed', error: 'connect ECONNREFUSED' };
      received.add(id);
      return { kind: 'done' };
    },
  };
  const courier = new Courier({
    store,
    runtime,
    ways,
    leads: () => true,
    warn: (problem) => expect.unreachable(problem),
  });
  const wish = { url: 'http://x.test', kinds: [...NEWS_KINDS], tag: null, template: 'standard' } as const;
  await hooks.addHook(store.db, wish, 0, runtime.clock.wallMs(), runtime.random);
  const items = Array.from({ length: WAITING_MAX + 300 }, (_, at): NewsItem => {
    const words = { title: `T${at}`, text: '', event: 'e', market: null, tags: [] };
    return { id: `${at + 1}-0`, kind: 'clarification', sequence: at + 1, timeMs: 0, ...words };
  });
  const read = async ({ sequence }: NewsPosition): Promise<NewsPage> => {
    const page = items.slice(sequence, sequence + 100);
    return { items: page, position: { sequence: sequence + page.length, closingMs: 0 }, more: page.length === 100 };
  };
  const round = async (): Promise<void> => {
    while (await takeNews(store, read, runtime.clock.wallMs()));
    await courier.look();
    await runtime.runPending();
  };
  await round();
  await round();
  const [hook] = await hooks.listHooks(store.db);
  expect(hook?.waiting).toBeGreaterThanOrEqual(WAITING_MAX);
  expect(hook?.waiting).toBeLessThan(WAITING_MAX + 100);
  isDown = false;
  while (received.size < items.length) {
    await runtime.advance(600_000);
    await round();
  }
  expect(received.size).toBe(items.length);
  await courier.close();
  await store.close();
});
