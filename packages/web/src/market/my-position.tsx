/** The user's position in this market: average, value and profit, live; after resolution, the payout. */
import type { UserActivity, UserPosition } from '@bellwether/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAccount } from '../account/account-context.tsx';
import type { Account } from '../account/account-queries.ts';
import { isDust } from '../account/dust.ts';
import { fromMicros } from '../format/decimal.ts';
import { formatCents, formatExactMoney, formatShares, shownProfit } from '../format/numbers.ts';
import { useLivePrice } from '../live/live-context.tsx';
import { worthAt } from '../portfolio/market-holdings.ts';
import { payoutWords } from '../portfolio/payout-words.ts';
import { payoutsInMarket, positionsInMarket } from '../portfolio/portfolio-queries.ts';
import { Gain, Money, NoPrice } from '../ui/figures.tsx';
import { OutcomeBadge } from '../ui/outcome-badge.tsx';
import { Panel } from '../ui/panel.tsx';
import type { Market } from '../venue/market-model.ts';

interface MyPositionProps {
  readonly market: Market;
  /** Parts below the position, which come with it: it would move them. */
  readonly children: ReactNode;
}

export function MyPosition(props: MyPositionProps) {
  const account = useAccount();
  return account === null ? null : <OwnPosition account={account} {...props} />;
}

function OwnPosition({ account, market, children }: MyPositionProps & { readonly account: Account }) {
  const { data, isPending } = useQuery(positionsInMarket(account, market.conditionId));
  const isOver = market.status === 'resolving' || market.status === 'resolved';
  const { data: paid = [] } = useQuery({ ...payoutsInMarket(account, market.conditionId), enabled: isOver });
  const positions = (data ?? []).filter(({ size }) => !isDust(size));
  const payouts = paid.filter(({ size }) => !isDust(size));
  if (isPending) return null;
  return (
    <>
      {positions.length + payouts.length > 0 && (
        <Panel title='Your position' className='my-position' padded>
          {positions.map((position) =>
            position.redeemable ? (
              <p key={position.asset}>
                Your payout for {formatShares(position.size)} {position.outcome} is on its way.
              </p>
            ) : (
              <Held key={position.asset} position={position} market={market} />
            ),
          )}
          {payouts.map((payout) => (
            <Paid key={`${payout.transactionHash} ${payout.type} ${payout.asset}`} payout={payout} />
          ))}
        </Panel>
      )}
      {children}
    </>
  );
}

function Held({ position, market }: { readonly position: UserPosition; readonly market: Market }) {
  const { outcomeIndex, outcome, size, avgPrice, curPrice, priceKnown } = position;
  const tokenId = market.outcomes[outcomeIndex === 0 ? 0 : 1].tokenId;
  const price = useLivePrice(tokenId, priceKnown ? String(curPrice) : null, market.hasEnded);
  const { value, profit } = worthAt(position, price);
  return (
    <div className='stack gap-2'>
      <p className='numeric'>
        <OutcomeBadge index={outcomeIndex}>{outcome}</OutcomeBadge> <strong>{formatShares(size, 2, 'share')}</strong>
      </p>
      <dl className='grid gap-3 my-position__figures numeric'>
        <div>
          <dt className='small soft'>Average</dt>
          <dd className='bold'>{formatCents(avgPrice)}</dd>
        </div>
        <div>
          <dt className='small soft'>{price === null ? 'Value, at cost' : 'Value'}</dt>
          <dd className='bold'>
            <Money amount={fromMicros(value)} />
          </dd>
        </div>
        <div>
          <dt className='small soft'>Profit</dt>
          <dd className='bold'>
            {price === null ? (
              <NoPrice />
            ) : (
              <Gain amount={fromMicros(profit)} shown={shownProfit(fromMicros(value), fromMicros(profit))} />
            )}
          </dd>
        </div>
      </dl>
    </div>
  );
}

function Paid({ payout }: { readonly payout: UserActivity }) {
  const { type, size, outcome, usdcSize } = payout;
  if (type !== 'REDEEM') return <p className='numeric'>{payoutWords(payout)}.</p>;
  return (
    <p className='numeric' role='status'>
      {usdcSize === '0' ? (
        <>
          Your {formatShares(size)} {outcome} lost: nothing was paid for them.
        </>
      ) : (
        <>
          You received <strong>{formatExactMoney(usdcSize)}</strong> for {formatShares(size)} {outcome}.
        </>
      )}
    </p>
  );
}
