import type { ClusterHealth } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { nodeRows } from './node-rows.ts';

const A = { name: 'one, process 1', address: 'a:7700' };
const B = { name: 'two, process 2', address: 'b:7700' };
const C = { name: 'three, process 3', address: 'c:7700' };

const FOLLOWS: ClusterHealth = {
  ...{ node: B, role: 'follows', problem: null, is_current: true, since_ms: 2, epoch: 7 },
  ...{ leader: { ...C, since_ms: 1 }, leader_sequence: 90, lag_entries: 1 },
  followers: [
    { ...B, sequence: 80, lag_entries: 10 },
    { ...A, sequence: 87, lag_entries: 3 },
  ],
};

const told = (cluster: ClusterHealth) =>
  nodeRows(cluster).map(({ address, role, isThis, lag }) => `${address} ${role} ${lag}${isThis ? ' this' : ''}`);

test('nodes: one that follows shows its leader, itself by what it knows, and the others as the leader has said', () =>
  expect(told(FOLLOWS)).toEqual(['c:7700 leads 0', 'a:7700 follows 3', 'b:7700 follows 1 this']));

test('nodes: one that has just come shows itself before the leader has spoken of it', () =>
  expect(told({ ...FOLLOWS, followers: [] })).toEqual(['c:7700 leads 0', 'b:7700 follows 1 this']));

test('nodes: the one that leads comes first and is behind no one', () => {
  const [, { ...other }] = FOLLOWS.followers as [unknown, ClusterHealth['followers'][number]];
  const leader = { ...B, since_ms: 1 };
  const leads: ClusterHealth = { ...FOLLOWS, role: 'leads', leader, lag_entries: 0, followers: [other] };
  expect(told(leads)).toEqual(['b:7700 leads 0 this', 'a:7700 follows 3']);
});

test('nodes: one that knows no leader shows itself alone', () => {
  const seeks = told({ ...FOLLOWS, role: 'seeks', leader: null, lag_entries: 0, followers: [] });
  expect(seeks).toEqual(['b:7700 seeks 0 this']);
});
