/** What the operator reads of the sandbox. It may be moved by others at any moment, so it is read again and again. */
import type { SandboxClock, SandboxClockMove } from '@bellwether/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useOperator } from '../operate/operator.tsx';
import type { Client } from '../venue/client.ts';
import { SANDBOX_STATE } from './sandbox-state.ts';

const CLOCK_MS = 1_000;
const FAULTS_MS = 1_000;
const REPLAYS_MS = 1_000;
/** Each branch is a folder that has to be looked into. */
const BRANCHES_MS = 5_000;

const CLOCK = ['operate', 'sandbox', 'clock'] as const;
export const BRANCHES = ['operate', 'sandbox', 'branches'] as const;
const FORKS = ['operate', 'sandbox', 'forks'] as const;
const SCENARIO = ['operate', 'sandbox', 'scenario'] as const;
const REPLAYS = ['operate', 'sandbox', 'replays'] as const;
export const FAULTS = ['operate', 'sandbox', 'faults'] as const;

export const clockQuery = (client: Client) =>
  queryOptions({
    queryKey: CLOCK,
    queryFn: ({ signal }) => client.sandbox.clock({ signal }),
    staleTime: 0,
    refetchInterval: CLOCK_MS,
  });

/** `current`: the list is read again at once when another branch is traded on. */
export const branchesQuery = (client: Client, current: string) =>
  queryOptions({
    queryKey: [...BRANCHES, current],
    queryFn: ({ signal }) => client.sandbox.branches({ signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: BRANCHES_MS,
  });

export const forksQuery = (client: Client) =>
  queryOptions({
    queryKey: FORKS,
    queryFn: ({ signal }) => client.sandbox.forks({ signal }),
    staleTime: 0,
    refetchInterval: BRANCHES_MS,
  });

export const faultsQuery = (client: Client) =>
  queryOptions({
    queryKey: FAULTS,
    queryFn: ({ signal }) => client.sandbox.faults.list({ signal }),
    staleTime: 0,
    refetchInterval: FAULTS_MS,
  });

/** What is played; another branch may play another one. */
export const scenarioQuery = (client: Client, current: string) =>
  queryOptions({
    queryKey: [...SCENARIO, current],
    queryFn: ({ signal }) => client.sandbox.scenario({ signal }),
    placeholderData: keepPreviousData,
    // A branch plays the same as long as it is traded on.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const replaysQuery = (client: Client) =>
  queryOptions({
    queryKey: REPLAYS,
    queryFn: ({ signal }) => client.sandbox.replays({ signal }),
    staleTime: 0,
    refetchInterval: REPLAYS_MS,
  });

/** Of a replay that is done: what it came to does not change. */
export const certificateQuery = (client: Client, id: string) =>
  queryOptions({
    queryKey: [...REPLAYS, id],
    queryFn: ({ signal }) => client.sandbox.replayed(id, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Moves the clock; what it says then is shown at once, in the bar as well. */
export function useMove() {
  const { client } = useOperator();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: SandboxClockMove) => client.request('moveSandboxClock', { body }),
    onSuccess: async (clock: SandboxClock) => {
      await queries.cancelQueries({ queryKey: CLOCK });
      queries.setQueryData(clockQuery(client).queryKey, clock);
      await queries.invalidateQueries({ queryKey: SANDBOX_STATE });
    },
  });
}

/** Has everything of the sandbox read again: another branch may be traded on. */
export function useReread(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['operate', 'sandbox'] }),
      queries.invalidateQueries({ queryKey: SANDBOX_STATE }),
    ]);
  };
}
