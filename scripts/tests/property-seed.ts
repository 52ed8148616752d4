/**
 * Property tests use one fixed seed, so that runs of the same commit are alike on all machines. `PROPERTY_SEED` sets
 * another seed; `random` draws one, to look for cases that the fixed seed never meets. A failure prints its seed.
 */
import { runs } from '@bellwether/engine/testing';
import fc from 'fast-check';

const asked = process.env['PROPERTY_SEED'] ?? '20261122';
const seed = Number(asked);
if (asked !== 'random' && !Number.isInteger(seed)) {
  throw new Error(`PROPERTY_SEED is "${asked}"; it must be an integer, or "random".`);
}
fc.configureGlobal({ ...(asked !== 'random' && { seed }), numRuns: runs(100) });
