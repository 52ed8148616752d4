/**
 * Tells holders that a market was resolved and what it paid. While the page is open this is a toast. Payouts since the
 * last visit are shown as a notice that stays until it is dismissed.
 */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Account } from '../account/account-queries.ts';
import { useClock } from '../clock/clock-context.tsx';
import { fromMicros, toMicros } from '../format/decimal.ts';
import { formatCount, formatExactMoney, formatShares } from '../format/numbers.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';
import { payoutsOfWallet } from './portfolio-queries.ts';
import { type Payout, readTold, toldOf, untold, writeTold } from './told-payouts.ts';
import './payout-news.css';

const LISTED_MAX = 5;

/** Notices and toasts for one wallet. Each wallet has its own notice. */
export function PayoutNews({ account }: { readonly account: Account }) {
  const clock = useClock();
  const { data: payouts } = useQuery(payoutsOfWallet(account));
  const [away, setAway] = useState<readonly Payout[]>([]);
  const isFirst = useRef(true);
  const toasted = useRef(new Set<string>());
  useEffect(() => {
    if (payouts === undefined) return;
    const told = readTold(localStorage, account.wallet);
    const news = told === null ? [] : untold(payouts, told);
    if (isFirst.current && news.length > 0) setAway(news);
    else {
      // Payouts in a visible notice are recorded as seen when it is dismissed. Until then every visit shows it again.
      if (away.length === 0) writeTold(localStorage, account.wallet, toldOf(payouts, Math.floor(clock.now() / 1_000)));
      const known = new Set([...away.map(keyOf), ...toasted.current]);
      for (const payout of news.filter((one) => !known.has(keyOf(one)))) {
        toasted.current.add(keyOf(payout));
        tell(payout);
      }
    }
    isFirst.current = false;
  }, [payouts, account.wallet, clock, away]);
  if (away.length === 0) return null;
  const dismiss = (): void => {
    writeTold(localStorage, account.wallet, toldOf(payouts ?? away, Math.floor(clock.now() / 1_000)));
    setAway([]);
  };
  return <AwayNotice payouts={away} onDismiss={dismiss} />;
}

const keyOf = ({ transactionHash, asset }: Payout): string => `${transactionHash} ${asset}`;

function tell(payout: Payout): void {
  showToast({ tone: payout.usdcSize !== '0' ? 'good' : 'plain', title: wordsOf(payout), text: payout.title });
}

function wordsOf({ size, outcome, usdcSize }: Payout): string {
  return usdcSize !== '0'
    ? `You received ${formatExactMoney(usdcSize)} for ${formatShares(size)} ${outcome}`
    : `Your ${formatShares(size)} ${outcome} lost and paid nothing`;
}

function AwayNotice({ payouts, onDismiss }: { readonly payouts: readonly Payout[]; readonly onDismiss: () => void }) {
  const sum = payouts.reduce((total, { usdcSize }) => total + (toMicros(usdcSize) ?? 0n), 0n);
  const more = payouts.length - LISTED_MAX;
  return (
    <section className='row--apart top gap-4 pad flex rounded payout-news' aria-label='While you were away'>
      <div className='stack gap-1'>
        <p>
          <strong>While you were away</strong>
          {payouts.length > 1 && <> you received {formatExactMoney(fromMicros(sum))} in all</>}
        </p>
        <ul>
          {payouts.slice(0, LISTED_MAX).map((payout) => (
            <li key={keyOf(payout)} className='small'>
              <Link to='/market/$slug' params={{ slug: payout.slug }}>
                {payout.title}
              </Link>{' '}
              {wordsOf(payout)}.
            </li>
          ))}
        </ul>
        {more > 0 && <p className='small'>And {formatCount(more)} more, in your history.</p>}
      </div>
      <Button size='sm' onClick={onDismiss}>
        Got it
      </Button>
    </section>
  );
}
