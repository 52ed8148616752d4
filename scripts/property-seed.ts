/**
 * Property tests draw from one fixed seed, so that a run of one commit is the run of another machine. `PROPERTY_SEED` takes
 * another one, and `random` draws it: a run of those looks for what the fixed seed never meets. A failure prints its seed.
 */
import fc from 'fast-check';

const asked = process.env['PROPERTY_SEED'] ?? '20261122';
const seed = Number(asked);
if (asked !== 'random' && !Number.isInteger(seed)) {
  throw new Error(`PROPERTY_SEED is "${asked}"; it must be an integer, or "random".`);
}
if (asked !== 'random') {
  fc.configureGlobal({ seed });
}
