import { expect, test } from 'vitest';
import { readOperateSearch } from './operate-search.ts';

test.each([
  [{}, {}],
  [
    { event: 'rain', status: 'unresolved' },
    { event: 'rain', status: 'unresolved' },
  ],
  [{ status: 'all' }, {}],
  [{ status: 'lost', event: 7 }, {}],
])('operate: the address %j is read as %j', (given, read) => expect(readOperateSearch(given)).toEqual(read));
