/** All incidents, in the order in which they are played. */
import type { Incident } from '../incident.ts';
import { AWAY_INCIDENTS } from './away.ts';
import { OPERATOR_INCIDENTS } from './operator.ts';
import { ORDER_INCIDENTS } from './orders.ts';

export const INCIDENTS: readonly Incident[] = [...ORDER_INCIDENTS, ...AWAY_INCIDENTS, ...OPERATOR_INCIDENTS];
