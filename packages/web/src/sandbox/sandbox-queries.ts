/** The operator's queries of the sandbox. They are polled, because others may change it at any time. */
import type { SandboxClock, SandboxClockMove } from '@bellwether/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useOperator } from '../operate/operator.tsx';
import type { Client } from '../venue/client.ts';
import { SANDBOX_STATE } from './sandbox-state.ts';

const CLOCK_MS = 1_000;
const FAULTS_MS = 1_000;
const REPLAYS_MS = 1_000;
/** Longer, because each branch is a folder that has to be read. */
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

/** All branches. `current` is part of the key, so that switching the branch refetches the list. */
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

/** The scenario of the current branch; another branch may have another one. */
export const scenarioQuery = (client: Client, current: string) =>
  queryOptions({
    queryKey: [...SCENARIO, current],
    queryFn: ({ signal }) => client.sandbox.scenario({ signal }),
    placeholderData: keepPreviousData,
    // The scenario of a branch never changes while the branch is traded on.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const replaysQuery = (client: Client) =>
  queryOptions({
    queryKey: REPLAYS,
    queryFn: ({ signal }) => client.sandbox.replays({ signal }),
    staleTime: 0,
    refetchInterval: REPLAYS_MS,
  });

/** The certificate of a finished replay; it never changes. */
export const certificateQuery = (client: Client, id: string) =>
  queryOptions({
    queryKey: [...REPLAYS, id],
    queryFn: ({ signal }) => client.sandbox.replayed(id, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Moves the clock and shows the new time at once, also in the bar. */
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

/** Returns a function that refetches everything about the sandbox, because the current branch may have changed. */
export function useReread(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['operate', 'sandbox'] }),
      queries.invalidateQueries({ queryKey: SANDBOX_STATE }),
    ]);
  };
}
