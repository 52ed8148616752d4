/**
 * Property tests draw from one fixed seed, so that a run of one commit is the run of another machine. `PROPERTY_SEED` takes
 * another one, and `random` draws it: such a run looks for cases that the fixed seed never meets. A failure prints its seed.
 */
import { runs } from '@bellwether/engine/testing';
import fc from 'fast-check';

const asked = process.env['PROPERTY_SEED'] ?? '20261122';
const seed = Number(asked);
if (asked !== 'random' && !Number.isInteger(seed)) {
  throw new Error(`PROPERTY_SEED is "${asked}"; it must be an integer, or "random".`);
}
fc.configureGlobal({ ...(asked !== 'random' && { seed }), numRuns: runs(100) });
