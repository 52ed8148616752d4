import { COMMENT_CASES } from '../testing/error-cases/catalog.ts';
import { runCases } from '../testing/error-cases/run-cases.ts';

runCases('comments', COMMENT_CASES);
