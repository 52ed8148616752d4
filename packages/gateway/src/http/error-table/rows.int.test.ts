/** Every row of the table of errors, area by area; only those that fill the venue run elsewhere. */
import { describe } from 'vitest';
import { CASES_BY_AREA } from '../testing/error-cases/all-cases.ts';
import { openRelayVenue } from '../testing/error-cases/relayer.ts';
import { runCases } from '../testing/error-cases/run-cases.ts';

await openRelayVenue();
describe.each(Object.entries(CASES_BY_AREA))('%s', runCases);
