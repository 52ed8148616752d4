import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadPart } from './load-part.ts';

// The client module reads `location.origin` when it is loaded.
vi.hoisted(() => Object.assign(globalThis, { location: { origin: 'http://127.0.0.1' } }));

/** Successive results of probing the venue; the last one repeats. */
let looks: boolean[];
const reload = vi.fn();

beforeEach(() => {
  looks = [true];
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('location', { origin: 'http://127.0.0.1', reload });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal('fetch', async () => {
    const answers = looks.length > 1 ? looks.shift() : looks[0];
    if (answers !== true) throw new TypeError('Failed to fetch');
    return new Response();
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  reload.mockClear();
});

/** A module that loads at the given attempt. */
function part(tryOf: number): () => Promise<string> {
  let tries = 0;
  return async () => {
    if (++tries < tryOf) throw new TypeError('Failed to fetch dynamically imported module');
    return `at try ${tryOf}`;
  };
}

test('part: one that is there is loaded', () => expect(loadPart(part(1))).resolves.toBe('at try 1'));

test('part: a venue that is away is waited for, and one that has just come back may miss it twice', async () => {
  looks = [false, false, false, true];
  const loaded = loadPart(part(6));
  await vi.advanceTimersByTimeAsync(10_000);
  await expect(loaded).resolves.toBe('at try 6');
  expect(reload).not.toHaveBeenCalled();
});

test('part: one that a venue which answers has not is of an older page, which is loaded again, once', async () => {
  void loadPart(part(99));
  await vi.advanceTimersByTimeAsync(1_500);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reload).toHaveBeenCalledOnce();
  const again = expect(loadPart(part(99))).rejects.toThrow('dynamically imported');
  await vi.advanceTimersByTimeAsync(10_000);
  await again;
  expect(reload).toHaveBeenCalledOnce();
});
