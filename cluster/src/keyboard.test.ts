import { expect, test } from 'vitest';
import type { Cluster } from './cluster.ts';
import { obey } from './keyboard.ts';

/** Rejected commands never reach the cluster. */
const UNTOUCHED = {} as Cluster;

test.each([
  ['jump', '"jump" is no order here'],
  ['kill', 'it is: kill x'],
  ['promote a', 'it is: promote'],
  ['kill a b', '"kill a b" is no order here'],
  ['constructor', '"constructor" is no order here'],
])('keyboard: "%s" is refused in words', (line, words) => expect(obey(UNTOUCHED, line)).rejects.toThrow(words));
