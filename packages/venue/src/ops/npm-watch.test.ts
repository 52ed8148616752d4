import { expect, test } from 'vitest';
import { NpmWatch, type ProcessTable } from './npm-watch.ts';

const NPM = 10;
const SHELL = 11;
const OLD_NODE = 12;
const STARTED_BY_NPM = { npm_lifecycle_event: 'start' };

/** Process table with parents by process id; `self` is the venue. */
function table(parents: Record<number | 'self', number>, scripts: readonly number[]) {
  const processes: ProcessTable = {
    parent: () => parents.self,
    parentOf: (pid) => parents[pid] ?? null,
    isNpmScript: (pid) => (parents[pid] === undefined ? null : scripts.includes(pid)),
  };
  return { parents, processes };
}

const withShell = () => table({ self: SHELL, [SHELL]: NPM, [NPM]: 2 }, [SHELL]);

test('npm watch: nothing is watched unless npm started the venue', () => {
  const { parents, processes } = withShell();
  const watch = new NpmWatch({}, processes);
  parents.self = 1;
  expect([watch.watches, watch.hasEnded()]).toEqual([false, false]);
});

test('npm watch: all is well while everyone between npm and the venue runs', () => {
  const { parents, processes } = withShell();
  const watch = new NpmWatch(STARTED_BY_NPM, processes);
  // The process that started npm may end.
  parents[NPM] = 1;
  expect([watch.watches, watch.hasEnded()]).toEqual([true, false]);
});

test.each([
  ['the shell has ended and the venue is handed on', (parents: Record<number | 'self', number>) => (parents.self = 1)],
  ['npm has ended and its shell is handed on', (parents: Record<number | 'self', number>) => (parents[SHELL] = 1)],
])('npm watch: %s', (_what, change) => {
  const { parents, processes } = withShell();
  const watch = new NpmWatch(STARTED_BY_NPM, processes);
  change(parents);
  expect(watch.hasEnded()).toBe(true);
});

test('npm watch: npm that started an older Node is found behind it [D20]', () => {
  const started = { self: OLD_NODE, [OLD_NODE]: SHELL, [SHELL]: NPM, [NPM]: 2 };
  const { parents, processes } = table(started, [OLD_NODE, SHELL]);
  const watch = new NpmWatch(STARTED_BY_NPM, processes);
  expect(watch.hasEnded()).toBe(false);
  parents[SHELL] = 1;
  expect(watch.hasEnded()).toBe(true);
});

test('npm watch: where nothing but the own parent can be told, that is watched', () => {
  let parent = SHELL;
  const watch = new NpmWatch(STARTED_BY_NPM, { parent: () => parent, parentOf: () => null, isNpmScript: () => null });
  expect(watch.hasEnded()).toBe(false);
  parent = 1;
  expect(watch.hasEnded()).toBe(true);
});
