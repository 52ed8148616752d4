/** The account's wallets with the free and the held balance of each. */
import type { Account as VenueAccount } from '@bellwether/sdk';
import { useQuery } from '@tanstack/react-query';
import { toMicros } from '../format/decimal.ts';
import { formatCount, formatMoney } from '../format/numbers.ts';
import { Button } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { Answer } from '../venue/answer.tsx';
import { useAccountControl } from './account-context.tsx';
import { type Account, balancesQuery, isSame } from './account-queries.ts';
import { CopyText } from './copy-text.tsx';
import { DebtNotice } from './debt-notice.tsx';
import { isDust } from './dust.ts';
import { shownWallets } from './shown-wallets.ts';

interface FundsPanelProps {
  readonly account: Account;
  /** True to show every wallet of the account; false for only the ones in use. */
  readonly isAll: boolean;
}

export function FundsPanel({ account, isAll }: FundsPanelProps) {
  const query = useQuery(balancesQuery(account));
  return (
    <Panel title='Play money' padded>
      <Answer to={query} failure='The balances could not be read' lines={2}>
        {(data) => <Wallets account={account} wallets={shownWallets(data.wallets, account, isAll)} />}
      </Answer>
    </Panel>
  );
}

function Wallets({ account, wallets }: Readonly<{ account: Account; wallets: Readonly<VenueAccount['wallets']> }>) {
  const { tradeFrom } = useAccountControl();
  const isEmpty = wallets.every(
    ({ free, held, positions }) => toMicros(free) === 0n && toMicros(held) === 0n && positions.length === 0,
  );
  return (
    <>
      <DebtNotice />
      <ul className='stack wallets'>
        {wallets.map(({ address, free, held, positions: all }) => {
          const positions = all.filter((one) => !isDust(one.free) || toMicros(one.held) !== 0n);
          const isOwn = isSame(address, account.address);
          const isChosen = isSame(address, account.wallet);
          return (
            <li key={address} className='row wrap wallets__row'>
              <div className='wallets__name'>
                <h3>
                  {isOwn ? 'Your wallet' : 'Deposit wallet'}{' '}
                  {isChosen && <span className='badge badge--accent'>Trades from here</span>}
                </h3>
                <CopyText text={address} what={isOwn ? 'wallet address' : 'deposit wallet address'} />
              </div>
              <p className='stack gap-0 wallets__money numeric'>
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
      {isEmpty && (
        <p className='small pad rounded notice notice--warn'>
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
    </>
  );
}
