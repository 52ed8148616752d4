/** Portfolio page: the account's value, positions, open orders and history. */
import { Link } from '@tanstack/react-router';
import { useAccountControl } from '../account/account-context.tsx';
import type { Account } from '../account/account-queries.ts';
import { DebtNotice } from '../account/debt-notice.tsx';
import { useFunds } from '../account/funds.ts';
import { useOpenOrders } from '../account/own-orders.ts';
import { useStartingBalance } from '../account/starting-balance.ts';
import { toMicros } from '../format/decimal.ts';
import { formatCount, formatMoney } from '../format/numbers.ts';
import { ClosedTab, HistoryTab } from '../portfolio/history-tab.tsx';
import { OrdersTab } from '../portfolio/orders-tab.tsx';
import { PositionsTable } from '../portfolio/positions-table.tsx';
import { ValuePanel } from '../portfolio/value-panel.tsx';
import { usePageTitle } from '../shell/page-title.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';
import '../people/people.css';
import '../portfolio/portfolio.css';

export function PortfolioPage() {
  usePageTitle('Portfolio');
  const { state, start, signIn } = useAccountControl();
  const balance = useStartingBalance();
  if (state.kind === 'open') return <Portfolio account={state.account} />;
  return (
    <>
      <h1>Portfolio</h1>
      {state.kind === 'opening' ? (
        <SkeletonLines lines={6} />
      ) : state.kind === 'none' ? (
        <EmptyState title='Nothing here yet'>
          <p className='small'>Open an account, buy what you believe in, and follow it here.</p>
          <Button kind='primary' onClick={start}>
            {balance === null ? 'Create an account' : 'Start with play money'}
          </Button>
          <Link to='/account'>Other ways in</Link>
        </EmptyState>
      ) : (
        <EmptyState title='You are signed out'>
          {state.kind === 'failed' && (
            <p className='small' role='alert'>
              {state.reason}
            </p>
          )}
          <Button kind='primary' onClick={signIn}>
            Sign in
          </Button>
        </EmptyState>
      )}
    </>
  );
}

function Portfolio({ account }: { readonly account: Account }) {
  const orders = useOpenOrders();
  return (
    <div className='stack gap-5 portfolio'>
      <div className='row row--apart wrap portfolio__head'>
        <h1>Portfolio</h1>
        <p className='gap-4 flex'>
          <Link to='/leaderboard'>Leaderboard</Link>
          <Link to='/profile/$address' params={{ address: account.address }}>
            Public profile
          </Link>
        </p>
      </div>
      <DebtNotice />
      <ValuePanel account={account} />
      <section className='panel panel--tabs' aria-label='Holdings and history'>
        <Tabs
          label='Holdings and history'
          tabs={[
            { id: 'positions', title: 'Positions', content: <PositionsTable account={account} /> },
            {
              id: 'orders',
              title: orders.length === 0 ? 'Orders' : `Orders (${formatCount(orders.length)})`,
              content: <OrdersTab account={account} />,
            },
            { id: 'closed', title: 'Closed', content: <ClosedTab account={account} /> },
            { id: 'history', title: 'History', content: <HistoryTab account={account} /> },
          ]}
        />
      </section>
      <Elsewhere />
    </div>
  );
}

/** Note about money in other wallets, which these figures exclude. */
function Elsewhere() {
  const funds = useFunds();
  if (funds === null || toMicros(funds.elsewhere) === 0n) return null;
  return (
    <p className='small faint'>
      Not counted here: {formatMoney(funds.elsewhere)} in another wallet of your account.{' '}
      <Link to='/account'>Your wallets</Link>
    </p>
  );
}
