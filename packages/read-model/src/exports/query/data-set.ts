/** A data set for export: columns with their meaning and their SQL, and the query of its rows in a fixed order. */

/**
 * Kinds of cells as queries return them: `amount` in millionths, as a number or digits; `time` in Unix milliseconds;
 * `flag` 0 or 1. Null stands for nothing in any of them.
 */
export type CellKind = 'text' | 'integer' | 'amount' | 'time' | 'flag';
export type Cell = string | number | null;

export interface ExportColumn {
  readonly name: string;
  readonly kind: CellKind;
  /** Meaning, with the unit; empty if the name says it. */
  readonly does: string;
}

interface StoredColumn extends ExportColumn {
  readonly sql: string;
}

export interface DataSet {
  readonly columns: readonly StoredColumn[];
  /** The table of the rows, and others joined to each of them. */
  readonly from: string;
  /** The table's key, so that the rows need no sorting. */
  readonly orderBy: string;
  /** Time of a row in Unix milliseconds, by which a range selects. */
  readonly time: string;
  /** Condition for the rows of one account, whose address is `?`; null if rows belong to no account. */
  readonly owned: string | null;
}

interface ExportRange {
  /** Unix milliseconds; null: no bound. */
  readonly fromMs: number | null;
  /** Exclusive; null: no bound. */
  readonly toMs: number | null;
  /** Lower-case address; null: rows of every account. */
  readonly account: string | null;
}

export const column = (name: string, kind: CellKind, sql: string, does = ''): StoredColumn => ({
  name,
  kind,
  sql,
  does,
});

/** The statement for the rows of a range, and its parameters. */
export function queryOf(set: DataSet, { fromMs, toMs, account }: ExportRange): { sql: string; parameters: Cell[] } {
  const conditions: (readonly [string, Cell])[] = [];
  if (fromMs !== null) conditions.push([`${set.time} >= ?`, fromMs]);
  if (toMs !== null) conditions.push([`${set.time} < ?`, toMs]);
  if (account !== null) conditions.push([set.owned ?? '? IS NULL', account]);
  const columns = set.columns.map(({ name, sql }) => `${sql} AS ${name}`).join(', ');
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.map(([sql]) => sql).join(' AND ')}`;
  return {
    sql: `SELECT ${columns} FROM ${set.from}${where} ORDER BY ${set.orderBy}`,
    parameters: conditions.map(([, parameter]) => parameter),
  };
}

const ACCOUNT = '(SELECT id FROM accounts WHERE address = ?)';

/** Condition that a column names the account. */
export const ownedBy = (sql: string): string => `${sql} = ${ACCOUNT}`;
/** Condition that a column names a wallet of the account. The sign keeps the scan in the order of the key. */
export const ownedByWallet = (sql: string): string => `+${sql} IN (SELECT id FROM wallets WHERE account = ${ACCOUNT})`;

/** The market of a row, and its event. */
export const MARKET = 'LEFT JOIN markets m ON m.market = r.market LEFT JOIN events e ON e.id = m.event';
export const MARKET_COLUMNS = [
  column('event', 'text', 'e.slug', "slug of the market's event"),
  column('condition_id', 'text', 'm.condition_id', 'the market'),
  column('question', 'text', 'm.question'),
];
export const OUTCOME = column(
  'outcome',
  'text',
  'CASE r.outcome WHEN 0 THEN m.outcome_0 ELSE m.outcome_1 END',
  'the outcome traded or held',
);

/** The wallet of a row, and its account. */
export const WALLET = 'LEFT JOIN wallets w ON w.id = r.wallet LEFT JOIN accounts a ON a.id = w.account';
export const WALLET_COLUMNS = [
  column('account', 'text', 'a.address', 'address of the account'),
  column('wallet', 'text', 'w.address', 'address that holds the money'),
];
