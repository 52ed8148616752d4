import type { QueuedCommand, SequencedOutcome } from '@bellwether/exchange/sequencer/batch.ts';
import { QUEUE_DEPTH_MAX } from '@bellwether/exchange/sequencer/limits.ts';
import { ManualRuntime } from '@bellwether/venue/runtime/manual.testing.ts';
import { expect, test } from 'vitest';
import type { LeaderLink } from './leader-link.ts';
import { WITHOUT_LEADER_MS_MAX } from './limits.ts';
import { PassedCommands } from './passed-commands.ts';

function start() {
  const runtime = new ManualRuntime();
  const outcomes: SequencedOutcome[] = [];
  const commands = new PassedCommands((told) => void outcomes.push(...told), runtime.clock);
  const passed: QueuedCommand[] = [];
  const link = { pass: (all: readonly QueuedCommand[]) => void passed.push(...all) } as LeaderLink;
  const submit = (firstId: number, ...lines: string[]): void =>
    commands.submit({ kind: 'commands', firstId, lines: lines.join('\n') });
  return { runtime, commands, outcomes, passed, link, submit };
}

test('passed commands: what has not been answered when the leader is lost may have been done, and is not passed on again', () => {
  const { commands, outcomes, passed, link, submit } = start();
  commands.joined(link);
  submit(5, 'a', 'b');
  submit(7, 'c');
  expect(passed.map(({ json }) => json)).toEqual(['a', 'b', 'c']);
  const [first] = passed;
  commands.answered([{ id: first?.id ?? -1, kind: 'busy' }]);
  commands.lost();
  expect(outcomes).toEqual([6, 7].map((id) => ({ id, kind: 'unknown' })));
  commands.joined(link);
  expect(passed).toHaveLength(3);
});

test('passed commands: they wait for a leader, and then for so long', async () => {
  const { runtime, commands, outcomes, passed, link, submit } = start();
  submit(1, 'old');
  await runtime.advance(WITHOUT_LEADER_MS_MAX);
  submit(2, 'new');
  commands.beat();
  expect(outcomes).toEqual([]);
  await runtime.advance(1);
  commands.beat();
  expect(outcomes).toEqual([{ id: 1, kind: 'no_leader' }]);
  commands.joined(link);
  expect(passed.map(({ json }) => json)).toEqual(['new']);
});

test('passed commands: a node that comes to lead takes what waits, and one that stops answers it', () => {
  const leads = start();
  leads.submit(4, 'a');
  expect(leads.commands.takeOut().map(({ json }) => json)).toEqual(['a']);
  leads.commands.stop();
  expect(leads.outcomes).toEqual([]);
  const stops = start();
  stops.submit(4, 'a');
  stops.commands.stop();
  expect(stops.outcomes).toEqual([{ id: 4, kind: 'no_leader' }]);
});

test('passed commands: more than a bounded number wait for no one', () => {
  const { commands, outcomes, passed, link, submit } = start();
  submit(0, ...Array.from({ length: QUEUE_DEPTH_MAX + 1 }, () => 'a'));
  expect(outcomes.splice(0)).toEqual([{ id: QUEUE_DEPTH_MAX, kind: 'busy' }]);
  commands.joined(link);
  submit(1, 'b');
  expect([passed.length, outcomes]).toEqual([QUEUE_DEPTH_MAX, [{ id: 1, kind: 'busy' }]]);
});
