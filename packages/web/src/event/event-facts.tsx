/** The rules of an event and its key dates. */
import type { Event } from '@bellwether/contract';
import { Clarifications } from '../asking/clarifications.tsx';
import { useNow } from '../clock/clock-context.tsx';
import { formatCompactMoney } from '../format/numbers.ts';
import { endOf, formatMoment, parseTime } from '../format/time.ts';
import { Source } from '../results/result-banner.tsx';
import { classNames } from '../ui/class-names.ts';
import { Panel } from '../ui/panel.tsx';
import { useTradingEnd } from '../venue/trading-end.ts';
import { endOfTrading, endWord } from './ends.ts';

export function EventFacts({ event }: { readonly event: Event }) {
  return (
    <>
      <Panel title='Rules'>
        <div className='panel__body'>
          <Rules text={event.description} source={event.resolutionSource} notes={event.clarifications} />
        </div>
      </Panel>
      <Timeline event={event} />
    </>
  );
}

interface RulesProps {
  readonly text: string;
  readonly source: string;
  /** Clarifications of the event. */
  readonly notes?: Event['clarifications'];
}

/** The rules of an event or market and its resolution source. Text is shown verbatim. */
export function Rules({ text, source, notes = [] }: RulesProps) {
  return (
    <div className='stack gap-3'>
      {text === '' ? <p className='faint'>No rules were given.</p> : <p className='soft as-written'>{text}</p>}
      {source !== '' && (
        <p className='small'>
          <span className='faint'>Resolution source: </span>
          <Source text={source} />
        </p>
      )}
      <Clarifications of={notes} />
    </div>
  );
}

type Step = { readonly title: string; readonly iso: string };

function Timeline({ event }: { readonly event: Event }) {
  const now = useNow(60_000);
  const isOver = event.closed && event.markets.every(({ closed }) => closed);
  const closeTime = endOfTrading(event.markets);
  const { hasEnded } = useTradingEnd(closeTime);
  const steps: readonly Step[] = [
    { title: 'Opened', iso: event.startDate || event.createdAt },
    { title: hasEnded ? 'Trading ended' : 'Trading ends', iso: closeTime },
    { title: endWord(event.endDate, event.closed, now), iso: endOf(event.endDate) },
  ].filter(({ iso }) => iso !== '');
  return (
    <Panel title='Timeline'>
      <ol className='stack gap-0 panel__body'>
        {steps.map(({ title, iso }) => (
          <li
            key={title}
            className={classNames('timeline__step', (parseTime(iso) ?? 0) <= now && 'timeline__step--past')}
          >
            <p className='bold'>{title}</p>
            <time className='small faint numeric' dateTime={iso}>
              {formatMoment(iso)}
            </time>
          </li>
        ))}
        <li className={classNames('timeline__step', isOver && 'timeline__step--past')}>
          <p className='bold'>{isOver ? 'Resolved' : 'Resolution'}</p>
          <p className='small faint'>
            {isOver
              ? 'The result is in.'
              : `After the result is known, winning shares pay ${formatCompactMoney('1')} each.`}
          </p>
        </li>
      </ol>
    </Panel>
  );
}
