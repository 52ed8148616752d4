/** Which requests count in their caps for the whole venue, and what the node that leads is asked for one. */
import type { Route } from '@bellwether/contract';
import type { Client } from '../../limits/client.ts';
import { type Plan, URGENT } from '../../limits/rows.ts';
import type { CapsQuestion } from '../../ports/leader-questions.ts';

/**
 * With its key proven it may change what the venue has. Routes that a wallet's signature proves are counted at the leader by
 * their handlers, which look at that signature: see `refuseProven`.
 */
export function hasEffect({ method, auth }: Route): boolean {
  return method !== 'GET' && auth === 'l2';
}

/** `plan`: null where nothing is counted, and the budget alone is asked for. */
export function capsQuestion(
  clients: readonly Client[],
  plan: Plan | null,
  weight: number,
  { isBudgeted, mayWait }: Pick<CapsQuestion, 'isBudgeted' | 'mayWait'>,
): CapsQuestion {
  return {
    kind: 'caps',
    clients: clients.map(({ names }) => names),
    rows: plan?.rows.map(({ name }) => name) ?? [],
    isUrgent: plan?.lane === URGENT,
    weight,
    isBudgeted,
    mayWait,
  };
}
