import { afterAll, beforeAll } from 'vitest';
import { closeRelayVenue, RELAYER_CASES, startRelayVenue } from '../testing/error-cases/relayer.ts';
import { runCases } from '../testing/error-cases/run-cases.ts';

beforeAll(startRelayVenue);
afterAll(closeRelayVenue);
runCases('the relayer', RELAYER_CASES);
