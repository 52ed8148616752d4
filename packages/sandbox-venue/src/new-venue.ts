/** Contents of a fork that has nothing of its parent: an empty venue, a scenario, or the markets of a tape. */
import type { Scenario } from '@bellwether/contract';
import type { NewVenue } from './control.ts';
import type { ForkContents } from './forks.ts';
import { startOf } from './scenario/player.ts';
import { checkScenario, known, parseStart, readyScenario, startedAt } from './scenario/read-scenario.ts';

/** Returns a given scenario, or a ready one by its name, with a moment as its start. Throws `SandboxRefused`. */
export function startedScenario(wanted: unknown, machineMs: number): Scenario {
  return startedAt(typeof wanted === 'string' ? readyScenario(wanted) : checkScenario(wanted), machineMs);
}

/** `parentMs`: time of the parent, the start by default. Throws `SandboxRefused`. */
export function newVenue(
  { scenario, replay, seed, start }: NewVenue,
  parentMs: number,
  machineMs: number,
): ForkContents {
  const startMs = start === undefined ? parentMs : known(parseStart(start, machineMs), 'start');
  if (scenario === undefined) {
    const begin: ForkContents['begin'] = async (fork) => (replay === undefined ? replay : fork.replay(replay));
    return { seed, nowMs: startMs, fill: () => undefined, begin };
  }
  const played: Scenario = {
    ...startedScenario(scenario, machineMs),
    ...(seed !== undefined && { seed }),
    ...(start !== undefined && { start: new Date(startMs).toISOString() }),
  };
  return {
    seed,
    nowMs: startOf(played),
    fill: (folder, files) => files.writeScenario(folder, JSON.stringify(played)),
    begin: async (fork) => {
      // A folder of an earlier fork continues with its scenario, like a sandbox that is started again.
      if (fork.scenario?.name !== played.name) await fork.play({ scenario: played });
      return undefined;
    },
  };
}
