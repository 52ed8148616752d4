/** The branches of a sandbox as the operator reads them: in which order, and what each plays. Pure. */
import type { ReplayProgress, SandboxBranch } from '@bellwether/contract';

/** The one that is traded on, then the newest ones; the venue has the oldest first. */
export function newestFirst(branches: readonly SandboxBranch[]): readonly SandboxBranch[] {
  const [current, others] = [branches.filter((each) => each.current), branches.filter((each) => !each.current)];
  return [...current, ...others.reverse()];
}

/** As the venue names what it plays where that is the market of a tape. */
const OF_A_TAPE = 'replay';

/** `replays`: those that the venue remembers. */
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
