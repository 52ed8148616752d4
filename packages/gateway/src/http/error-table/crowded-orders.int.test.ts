import { runCases } from '../testing/error-cases/run-cases.ts';

await runCases(true);
