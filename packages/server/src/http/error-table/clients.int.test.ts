import { CLIENT_CASES } from '../testing/error-cases/clients.ts';
import { runCases } from '../testing/error-cases/run-cases.ts';

runCases('clients', CLIENT_CASES);
