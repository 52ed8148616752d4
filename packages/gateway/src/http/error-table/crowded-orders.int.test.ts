import { CROWDED_ORDER_CASES } from '../testing/error-cases/orders.ts';
import { runCases } from '../testing/error-cases/run-cases.ts';

await runCases('crowded orders', CROWDED_ORDER_CASES);
