/** Explanations of an account's own orders. */
import { OrderExplanation } from '../schemas/explanation.ts';
import { OrderParams } from '../schemas/order.ts';
import type { Route } from './route.ts';

export const EXPLAIN_ROUTES = {
  explainOrder: {
    method: 'GET',
    path: '/explain/order/:id',
    summary: 'Why your own order was filled, rests or was refused: each step with its figures',
    auth: 'l2',
    errorShape: 'plain',
    params: OrderParams,
    response: { 200: OrderExplanation },
    errors: ['invalid_order_id', 'order_not_found'],
    caps: ['trading', 'work'],
    cost: { base: 10 },
  },
} as const satisfies Record<string, Route>;
