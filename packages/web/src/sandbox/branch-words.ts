/** Display order of a sandbox's branches, and a text for what each plays. Pure. */
import type { ReplayProgress, SandboxBranch } from '@bellwether/contract';

/** Returns the current branch first, then the others, newest first. The venue lists the oldest first. */
export function newestFirst(branches: readonly SandboxBranch[]): readonly SandboxBranch[] {
  const [current, others] = [branches.filter((each) => each.current), branches.filter((each) => !each.current)];
  return [...current, ...others.reverse()];
}

/** The venue's scenario name for the market of a tape. */
const OF_A_TAPE = 'replay';

/** Returns what a branch plays. `replays` are those that the venue remembers. */
export function playedText(
  { id, scenario }: Pick<SandboxBranch, 'id' | 'scenario'>,
  replays: readonly Pick<ReplayProgress, 'branch' | 'tape'>[],
): string {
  const tape = replays.find(({ branch }) => branch === id)?.tape;
  if (tape !== undefined) return `tape ${fileName(tape)}`;
  if (scenario === null) return 'no scenario';
  return scenario === OF_A_TAPE ? 'the market of a tape' : scenario;
}

export const fileName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;
