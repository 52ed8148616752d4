/**
 * Tells holders that a market was resolved and what it paid. While the page is open this is a toast. Payouts since the
 * last visit are shown as a notice that stays until it is dismissed.
 */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Account } from '../account/account-queries.ts';
import { useClock } from '../clock/clock-context.tsx';
import { fromMicros, toMicros } from '../format/decimal.ts';
import { formatCount, formatExactMoney } from '../format/numbers.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';
import type { Client } from '../venue/client.ts';
import { marketQuery } from '../venue/queries.ts';
import { useClient } from '../venue/venue-context.tsx';
import { isCorrection, payoutWords } from './payout-words.ts';
import { payoutsOfWallet } from './portfolio-queries.ts';
import { type Payout, readTold, toldOf, untold, writeTold } from './told-payouts.ts';
import './payout-news.css';

const LISTED_MAX = 5;

/** Notices and toasts for one wallet. Each wallet has its own notice. */
export function PayoutNews({ account }: { readonly account: Account }) {
  const clock = useClock();
  const queries = useQueryClient();
  const { data: payouts } = useQuery(payoutsOfWallet(account));
  const [away, setAway] = useState<readonly Payout[]>([]);
  const isFirst = useRef(true);
  // A late answer may not know what came since, so nothing is told by the time at which it came.
  const [begun] = useState(() => ({ hash: '', time: Math.floor(clock.now() / 1_000) }));
  const toasted = useRef(new Set<string>());
  useEffect(() => {
    // The record of a wallet that is new on this device begins with the visit.
    const told = readTold(localStorage, account.wallet) ?? begun;
    if (payouts === undefined) return writeTold(localStorage, account.wallet, told);
    const news = untold(payouts, told);
    const missed = isFirst.current ? news.filter(({ timestamp }) => timestamp < begun.time) : [];
    if (missed.length > 0) setAway(missed);
    else {
      // Payouts in a visible notice are recorded as seen when it is dismissed. Until then every visit shows it again.
      if (away.length === 0) writeTold(localStorage, account.wallet, toldOf(payouts, told));
      const known = new Set([...away.map(keyOf), ...toasted.current]);
      for (const payout of news.filter((one) => !known.has(keyOf(one)))) {
        toasted.current.add(keyOf(payout));
        void tell(payout, account.client, queries);
      }
    }
    isFirst.current = false;
  }, [payouts, account, queries, begun, away]);
  if (away.length === 0) return null;
  const dismiss = (): void => {
    writeTold(localStorage, account.wallet, toldOf(payouts ?? away, begun));
    setAway([]);
  };
  return <AwayNotice payouts={away} onDismiss={dismiss} />;
}

const keyOf = ({ type, transactionHash, asset }: Payout): string => `${type} ${transactionHash} ${asset}`;
/** True if the row took money away. */
const isLoss = ({ type }: Payout): boolean => type === 'PAYOUT_RECLAIMED' || type === 'DEBT';

async function tell(payout: Payout, client: Client, queries: QueryClient): Promise<void> {
  const market = isCorrection(payout) ? queries.fetchQuery(marketQuery(client, payout.slug)) : null;
  const note = (await market?.catch(() => null))?.reversal?.note;
  const tone = isLoss(payout) ? 'bad' : payout.usdcSize === '0' ? 'plain' : 'good';
  const text = note === undefined ? payout.title : `${payout.title} ${note}`;
  showToast({ tone, title: payoutWords(payout), text });
}

function AwayNotice({ payouts, onDismiss }: { readonly payouts: readonly Payout[]; readonly onDismiss: () => void }) {
  const sum = payouts.reduce((total, { usdcSize }) => total + (toMicros(usdcSize) ?? 0n), 0n);
  const more = payouts.length - LISTED_MAX;
  return (
    <section className='row--apart top gap-4 pad flex rounded payout-news' aria-label='While you were away'>
      <div className='stack gap-1'>
        <p>
          <strong>While you were away</strong>
          {payouts.length > 1 && !payouts.some(isLoss) && <> you received {formatExactMoney(fromMicros(sum))} in all</>}
        </p>
        <ul>
          {payouts.slice(0, LISTED_MAX).map((payout) => (
            <li key={keyOf(payout)} className='small'>
              <Link to='/market/$slug' params={{ slug: payout.slug }}>
                {payout.title}
              </Link>{' '}
              {payoutWords(payout)}.
              {isCorrection(payout) && (
                <>
                  {' '}
                  <ReversalNote slug={payout.slug} />
                </>
              )}
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

/** The operator's note on the market's last reversal. */
function ReversalNote({ slug }: { readonly slug: string }) {
  const { data } = useQuery(marketQuery(useClient(), slug));
  return data?.reversal === undefined ? null : <em>{data.reversal.note}</em>;
}
