import { expect, test } from 'vitest';
import type { TextStore } from '../../venue/text-store.ts';
import { addMadeHere, readMadeHere, removeMadeHere } from './made-here.ts';

function store(): TextStore & { readonly items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
  };
}

test('keys made here: their addresses are kept until they are removed', () => {
  const local = store();
  expect(readMadeHere(local).size).toBe(0);
  for (const address of ['0xab', '0xcd', '0xab']) addMadeHere(local, address);
  expect([...readMadeHere(local)]).toEqual(['0xab', '0xcd']);
  removeMadeHere(local, '0xab');
  expect([...readMadeHere(local)]).toEqual(['0xcd']);
  removeMadeHere(local, '0xcd');
  expect(local.items.size).toBe(0);
});

test('keys made here: a hundred are kept, the newest', () => {
  const local = store();
  for (let key = 0; key <= 100; key++) addMadeHere(local, `0x${key}`);
  const kept = readMadeHere(local);
  expect([kept.size, kept.has('0x0'), kept.has('0x1'), kept.has('0x100')]).toEqual([100, false, true, true]);
});
