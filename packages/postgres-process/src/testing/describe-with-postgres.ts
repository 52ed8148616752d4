/** Tests that need PostgreSQL. */
import { describe } from 'vitest';
import { POSTGRES_MISSING, postgresBinaries } from '../binaries.ts';

/**
 * As `describe`. Where PostgreSQL is missing the tests are skipped and their name says why, except with `CI=true`: they
 * then run, and fail where they start it.
 */
export function describeWithPostgres(name: string, define: () => void): void {
  if (process.env['CI'] === 'true' || postgresBinaries() !== null) describe(name, define);
  else describe.skip(`${name} (skipped: ${POSTGRES_MISSING})`, define);
}
