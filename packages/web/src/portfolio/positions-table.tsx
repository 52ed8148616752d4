/** Open positions: cost, value and actions. */
import type { UserPosition } from '@bellwether/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Account, balancesQuery } from '../account/account-queries.ts';
import { isDust } from '../account/dust.ts';
import { fromMicros, toMicros } from '../format/decimal.ts';
import { formatCount, formatExactMoney, formatShares } from '../format/numbers.ts';
import { type PairAction, PairDialog } from '../pairs/pair-dialog.tsx';
import { PositionTable } from '../people/position-table.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Answer } from '../venue/answer.tsx';
import { positionsOfWallet } from './portfolio-queries.ts';

type Pairing = { readonly position: UserPosition; readonly action: PairAction };

export function PositionsTable({ account }: { readonly account: Account }) {
  const query = useQuery(positionsOfWallet(account));
  const [pairing, setPairing] = useState<Pairing | null>(null);
  return (
    <Answer to={query} failure='The positions could not be read' lines={5}>
      {(all) => {
        const positions = all.filter(({ size }) => !isDust(size));
        return (
          <>
            {positions.length === 0 ? (
              <EmptyState title='No positions yet'>
                <p className='small'>What you buy is listed here, with what it is worth as the price moves.</p>
                <Link to='/' className={buttonClass({ kind: 'primary' })}>
                  Find a market
                </Link>
              </EmptyState>
            ) : (
              <PositionTable
                positions={positions}
                actions={(position) => (
                  <Actions position={position} onPair={(action) => setPairing({ position, action })} />
                )}
              />
            )}
            <DustNote dust={all.filter(({ size }) => isDust(size))} />
            {pairing !== null && <Pair {...pairing} account={account} onClose={() => setPairing(null)} />}
          </>
        );
      }}
    </Answer>
  );
}

/** Note on the unlisted dust, so that the table adds up to the totals above. */
function DustNote({ dust }: { readonly dust: readonly UserPosition[] }) {
  if (dust.length === 0) return null;
  const value = dust.reduce((sum, { currentValue }) => sum + (toMicros(currentValue) ?? 0n), 0n);
  return (
    <p className='small faint portfolio__dust'>
      Not listed: {dust.length === 1 ? 'a remainder' : `${formatCount(dust.length)} remainders`} of less than{' '}
      {formatShares('0.01')} share, worth {formatExactMoney(fromMicros(value))} in all. The value above counts it.
    </p>
  );
}

function Actions({ position, onPair }: Readonly<{ position: UserPosition; onPair: (action: PairAction) => void }>) {
  const { title, slug, outcome, outcomeIndex, redeemable, mergeable } = position;
  if (redeemable) return <span className='badge badge--accent'>Payout on its way</span>;
  return (
    <span className='gap-1 holdings__actions'>
      <Link
        to='/market/$slug'
        params={{ slug }}
        search={{ side: 'sell', ...(outcomeIndex === 1 && { outcome: 1 as const }) }}
        className={buttonClass({ size: 'sm' })}
        aria-label={`Sell ${outcome} of ${title}`}
      >
        Sell
      </Link>
      <Button
        size='sm'
        kind='ghost'
        aria-label={`${mergeable ? 'Merge' : 'Split'} in ${title}`}
        onClick={() => onPair(mergeable ? 'merge' : 'split')}
      >
        {mergeable ? 'Merge' : 'Split'}
      </Button>
    </span>
  );
}

/** Opens the split or merge dialog. The position provides the labels, the balances the token ids. */
function Pair({
  position,
  action,
  account,
  onClose,
}: Pairing & { readonly account: Account; readonly onClose: () => void }) {
  const { data } = useQuery(balancesQuery(account));
  const held = data?.wallets.flatMap(({ positions }) => positions) ?? [];
  const tokenOf = (index: number): string =>
    held.find(({ conditionId, outcomeIndex }) => conditionId === position.conditionId && outcomeIndex === index)
      ?.tokenId ?? '';
  const [own, opposite] = [position.outcome, position.oppositeOutcome];
  return (
    <PairDialog
      account={account}
      conditionId={position.conditionId}
      question={position.title}
      labels={position.outcomeIndex === 0 ? [own, opposite] : [opposite, own]}
      tokenIds={[tokenOf(0), tokenOf(1)]}
      action={action}
      onClose={onClose}
    />
  );
}
