/** Words for hooks. */
import type { HookAnswer } from '@bellwether/contract';
import type { useOperator } from '../operator.tsx';

export type Hook = HookAnswer;
export type OperatorClient = ReturnType<typeof useOperator>['client'];

export const HOOKS = ['operate', 'hooks'] as const;
export const DIGESTS = [...HOOKS, 'digests'] as const;

export const KINDS: Readonly<Record<Hook['kinds'][number], string>> = {
  'question.opened': 'New questions',
  'question.moved': 'Moves of ten points in a day',
  'question.closing': 'Closing within a day',
  'result.proposed': 'Proposed results',
  'result.decided': 'Results',
  'result.reversed': 'Corrected results',
  clarification: 'Clarifications',
};

export const TEMPLATES: Readonly<Record<Hook['template'], string>> = {
  standard: 'Standard Webhooks',
  slack: 'Slack',
  discord: 'Discord',
  teams: 'Microsoft Teams',
  mattermost: 'Mattermost',
};
