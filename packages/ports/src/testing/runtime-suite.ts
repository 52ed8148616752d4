/** Requirements for every runtime and every channel: one suite, run against each adapter. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Channel, type Runtime, turn } from '../runtime.ts';

const WAIT = { timeout: 120_000, interval: 2 };

export interface RunningRuntime {
  readonly runtime: Runtime;
  /** Lets at least this much time pass. */
  pass(ms: number): Promise<void>;
}

export function describeRuntime(name: string, start: () => RunningRuntime): void {
  describe(`${name} as a runtime`, () => {
    test('runtime: a clock goes forward, and by as much as a timer has waited', async () => {
      const { runtime, pass } = start();
      const { clock, timers } = runtime;
      const booted = clock.sinceBootMs();
      let waitedMs = 0;
      // A machine counts a timer from when its loop last looked at the clock, in whole milliseconds. A loop that was
      // delayed since then fires a little early.
      while (waitedMs <= 18) {
        const began = clock.monotonicMs();
        let firedAt = Number.NaN;
        timers.after(20, () => {
          firedAt = clock.monotonicMs();
        });
        while (Number.isNaN(firedAt)) {
          const before = clock.monotonicMs();
          await pass(20);
          expect(clock.monotonicMs()).toBeGreaterThanOrEqual(before);
        }
        waitedMs = firedAt - began;
      }
      expect(clock.sinceBootMs()).toBeGreaterThanOrEqual(booted);
      expect(clock.wallMs()).toBeGreaterThan(Date.UTC(2020, 0, 1));
    });

    test('runtime: timers fire in the order of their time, and of setting where that is the same [H8]', async () => {
      const { runtime, pass } = start();
      const fired: string[] = [];
      const set = (delayMs: number, label: string) => runtime.timers.after(delayMs, () => fired.push(label));
      set(30, 'late');
      set(10, 'early');
      set(10, 'early, set later');
      set(20, 'between');
      expect(fired).toEqual([]);
      while (fired.length < 4) await pass(30);
      expect(fired).toEqual(['early', 'early, set later', 'between', 'late']);
    });

    test('runtime: a timer that is taken back does not fire, and taking back what is over does no harm', async () => {
      const { runtime, pass } = start();
      const fired: string[] = [];
      const cancel = runtime.timers.after(5, () => fired.push('cancelled'));
      const cancelFirst = runtime.timers.after(5, () => {
        fired.push('first');
        cancelSecond();
      });
      const cancelSecond = runtime.timers.after(6, () => fired.push('second'));
      runtime.timers.after(20, () => fired.push('last'));
      cancel();
      while (!fired.includes('last')) await pass(20);
      cancelFirst();
      cancel();
      expect(fired).toEqual(['first', 'last']);
    });

    test('runtime: what is to happen again and again does so until it is taken back, from within as well', async () => {
      const { runtime, pass } = start();
      let times = 0;
      const cancel = runtime.timers.every(5, () => {
        times++;
        if (times === 3) cancel();
      });
      while (times < 3) await pass(5);
      const ended: true[] = [];
      runtime.timers.after(30, () => ended.push(true));
      while (ended.length === 0) await pass(30);
      expect(times).toBe(3);
    });

    test('runtime: what is to happen soon happens in order, after what is being done', async () => {
      const { runtime, pass } = start();
      const done: number[] = [];
      runtime.timers.soon(() => done.push(1));
      runtime.timers.soon(() => done.push(2));
      const turned = turn(runtime.timers).then(() => done.push(3));
      expect(done).toEqual([]);
      while (done.length < 3) await pass(0);
      await turned;
      expect(done).toEqual([1, 2, 3]);
    });

    test('runtime: random numbers are in their range, and ids are of version 4 and never the same', () => {
      const { random } = start().runtime;
      expect([0, 1, 16, 33].map((count) => random.bytes(count).length)).toEqual([0, 1, 16, 33]);
      for (const bound of [1, 2, 10, 2 ** 32, 2 ** 48 - 1])
        for (let draw = 0; draw < 200; draw++) {
          const drawn = random.below(bound);
          expect(Number.isInteger(drawn) && drawn >= 0 && drawn < bound).toBe(true);
        }
      expect(new Set(Array.from({ length: 100 }, () => random.below(2))).size).toBe(2);
      expect(random.below(2 ** 48 - 1)).not.toBe(random.below(2 ** 48 - 1));
      const ids = Array.from({ length: 200 }, () => random.uuid());
      expect(new Set(ids).size).toBe(200);
      for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    });
  });
}

