/** Which requests count in their caps for the whole venue, and what the node that leads is asked for one. */
import { ROUTES_BY_NAME, type Route } from '@bellwether/contract';
import type { Client } from '../../limits/client.ts';
import { type Plan, URGENT } from '../../limits/rows.ts';
import type { CapsQuestion } from '../../ports/leader-questions.ts';

/** It may change what the venue has, which a read that is sent as a POST does not. */
export function hasEffect({ method, auth, path }: Route): boolean {
  return method !== 'GET' && (auth !== 'none' || path === ROUTES_BY_NAME.relaySubmit.path);
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
