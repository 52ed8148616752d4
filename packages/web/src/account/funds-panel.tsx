/** The account's wallets with the free and the held balance of each. */
import { useQuery } from '@tanstack/react-query';
import { toMicros } from '../format/decimal.ts';
import { formatCount, formatMoney } from '../format/numbers.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/empty-state.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { errorText } from '../venue/error-text.ts';
import type { Account } from './account.ts';
import { useAccountControl } from './account-context.tsx';
import { balancesQuery, isSame } from './account-queries.ts';
import { CopyText } from './copy-text.tsx';
import { isDust } from './dust.ts';
import { shownWallets } from './shown-wallets.ts';

export interface FundsPanelProps {
  readonly account: Account;
  /** True to show every wallet of the account; false for only the ones in use. */
  readonly isAll: boolean;
}

export function FundsPanel({ account, isAll }: FundsPanelProps) {
  const { tradeFrom } = useAccountControl();
  const { data, error, refetch } = useQuery(balancesQuery(account));
  const wallets = data === undefined ? [] : shownWallets(data.wallets, account, isAll);
  const isEmpty =
    data !== undefined &&
    wallets.every(
      ({ free, held, positions }) => toMicros(free) === 0n && toMicros(held) === 0n && positions.length === 0,
    );
  return (
    <section className='panel' aria-labelledby='funds-title'>
      <div className='panel__head'>
        <h2 id='funds-title'>Play money</h2>
      </div>
      <div className='panel__body stack'>
        {data === undefined ? (
          error === null ? (
            <SkeletonLines />
          ) : (
            <ErrorState title='The balances could not be read' text={errorText(error)} onRetry={() => void refetch()} />
          )
        ) : (
          <ul className='wallets'>
            {wallets.map(({ address, free, held, positions: all }) => {
              const positions = all.filter((one) => !isDust(one.free) || toMicros(one.held) !== 0n);
              const isOwn = isSame(address, account.address);
              const isChosen = isSame(address, account.wallet);
              return (
                <li key={address} className='wallets__row'>
                  <div className='wallets__name'>
                    <h3>
                      {isOwn ? 'Your wallet' : 'Deposit wallet'}{' '}
                      {isChosen && <span className='badge badge--accent'>Trades from here</span>}
                    </h3>
                    <CopyText text={address} what={isOwn ? 'wallet address' : 'deposit wallet address'} />
                  </div>
                  <p className='wallets__money numeric'>
                    <strong>{formatMoney(free)}</strong>
                    <span className='small soft'>
                      {formatMoney(held)} in open orders · {formatCount(positions.length)}{' '}
                      {positions.length === 1 ? 'position' : 'positions'}
                    </span>
                  </p>
                  {!isChosen && (
                    <Button size='sm' onClick={() => tradeFrom(isOwn ? null : address)}>
                      Trade from here
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
        )}
        {isEmpty && (
          <p className='notice notice--warn'>
            There is no play money here yet. This venue gives none by itself: ask its operator to deposit some to the
            address above.
          </p>
        )}
        {wallets.length > 1 && (
          <p className='small soft'>
            Each wallet has its own money and positions. The deposit wallet is for programs that trade through one; your
            own is all you need here.
          </p>
        )}
      </div>
    </section>
  );
}
