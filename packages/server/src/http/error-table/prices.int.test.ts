import { PRICE_CASES } from '../testing/error-cases/prices.ts';
import { runCases } from '../testing/error-cases/run-cases.ts';

runCases('prices', PRICE_CASES);
