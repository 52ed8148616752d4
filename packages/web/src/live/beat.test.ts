/** Scheduling of live work, with a fake clock and fake frames. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Beat } from './beat.ts';

const FRAME_MS = 16;
const document = { visibilityState: 'visible' };

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'performance'] });
  vi.stubGlobal('document', document);
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => setTimeout(work, FRAME_MS));
  document.visibilityState = 'visible';
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('beat: what is asked for until the next frame is done in it, each work once', () => {
  const beat = new Beat(100);
  const done: string[] = [];
  const [first, second] = [() => void done.push('first'), () => void done.push('second')];
  for (const work of [first, second, first, first]) beat.ask(work);
  expect(done).toEqual([]);
  vi.advanceTimersByTime(FRAME_MS);
  expect(done).toEqual(['first', 'second']);
  vi.advanceTimersByTime(1_000);
  expect(done).toHaveLength(2);
});

test('beat: however often it is asked, its beats keep their distance, and none is missing at the end', () => {
  const beat = new Beat(100);
  const timesMs: number[] = [];
  const work = () => void timesMs.push(performance.now());
  for (let ms = 0; ms < 1_000; ms += 5) {
    beat.ask(work);
    vi.advanceTimersByTime(5);
  }
  vi.advanceTimersByTime(1_000);
  expect(timesMs.length).toBeGreaterThan(5);
  expect(timesMs.every((time, index) => index === 0 || time - (timesMs[index - 1] ?? 0) >= 100)).toBe(true);
  expect(timesMs.at(-1)).toBeGreaterThanOrEqual(995);
});

test('beat: work that asks for itself comes with a later beat', () => {
  const beat = new Beat(100);
  let count = 0;
  const work = (): void => {
    count += 1;
    if (count < 3) beat.ask(work);
  };
  beat.ask(work);
  vi.advanceTimersByTime(FRAME_MS);
  expect(count).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(count).toBe(3);
});

test('beat: in a hidden tab it needs no frames', () => {
  const beat = new Beat(100);
  vi.stubGlobal('requestAnimationFrame', () => undefined);
  document.visibilityState = 'hidden';
  let count = 0;
  beat.ask(() => {
    count += 1;
  });
  vi.advanceTimersByTime(1_000);
  expect(count).toBe(1);
});
