import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const SOURCES = globSync('{packages/*,sim}/src/**/*.ts', { cwd: ROOT }).filter((path) => !path.endsWith('.test.ts'));

/** Files that call a function or create an object of a class. */
const usersOf = (name: string): readonly string[] =>
  SOURCES.filter((path) =>
    new RegExp(`(?<!function )\\b${name}\\(`).test(readFileSync(`${ROOT}/${path}`, 'utf8')),
  ).sort();

test('compose: the parts of a gateway are put together in one place', () => {
  for (const part of ['createAuthenticator', 'createCredentialSource', 'createVenueMetrics', 'EventTexts', 'Limiter'])
    expect(usersOf(part)).toEqual(['packages/venue/src/compose/dependencies.ts']);
});

test('compose: exchange, reads and snapshots are connected in one place, for every runtime', () => {
  expect(usersOf('new Snapshots')).toEqual(['packages/venue/src/compose/ledger.ts']);
  expect(usersOf('composeLedger')).toEqual([
    'packages/gateway/src/http/testing/stack.ts',
    'packages/sandbox-venue/src/one-thread-ledger.ts',
    'packages/venue/src/compose/ledger-threads.ts',
    'sim/src/venue/node-gateway.ts',
  ]);
  expect(usersOf('new OneThreadReads')).toEqual([
    'packages/gateway/src/http/testing/stack.ts',
    'packages/sandbox-venue/src/one-thread-ledger.ts',
    'sim/src/venue/node-projector.ts',
  ]);
  expect(usersOf('new ProjectorService')).toEqual([
    'packages/venue/src/one-thread/one-thread-reads.ts',
    'packages/venue/src/threads/projector/projector-worker.ts',
  ]);
});

test('compose: venue and sandbox, the simulator and the stack of tests take them from there', () => {
  expect(usersOf('composeGateway')).toEqual([
    'packages/gateway/src/http/testing/stack.ts',
    'packages/venue/src/compose/gateway.ts',
    'sim/src/venue/node-gateway.ts',
  ]);
  expect(usersOf('openGateway')).toEqual([
    'packages/sandbox-venue/src/branch-venue.ts',
    'packages/venue/src/compose.ts',
  ]);
});
