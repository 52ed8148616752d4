import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Volumes } from './volumes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('volumes: many trades are one read of what is open, soon, and of lists, later', () => {
  const queries = new QueryClient();
  const asked: unknown[] = [];
  vi.spyOn(queries, 'invalidateQueries').mockImplementation(async (filters) => void asked.push(filters?.queryKey));
  const volumes = new Volumes(queries);
  for (let trade = 0; trade < 100; trade += 1) volumes.ask();
  expect(asked).toEqual([]);
  vi.advanceTimersByTime(5_000);
  expect(asked).toEqual([['event']]);
  volumes.ask();
  vi.advanceTimersByTime(60_000);
  expect(asked).toHaveLength(3);
  expect(asked).toContainEqual(['events']);
});
