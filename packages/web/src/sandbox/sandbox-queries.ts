/** The operator's queries of the sandbox. They are polled, because others may change it at any time. */
import type { SandboxClock, SandboxClockMove } from '@bellwether/contract';
import { keepPreviousData, type Mutation, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useOperator } from '../operate/operator.tsx';
import type { Client } from '../venue/client.ts';
import { renew } from '../venue/keys.ts';
import { polled, reading } from '../venue/queries.ts';
import { SANDBOX_STATE } from './sandbox-state.ts';

const CLOCK_MS = 1_000;
const FAULTS_MS = 1_000;
const REPLAYS_MS = 1_000;
/** Longer, because each branch is a folder that has to be read. */
const BRANCHES_MS = 5_000;

const CLOCK = ['operate', 'sandbox', 'clock'] as const;
const BRANCHES = ['operate', 'sandbox', 'branches'] as const;
const FORKS = ['operate', 'sandbox', 'forks'] as const;
const SCENARIO = ['operate', 'sandbox', 'scenario'] as const;
const REPLAYS = ['operate', 'sandbox', 'replays'] as const;
export const FAULTS = ['operate', 'sandbox', 'faults'] as const;

export const clockQuery = ({ sandbox }: Client) => polled(CLOCK, sandbox.clock, CLOCK_MS);

/** All branches. `current` is part of the key, so that switching the branch refetches the list. */
export const branchesQuery = ({ sandbox }: Client, current: string) => ({
  ...polled([...BRANCHES, current], sandbox.branches, BRANCHES_MS),
  placeholderData: keepPreviousData,
});

export const forksQuery = ({ sandbox }: Client) => polled(FORKS, sandbox.forks, BRANCHES_MS);

export const faultsQuery = ({ sandbox }: Client) => polled(FAULTS, sandbox.faults.list, FAULTS_MS);

/** The scenario of the current branch; another branch may have another one. */
export const scenarioQuery = (client: Client, current: string) => ({
  // The scenario of a branch never changes while the branch is traded on.
  ...reading([...SCENARIO, current], client.sandbox.scenario, Number.POSITIVE_INFINITY),
  placeholderData: keepPreviousData,
});

export const replaysQuery = ({ sandbox }: Client) => polled(REPLAYS, sandbox.replays, REPLAYS_MS);

/** The certificate of a finished replay; it never changes. */
export const certificateQuery = (client: Client, id: string) =>
  reading([...REPLAYS, id], (call) => client.sandbox.replayed(id, call), Number.POSITIVE_INFINITY);

/** Moves the clock and shows the new time at once, also in the bar. */
const MOVE = ['operate', 'sandbox', 'move'] as const;

/** True while a move of time to a later moment is under way here. */
export function useIsMoving(): boolean {
  const isAhead = ({ state }: Mutation): boolean => {
    const { advance, until } = (state.variables ?? {}) as SandboxClockMove;
    return advance !== undefined || until !== undefined;
  };
  return useIsMutating({ mutationKey: MOVE, predicate: isAhead }) > 0;
}

export function useMove() {
  const { client } = useOperator();
  const queries = useQueryClient();
  return useMutation({
    mutationKey: MOVE,
    mutationFn: (body: SandboxClockMove) => client.request('moveSandboxClock', { body }),
    onSuccess: async (clock: SandboxClock) => {
      await queries.cancelQueries({ queryKey: CLOCK });
      queries.setQueryData(clockQuery(client).queryKey, clock);
      await queries.invalidateQueries({ queryKey: SANDBOX_STATE });
    },
  });
}

/** Returns a function that refetches everything about the sandbox, because the current branch may have changed. */
export function useReread(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () => renew(queries, ['operate', 'sandbox'], SANDBOX_STATE);
}
