/** The wallet's history, newest first: every row that changed its cash, with the cash afterwards. */
import type { UserActivity } from '@bellwether/sdk';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Account, isSame } from '../account/account-queries.ts';
import { useFunds } from '../account/funds.ts';
import { fromMicros, toMicros } from '../format/decimal.ts';
import { formatCents, formatCount, formatExactMoney, formatExactSignedMoney, formatShares } from '../format/numbers.ts';
import { WhyTrade } from '../orders/why-trade.tsx';
import { ClosedPositionTable } from '../people/position-table.tsx';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { TimeAgo } from '../ui/figures.tsx';
import { Icon } from '../ui/icon.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { Answer } from '../venue/answer.tsx';
import { type CashStatement, cashAfter, cashStatement, changeOf } from './cash-statement.ts';
import { closedOfWallet, historyOfAccount, ledgerOfWallet } from './portfolio-queries.ts';

export function HistoryTab({ account }: { readonly account: Account }) {
  const list = useInfiniteQuery(historyOfAccount(account));
  return (
    <Answer to={list} failure='The history could not be read' lines={6}>
      {({ pages }) => {
        // The signer's address returns rows of all the account's wallets; each wallet has its own history.
        const rows = pages.flat().filter(({ proxyWallet }) => isSame(proxyWallet, account.wallet));
        if (rows.length === 0)
          return (
            <EmptyState title='Nothing has happened yet'>
              <Link to='/' className={buttonClass({ kind: 'primary' })}>
                Find a market
              </Link>
            </EmptyState>
          );
        return (
          <>
            <History account={account} rows={rows} />
            <ShowMore of={list} text='Earlier' small />
          </>
        );
      }}
    </Answer>
  );
}

function History({ account, rows }: { readonly account: Account; readonly rows: readonly UserActivity[] }) {
  const funds = useFunds();
  const { data: ledger } = useQuery(ledgerOfWallet(account));
  const statement = useMemo(() => (ledger?.isWhole === true ? cashStatement(ledger.rows) : null), [ledger]);
  const cash = funds === null ? null : { free: toMicros(funds.free) ?? 0n, held: toMicros(funds.held) ?? 0n };
  // The cash after each row is only shown if the whole history is loaded and adds up to the balance.
  const isEven = statement !== null && cash !== null && statement.sum === cash.free + cash.held;
  const after = isEven ? cashAfter(rows, statement.sum) : [];
  return (
    <>
      {statement !== null && cash !== null && <StatementPanel statement={statement} cash={cash} />}
      <ul className='history lines' aria-label='History'>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a transaction may have several rows that look the same.
          <li key={`${row.transactionHash}${row.asset}${index}`} className='row row--apart gap-4 history__row'>
            <HistoryText account={account} row={row} />
            <HistoryMoney row={row} left={after[index] ?? null} />
          </li>
        ))}
      </ul>
    </>
  );
}

function HistoryText({ account, row }: { readonly account: Account; readonly row: UserActivity }) {
  const words = wordsOf(row);
  return (
    <div className='stack gap-0 history__text'>
      <div className='wrap flex center'>
        <p>
          {words}
          {row.fee !== '0' && <span className='small soft'> · fee {formatExactMoney(row.fee)}</span>}
        </p>
        {row.type === 'TRADE' && <WhyTrade account={account} row={row} words={words} />}
      </div>
      {row.slug !== '' && (
        <Link to='/market/$slug' params={{ slug: row.slug }} className='small soft plain truncate'>
          {row.title}
        </Link>
      )}
    </div>
  );
}

/** Shows the cash change of a row. `left` is the cash after the row, in millionths; null if it is unknown. */
function HistoryMoney({ row, left }: { readonly row: UserActivity; readonly left: bigint | null }) {
  return (
    <p className='stack gap-0 history__side numeric'>
      <strong>{formatExactSignedMoney(fromMicros(changeOf(row)))}</strong>
      <span className='small faint gap-3 flex history__after'>
        {left !== null && <span>cash {formatExactMoney(fromMicros(left))}</span>}
        <TimeAgo time={row.timestamp * 1_000} />
      </span>
    </p>
  );
}

type Worded = Pick<UserActivity, 'side' | 'outcome' | 'price' | 'size' | 'usdcSize'> & { readonly shares: string };

const WORDS: Readonly<Record<UserActivity['type'], (row: Worded) => string>> = {
  TRADE: ({ side, shares, outcome, price }) =>
    `${side === 'BUY' ? 'Bought' : 'Sold'} ${shares} ${outcome} at ${formatCents(price)}`,
  SPLIT: ({ size }) => `Split into ${formatShares(size, 6, 'pair')}`,
  MERGE: ({ size }) => `Merged ${formatShares(size, 6, 'pair')}`,
  REDEEM: ({ usdcSize, shares, outcome }) =>
    usdcSize === '0' ? `${shares} ${outcome} lost: no payout` : `Payout for ${shares} ${outcome}`,
  CONVERSION: ({ shares, outcome }) => `Converted ${shares} ${outcome}`,
  DEPOSIT: () => 'Play money deposited',
  WITHDRAWAL: () => 'Play money withdrawn',
  REFUND: () => 'Refund of what it cost: the question was voided',
  PAYOUT_ADDED: () => 'Payout added: the result was corrected',
  PAYOUT_RECLAIMED: () => 'Payout taken back: the result was corrected',
  DEBT: () => 'Lent by the house: your debt',
  DEBT_PAID: () => 'Debt paid off',
};

const wordsOf = (row: UserActivity): string => WORDS[row.type]({ ...row, shares: formatShares(row.size, 6) });

export function ClosedTab({ account }: { readonly account: Account }) {
  const query = useQuery(closedOfWallet(account));
  return (
    <Answer to={query} failure='The closed positions could not be read' lines={4}>
      {(positions) =>
        positions.length > 0 ? (
          <ClosedPositionTable positions={positions} />
        ) : (
          <EmptyState title='No closed positions'>
            <p className='small'>
              What you have sold, merged or been paid out for is listed here with what it won or lost.
            </p>
          </EmptyState>
        )
      }
    </Answer>
  );
}

interface StatementPanelProps {
  readonly statement: CashStatement;
  /** In millionths. */
  readonly cash: { readonly free: bigint; readonly held: bigint };
}

function StatementPanel({ statement, cash }: StatementPanelProps) {
  const { lines, count, sum } = statement;
  const isEven = sum === cash.free + cash.held;
  return (
    <section className='stack gap-2 pad rounded statement' aria-labelledby='statement-title'>
      <h3 id='statement-title'>Where your cash comes from</h3>
      <dl className='statement__lines numeric'>
        {lines.map(({ name, change }) => (
          <div key={name} className='row--apart gap-4 flex statement__line'>
            <dt className='soft'>{name}</dt>
            <dd>{formatExactSignedMoney(fromMicros(change))}</dd>
          </div>
        ))}
        <div className='row--apart gap-4 flex statement__line line-above strong statement__line--sum'>
          <dt className='soft'>Cash</dt>
          <dd>{formatExactMoney(fromMicros(sum))}</dd>
        </div>
      </dl>
      <p className='small soft' role='status'>
        {isEven ? (
          <>
            <Icon name='check' size={14} /> The {count === 1 ? 'line' : `${formatCount(count)} lines`} below add up to
            your balance
            {cash.held > 0n && `, ${formatExactMoney(fromMicros(cash.held))} of it held by open orders`}.
          </>
        ) : (
          <>Your balance is {formatExactMoney(fromMicros(cash.free + cash.held))}; the history is catching up.</>
        )}
      </p>
    </section>
  );
}
