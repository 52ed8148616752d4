import { ORDER_CASES } from '../testing/error-cases/orders.ts';
import { runCases } from '../testing/error-cases/run-cases.ts';

runCases('orders', ORDER_CASES);