/** Both ends of a channel; the suite closes them. */
export type OpenChannel = () => readonly [Channel<unknown, unknown>, Channel<unknown, unknown>];

/** `runPending` delivers the messages that have been sent, as far as that takes no time. */
export function describeChannel(name: string, open: OpenChannel, runPending: () => Promise<void>): void {
  const until = async (holds: () => boolean): Promise<void> => {
    for (let waitedMs = 0; !holds(); waitedMs += WAIT.interval) {
      if (waitedMs > WAIT.timeout) throw new Error('it never came');
      await runPending();
      await new Promise((resolve) => setTimeout(resolve, WAIT.interval));
    }
  };

  const opened = (): ReturnType<OpenChannel> => {
    const ends = open();
    // Closing what is closed does no harm.
    onTestFinished(() => [...ends, ...ends].forEach((end) => void end.close()));
    return ends;
  };
  const receivedBy = (end: Channel<unknown, unknown>): unknown[] => {
    const received: unknown[] = [];
    end.receive((message) => received.push(message));
    return received;
  };

  describe(`${name} as a channel`, () => {
    test('channel: what is sent arrives in order, not before the sender has returned, and both ways', async () => {
      const [left, right] = opened();
      const [atLeft, atRight]: [unknown[], unknown[]] = [receivedBy(left), []];
      right.receive((message) => {
        atRight.push(message);
        right.send({ answer: message });
      });
      for (let index = 0; index < 100; index++) left.send(index);
      expect(atRight).toEqual([]);
      await until(() => atLeft.length === 100);
      expect(atRight).toEqual(Array.from({ length: 100 }, (_, index) => index));
      expect(atLeft).toEqual(Array.from({ length: 100 }, (_, index) => ({ answer: index })));
    });

    test('channel: a message is as it was when it was sent', async () => {
      const [left, right] = opened();
      const arrived = receivedBy(right);
      const message = { list: [1, 2], bytes: new Uint8Array([1, 2, 3]) };
      left.send(message);
      message.list.push(3);
      message.bytes[0] = 9;
      await until(() => arrived.length === 1);
      expect(arrived).toEqual([{ list: [1, 2], bytes: new Uint8Array([1, 2, 3]) }]);
    });

    test('channel: memory that goes with a message arrives with what is in it', async () => {
      const [left, right] = opened();
      const arrived = receivedBy(right);
      const bytes = new Uint8Array([7, 8, 9]);
      left.send({ bytes }, [bytes.buffer]);
      await until(() => arrived.length === 1);
      expect(arrived).toEqual([{ bytes: new Uint8Array([7, 8, 9]) }]);
    });

    test('channel: what came before there was a receiver is handed over, and a drain does that at once', async () => {
      const [left, right] = opened();
      left.send('early');
      await runPending();
      const arrived = receivedBy(right);
      await until(() => arrived.length === 1);
      left.send('second');
      left.send('third');
      right.drain();
      expect(arrived).toEqual(['early', 'second', 'third']);
      right.drain();
      await runPending();
      expect(arrived).toEqual(['early', 'second', 'third']);
    });

    test('channel: a receiver that takes the place of another gets all that comes from then on', async () => {
      const [left, right] = opened();
      const first = receivedBy(right);
      left.send(1);
      await until(() => first.length === 1);
      const second = receivedBy(right);
      left.send(2);
      await until(() => second.length === 1);
      expect([first, second]).toEqual([[1], [2]]);
    });

    test('channel: what was sent before the sender closed arrives, and nothing after that [H8]', async () => {
      const [left, right] = opened();
      const [atLeft, atRight] = [receivedBy(left), receivedBy(right)];
      left.send('last words');
      left.close();
      left.send('too late');
      right.send('to no one');
      await until(() => atRight.length === 1);
      await runPending();
      expect([atLeft, atRight]).toEqual([[], ['last words']]);
    });
  });
}
