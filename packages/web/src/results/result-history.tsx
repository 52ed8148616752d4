/** How a market's result came about: each proposal, dispute, result and reversal with its grounds, oldest first. */
import type { ResultLine } from '@bellwether/contract';
import { useQuery } from '@tanstack/react-query';
import { useAccount } from '../account/account-context.tsx';
import { formatMoment } from '../format/time.ts';
import { KEYS } from '../venue/keys.ts';
import { labelsOf, type Market } from '../venue/market-model.ts';
import { reading } from '../venue/queries.ts';
import { actorWords, resultWords } from '../venue/result-words.ts';
import { useClient } from '../venue/venue-context.tsx';
import { Source } from './result-banner.tsx';

const WORDS: Readonly<Record<ResultLine['status'], string>> = {
  proposed: 'Proposed',
  disputed: 'Disputed',
  withdrawn: 'Withdrawn',
  resolved: 'Resolved',
  reversed: 'Reversed to',
};

export function ResultHistory({ market }: { readonly market: Market }) {
  const client = useClient();
  const own = useAccount()?.address ?? null;
  const { data: lines = [] } = useQuery(
    // Read again with each change of the market.
    reading([...KEYS.market(market.conditionId), 'result', market.status, market.proposal], async (call) => {
      return (await client.markets.get(market.conditionId, call)).result_lines;
    }),
  );
  if (lines.length === 0) return null;
  return (
    <section className='stack gap-2' aria-labelledby='result-history'>
      <h3 id='result-history'>How the result came about</h3>
      <ol className='stack gap-2'>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only appended.
          <li key={index} className='small break as-written'>
            <strong>
              {WORDS[line.status]} {isToOpen(line) ? 'open' : resultWords(line, labelsOf(market))}
            </strong>{' '}
            <span className='faint'>
              by {actorWords(line.by, own)}, {formatMoment(line.time)}
            </span>
            {line.note !== '' && <p>{line.note}</p>}
            {line.source !== '' && (
              <p>
                Source: <Source text={line.source} />
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

const isToOpen = ({ status, refund, payouts }: ResultLine): boolean =>
  status === 'reversed' && !refund && payouts.length === 0;
