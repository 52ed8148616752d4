/** How good the forecasts of a decided event were: scores, prices before the end, and the best forecasters. */
import type { BestForecaster, QuestionScore } from '@bellwether/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatPart, formatPercent, NO_FIGURE } from '../format/numbers.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { SelectField } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { eventScoresQuery } from '../venue/queries.ts';
import { useClient } from '../venue/venue-context.tsx';
import { ScoreFacts, scoreText } from './score-facts.tsx';

const BEFORE: Readonly<Record<number, string>> = {
  3600: 'An hour before',
  86400: 'A day before',
  604800: 'A week before',
  2592000: '30 days before',
};

const COLUMNS: readonly Column<BestForecaster>[] = [
  {
    title: 'Best forecasters',
    cell: ({ proxyWallet, userName }) => (
      <Link to='/profile/$address' params={{ address: proxyWallet }} className='break'>
        {userName}
      </Link>
    ),
  },
  { title: 'Brier', kind: 'figure', cell: ({ brier }) => scoreText(brier) },
  { title: 'Of the time', kind: 'figure', cell: ({ heldShare }) => formatPart(heldShare) },
];

/** Shows nothing until a market of the event is decided. */
export function EventScoresPanel({ id }: { readonly id: string }) {
  const { data } = useQuery(eventScoresQuery(useClient(), id));
  const [chosen, setChosen] = useState('');
  const scored = data?.questions.filter(({ brier }) => brier !== null) ?? [];
  const first = scored.find(({ outcome }) => outcome === 1) ?? scored[0];
  const question = scored.find(({ conditionId }) => conditionId === chosen) ?? first;
  if (question === undefined) return null;
  return (
    <Panel title='How were we doing?' padded>
      {scored.length > 1 && (
        <SelectField
          label='Market'
          text={[question.conditionId, setChosen]}
          options={scored.map((one) => [one.conditionId, one.groupItemTitle || one.question] as const)}
        />
      )}
      <Question {...question} />
      <p className='small faint'>
        Brier and log scores weigh each price by how long it stood: 0 is perfect, always saying 50% has 0.25 and 0.69.
      </p>
    </Panel>
  );
}

function Question({ outcome, brier, logScore, before, best }: QuestionScore) {
  return (
    <>
      <ScoreFacts
        facts={[
          ['Outcome', formatPercent(outcome)],
          ['Brier score', brier],
          ['Log score', logScore],
        ]}
      />
      <ScoreFacts
        facts={before.map(({ seconds, price }) => [
          BEFORE[seconds] ?? '',
          price === null ? NO_FIGURE : formatPercent(price),
        ])}
      />
      {best.length > 0 && (
        <DataTable
          caption='Best forecasters'
          columns={COLUMNS}
          rows={best}
          keyOf={({ proxyWallet }) => proxyWallet}
          narrow='scroll'
        />
      )}
    </>
  );
}
