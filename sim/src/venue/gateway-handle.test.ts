/** Clients find the process that serves them, in whatever order processes start. */
import { expect, test } from 'vitest';
import { prepare } from './install.ts';
import { SimWorld } from './sim-world.ts';

test('gateway: a process that was replaced before it was up takes no clients from the one that replaced it', async () => {
  const world = new SimWorld(1, { faults: [], without: ['several_nodes'] }, await prepare());
  const { scheduler, gateways, nodes } = world;
  world.begin();
  // The process reads the log for a second and only then finds that it is not the last one.
  nodes[0]?.process.pause(1_000);
  world.takeOver(world.dice);
  await scheduler.advance(900);
  expect(nodes.map(({ phase }) => phase)).toEqual(['starting', 'up']);
  await scheduler.advance(200);
  expect(nodes.map(({ phase }) => phase)).toEqual(['up', 'up']);
  // Longer than any client may stay with an older process.
  await scheduler.advance(6_000);
  nodes[0]?.end();
  expect(gateways.map((gateway) => gateway.view()?.node)).toEqual(gateways.map(() => 1));
});
