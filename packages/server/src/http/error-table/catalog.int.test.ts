import { CATALOG_CASES } from '../testing/error-cases/catalog.ts';
import { runCases } from '../testing/error-cases/run-cases.ts';

runCases('catalog', CATALOG_CASES);
