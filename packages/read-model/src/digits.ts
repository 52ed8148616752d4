import { type AliasedRawBuilder, sql } from 'kysely';

/** Columns of sums in micros as decimal digits, because a number cannot hold them exactly. `of`: table, with its dot. */
export const digits = <Name extends string>(names: readonly Name[], of = '') =>
  names.map((name) => sql<string>`cast(${sql.ref(`${of}${name}_micros`)} as text)`.as(name)) as {
    [Each in Name]: AliasedRawBuilder<string, Each>;
  }[Name][];
