import { KEY_CASES } from '../testing/error-cases/keys.ts';
import { runCases } from '../testing/error-cases/run-cases.ts';

runCases('keys', KEY_CASES);
