/** Marks tests that need PostgreSQL. */
import { describe } from 'vitest';
import { POSTGRES_MISSING, postgresBinaries } from '../binaries.ts';

/**
 * Like `describe`. Without PostgreSQL the tests are skipped and their name says why. With `CI=true` they run anyway and
 * fail where they start it.
 */
export function describeWithPostgres(name: string, define: () => void): void {
  if (process.env['CI'] === 'true' || postgresBinaries() !== null) describe(name, define);
  else describe.skip(`${name} (skipped: ${POSTGRES_MISSING})`, define);
}
