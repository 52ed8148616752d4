/** Second step of a new event: its answers or the ranges of a number or a date, and whether the house makes them. */
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { CheckField, Field, Problem, TextField } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { MARKETS_MAX, questionOf } from './draft.ts';
import type { EventDraft, MarketDraft, Problems } from './draft-shape.ts';
import { boundTo, type StepProps } from './fields.ts';
import { HouseFields } from './house-fields.tsx';
import { answersOf, withAnswers } from './market-list.ts';
import { ofKind } from './numeric-draft.ts';
import { NumericFields } from './numeric-fields.tsx';

const KINDS = { answers: 'Answers', number: 'Number', date: 'Date' };

export function MarketsStep(props: StepProps) {
  const { draft, onChange } = props;
  return (
    <div className='stack'>
      <div>
        <Segmented
          label='The result is one of'
          value={draft.kind}
          options={KINDS}
          onChange={(kind) => onChange(ofKind(kind))}
        />
      </div>
      {draft.kind === 'answers' ? <Answers {...props} /> : <NumericFields key={draft.kind} {...props} />}
      <HouseFields {...props} />
    </div>
  );
}

function Answers({ draft, problems, onChange }: StepProps) {
  const { markets } = draft;
  const change = (key: number, part: Partial<MarketDraft>): void =>
    onChange({ markets: markets.map((market) => (market.key === key ? { ...market, ...part } : market)) });
  const add = (): void => onChange({ markets: withAnswers(markets, [...markets.map(({ label }) => label), '']) });
  return (
    <>
      <div className='panel panel__body stack gap-2'>
        <CheckField isSwitch isOn={draft.negRisk} onChange={(negRisk) => onChange({ negRisk })}>
          <strong>Exactly one of the markets wins (negative risk)</strong>
        </CheckField>
        <p className='small faint'>
          For questions such as “who wins the league”: No of one market is then worth Yes of all others, and traders can
          convert between them. It cannot be changed later.
        </p>
        <Problem text={problems['markets']} />
        {(draft.negRisk || markets.length > 1) && <AnswersField draft={draft} onChange={onChange} />}
      </div>
      {markets.map((market, index) => (
        <MarketFields
          key={market.key}
          draft={draft}
          market={market}
          number={index + 1}
          problems={problems}
          onChange={(part) => change(market.key, part)}
          onRemove={() => onChange({ markets: markets.filter(({ key }) => key !== market.key) })}
        />
      ))}
      <div>
        <Button onClick={add} disabled={markets.length >= MARKETS_MAX}>
          <Icon name='plus' size={16} /> Add a market
        </Button>
      </div>
    </>
  );
}

/** The short names of all markets at once, one a line. */
function AnswersField({ draft, onChange }: Omit<StepProps, 'problems'>) {
  const labels = draft.markets.map(({ label }) => label);
  const [text, setText] = useState(labels.join('\n'));
  // A name that is edited below appears here too.
  const isSame = answersOf(text).join('\n') === labels.join('\n');
  return (
    <TextField
      label='Answers, one a line'
      rows={Math.max(3, draft.markets.length + 1)}
      value={isSame ? text : labels.join('\n')}
      onChange={({ target }) => {
        setText(target.value);
        onChange({ markets: withAnswers(draft.markets, answersOf(target.value)) });
      }}
    />
  );
}

interface MarketFieldsProps {
  readonly draft: EventDraft;
  readonly market: MarketDraft;
  readonly number: number;
  readonly problems: Problems;
  readonly onChange: (part: Partial<MarketDraft>) => void;
  readonly onRemove: () => void;
}

/** Details of a market. Of several, each is closed until it is opened or has a problem. */
function MarketFields({ draft, market, number, problems, onChange, onRemove }: MarketFieldsProps) {
  const { key, question, label, outcomes } = market;
  const [isOpen, setOpen] = useState(false);
  const isOnly = draft.markets.length === 1;
  const problem = (name: string): string | null => problems[`market ${key} ${name}`] ?? null;
  const isWrong = ['question', 'label', 'outcomes'].some((name) => problem(name) !== null);
  const named = { question: problem('question'), label: problem('label') };
  const bind = boundTo({ question, label }, named, (name, value) => onChange({ [name]: value }));
  const name = label.trim() === '' ? `Market ${number}` : `Market ${number}: ${label.trim()}`;
  return (
    <details
      className='panel'
      open={isOnly || isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className='pad semi break'>{name}</summary>
      <fieldset className='panel__body stack' aria-label={`Market ${number}`}>
        <Field
          label={isOnly ? 'Question' : 'Question (optional)'}
          {...bind('question')}
          placeholder={questionOf(draft, { ...market, question: '' })}
          hint='A complete question: “Will it rain in Lisbon on Saturday?”'
        />
        <Field
          label={isOnly ? 'Short name (optional)' : 'Short name'}
          {...bind('label')}
          hint='Its name within the event: “Saturday”, “Kestrel Bay”.'
        />
        <div className='grid gap-4 operate__pair'>
          <Field
            label='First outcome'
            text={[outcomes[0], (text) => onChange({ outcomes: [text, outcomes[1]] })]}
            error={problem('outcomes')}
          />
          <Field label='Second outcome' text={[outcomes[1], (text) => onChange({ outcomes: [outcomes[0], text] })]} />
        </div>
        {!isOnly && (
          <div>
            <Button size='sm' kind='ghost' aria-label={`Remove market ${number}`} onClick={onRemove}>
              Remove
            </Button>
          </div>
        )}
      </fieldset>
    </details>
  );
}
