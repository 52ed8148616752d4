import { assertInvariants, type Command, createState, hashState } from '@bellwether/engine';
import {
  CommandFactory,
  communityCommand,
  Dice,
  damagedJson,
  heartbeatCommand,
  seededIntents,
} from '@bellwether/engine/testing';
import { recover } from '@bellwether/ledger/log/recovery.ts';
import { expect, test } from 'vitest';
import { Rig } from './testing/rig.ts';

const DAMAGED = 100_000;

/** Every kind of command, including those that only the sequencer may issue. */
function texts(count: number): string[] {
  const factory = new CommandFactory();
  const commands: Command[] = factory.opening().map(({ command }) => command);
  const empty = createState();
  for (const { kind, seed } of seededIntents(7, count)) {
    const dice = new Dice(seed);
    commands.push(factory.next({ kind, seed }).command);
    if (dice.once(10)) commands.push(communityCommand(dice, 20), heartbeatCommand(dice, empty, `beat-${seed}`));
  }
  return commands.map((command) => JSON.stringify(command));
}

test('malformed: 100,000 damaged commands among good ones end nothing, and what they leave is whole [D33]', async () => {
  const rig = new Rig({ queueDepthMax: DAMAGED });
  const good = texts(4_000);
  const dice = new Dice(11);
  let sent = 0;
  for (let damaged = 0; damaged < DAMAGED; damaged++) {
    // A good command now and then, in order: damage meets a venue that goes on.
    const next = damaged % 25 === 0 ? good[damaged / 25] : undefined;
    if (next !== undefined) rig.sequencer.enqueue({ id: sent++, json: next });
    rig.sequencer.enqueue({ id: sent++, json: damagedJson(dice, dice.pick(good), good) });
    if (damaged % 1_000 === 999) {
      rig.nowMs += 1_000;
      await rig.sequencer.drain();
    }
  }
  await rig.sequencer.drain();

  const counts = Map.groupBy(rig.outcomes(), (kind) => kind);
  expect(rig.outcomes()).toHaveLength(sent);
  for (const kind of ['malformed', 'accepted', 'reject', 'unchanged', 'duplicate'])
    expect(counts.get(kind)?.length ?? 0).toBeGreaterThan(100);
  assertInvariants(rig.state);
  expect(hashState((await recover(rig.journal, () => [])).state)).toBe(hashState(rig.state));
});
