import { LEDGER_CASES } from '../testing/error-cases/ledger.ts';
import { runCases } from '../testing/error-cases/run-cases.ts';

runCases('ledger', LEDGER_CASES);
