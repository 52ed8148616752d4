/** By which a test of a client states what it proves: `docs/COMPATIBILITY.md` has a table made of these statements. */
import type { Ability, ClientName } from './table/clients.ts';

/**
 * States in the body of a test which abilities of `client` it proves; none, where the table has no column for it.
 *
 * It does nothing when it runs: `table/statements.ts` reads it from the source, so client and abilities are written out as
 * strings. The statement holds as long as the test passes.
 */
export function proves(_client: ClientName, ..._abilities: readonly Ability[]): void {}
