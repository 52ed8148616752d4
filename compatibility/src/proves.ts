/**
 * The statements by which tests of a client declare what they prove. `docs/reference/compatibility.md` has a table made from
 * them.
 */
import type { Ability, ClientName } from './table/clients.ts';

/**
 * States in the body of a test which abilities of `client` it proves; none if the table has no column for the test.
 *
 * It does nothing at run time: `table/statements.ts` reads it from the source, so client and abilities are written as
 * string literals. The statement holds as long as the test passes.
 */
export function proves(_client: ClientName, ..._abilities: readonly Ability[]): void {}
