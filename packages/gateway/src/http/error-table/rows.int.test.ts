/** The table of errors; only those that fill the venue run elsewhere. */
import { openRelayVenue } from '../testing/error-cases/relayer.ts';
import { runCases } from '../testing/error-cases/run-cases.ts';

await openRelayVenue();
await runCases(false);
