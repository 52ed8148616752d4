import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { createSharedLog, SharedLog } from './shared-log.ts';

const COUNTERS = 3;
const EACH = 2_000;
const ROOM = 5_000;

/** Takes one of so many places again and again, as long as there are any, and says how many it got. */
const COUNTER = `
  import { parentPort, workerData } from 'node:worker_threads';
  const { SharedLog } = await import(workerData.module);
  const log = new SharedLog(workerData.memory, workerData.gateway);
  let taken = 0;
  let own = 0;
  log.join('feeds', { take: ([change]) => { taken += change; } });
  for (let tries = 0; tries < ${EACH}; tries++) {
    log.enter();
    if (taken < ${ROOM}) {
      taken++;
      own++;
      log.tell('feeds', [1], ['203.0.113.7']);
    }
    log.leave();
  }
  parentPort.postMessage(own);
`;

test('shared log: threads that take places at the same time take each once, and all there are [D48]', async () => {
  const memory = createSharedLog(COUNTERS + 1);
  const workers = Array.from({ length: COUNTERS }, (_, gateway) => {
    const workerData = { module: new URL('./shared-log.ts', import.meta.url).href, memory, gateway };
    return new Worker(new URL(`data:text/javascript,${encodeURIComponent(COUNTER)}`), { workerData });
  });
  const own = await Promise.all(
    workers.map(
      (worker) => new Promise<number>((resolve, reject) => worker.on('message', resolve).on('error', reject)),
    ),
  );
  expect(own.reduce((sum, each) => sum + each, 0)).toBe(ROOM);
  // One that was idle all the while hears of everything.
  const late = new SharedLog(memory, COUNTERS);
  let taken = 0;
  let ends = 0;
  late.join('feeds', {
    take: ([change = 0]) => {
      taken += change;
    },
    caughtUp: () => {
      ends++;
    },
  });
  late.enter();
  late.leave();
  expect([taken, ends]).toEqual([ROOM, 1]);
});

test('shared log: messages come as they were told, in order, also around the end of the memory', () => {
  const memory = createSharedLog(2);
  const [teller, hearer] = [new SharedLog(memory, 0), new SharedLog(memory, 1)];
  const heard: [readonly number[], readonly string[]][] = [];
  hearer.join('caps', { take: (numbers, texts) => heard.push([numbers, texts]) });
  const text = Array.from({ length: 255 }, (_, byte) => String.fromCharCode(byte)).join('');
  let told = 0;
  for (let round = 0; round < 60; round++) {
    teller.enter();
    for (let each = 0; each < 1_000; each++) {
      const number = told++;
      teller.tell('caps', [number, 0.1 + number, -number], [text.slice(0, number % 256), '', String(number)]);
    }
    teller.leave();
    hearer.enter();
    hearer.leave();
    expect(heard.map(([[number]]) => number)).toEqual(Array.from({ length: 1_000 }, (_, at) => told - 1_000 + at));
    for (const [[number = 0, ...rest], texts] of heard) {
      if (rest[0] !== 0.1 + number || rest[1] !== -number) expect.unreachable(`numbers of ${number}`);
      if (texts.join('|') !== [text.slice(0, number % 256), '', String(number)].join('|')) expect.unreachable();
    }
    heard.length = 0;
  }
  expect(() => teller.tell('caps', [], [])).toThrow('while others decide');
});

test('shared log: what was decided runs on when others may decide again', () => {
  const log = new SharedLog(createSharedLog(1), 0);
  const order: string[] = [];
  log.enter();
  log.enter();
  log.afterwards(() => order.push('after'));
  log.leave();
  order.push('inside');
  log.leave();
  expect(order).toEqual(['inside', 'after']);
});

test('shared log: what has no place is refused, and what was told before it is heard', () => {
  const memory = createSharedLog(2);
  const [teller, hearer] = [new SharedLog(memory, 0), new SharedLog(memory, 1)];
  const heard: number[] = [];
  hearer.join('caps', { take: ([number = 0]) => heard.push(number) });
  teller.enter();
  teller.tell('caps', [1], []);
  expect(() => teller.tell('caps', [2], ['x'.repeat(256)])).toThrow('caps');
  expect(() =>
    teller.tell(
      'caps',
      Array.from({ length: 256 }, () => 2),
      [],
    ),
  ).toThrow('caps');
  // A list of clients whose messages are more than a decision may tell.
  const text = 'x'.repeat(255);
  const texts = Array.from({ length: 200 }, () => text);
  const tellMuch = (): void => {
    for (let times = 0; times < 100; times++) teller.tell('caps', [3], texts);
  };
  expect(tellMuch).toThrow('a decision tells more than');
  teller.leave();
  hearer.look();
  expect([heard[0], new Set(heard.slice(1))]).toEqual([1, new Set([3])]);
});

test('shared log: what was left for later is told in parts that fit', () => {
  const memory = createSharedLog(2);
  const [teller, hearer] = [new SharedLog(memory, 0), new SharedLog(memory, 1)];
  const heard: number[] = [];
  hearer.join('signIns', { take: ([number = 0]) => heard.push(number) });
  const text = 'x'.repeat(255);
  const all = Array.from({ length: 20_000 }, (_, number) => number);
  for (const number of all) teller.tellLater('signIns', [number], [text]);
  for (let looks = 0; looks < 10; looks++) {
    teller.look();
    hearer.look();
  }
  expect(heard).toEqual(all);
});

test('shared log: a gateway that ended with the lock is not waited for without end', () => {
  const memory = createSharedLog(2);
  const [ended, other] = [new SharedLog(memory, 0), new SharedLog(memory, 1, 200)];
  ended.enter();
  expect(() => other.enter()).toThrow('does not go on');
  ended.leave();
  other.look();
});
