/** Steps of a new event: title, rules, dates and topics; the terms of its markets. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatExactMoney } from '../format/numbers.ts';
import { classNames } from '../ui/class-names.ts';
import { CheckField, Field, SelectField, TextField } from '../ui/field.tsx';
import { Mark } from '../ui/mark.tsx';
import { reading, tagsQuery } from '../venue/queries.ts';
import { draftSlug, readTags } from './draft.ts';
import { type Bind, bindDraft, type StepProps } from './fields.ts';
import { useOperator } from './operator.tsx';
import { FEE_RATE_MAX, readRate, slugFrom, TICKS } from './rules.ts';

const SERIES_SHOWN = 100;
const TAGS_SHOWN = 24;

export function EventStep(props: StepProps) {
  const { draft, problems, onChange } = props;
  const bind = bindDraft(props);
  return (
    <div className='panel panel__body stack'>
      <Field label='Title' {...bind('title')} hint='The name in lists, such as “Weather in Lisbon on Saturday”.' />
      <Field
        label='Address (slug)'
        text={[draft.slug, (slug) => onChange({ slug: slug.trim() })]}
        placeholder={slugFrom(draft.title) || 'made from the title'}
        spellCheck={false}
        error={problems['slug'] ?? null}
        hint={`The page will be at /app/event/${draftSlug(draft) || '…'}; it never changes afterwards.`}
      />
      <TextField
        label='Description and rules'
        rows={5}
        {...bind('description')}
        hint='When exactly does it resolve to what, and what happens in doubtful cases?'
      />
      <Field
        label='Resolution source'
        {...bind('resolutionSource')}
        hint='The source that decides: an office, a report, an address.'
      />
      <div className='grid gap-4 operate__pair'>
        <Field label='Starts (empty: now)' type='datetime-local' {...bind('startLocal')} />
        <Field
          label='Ends'
          type='datetime-local'
          {...bind('endLocal')}
          hint='In your time zone. Trading ends then, unless the terms say otherwise.'
        />
      </div>
      <div className='grid gap-4 center operate__picture'>
        <Mark
          id={draftSlug(draft) || 'new'}
          image={problems['image'] === undefined ? draft.image.trim() : ''}
          size={56}
        />
        <Field
          label='Picture (address)'
          type='url'
          placeholder='https://…'
          {...bind('image')}
          hint='Shown only from this venue’s own address. Otherwise, or when empty, a mark is made from the event’s.'
        />
      </div>
      <TagsField {...props} />
      <SeriesField {...props} />
    </div>
  );
}

function TagsField({ draft, problems, onChange }: StepProps) {
  const { client } = useOperator();
  const { data = [] } = useQuery(tagsQuery(client));
  const [text, setText] = useState(draft.tags.join(', '));
  const set = (next: string): void => {
    setText(next);
    onChange({ tags: readTags(next) });
  };
  const has = (label: string): boolean => draft.tags.some((tag) => tag.toLowerCase() === label.toLowerCase());
  const toggle = (label: string): void => {
    const rest = draft.tags.filter((tag) => tag.toLowerCase() !== label.toLowerCase());
    set((has(label) ? rest : [...rest, label]).join(', '));
  };
  return (
    <div className='stack gap-2'>
      <Field
        label='Tags'
        text={[text, set]}
        error={problems['tags'] ?? null}
        hint='Separated by commas; those below exist already, new ones are made.'
      />
      {data.length > 0 && (
        <fieldset className='wrap gap-1 flex operate__chips' aria-label='Known tags'>
          {data.slice(0, TAGS_SHOWN).map(({ id, label }) => (
            <button
              key={id}
              type='button'
              className={classNames('badge', has(label) && 'badge--accent')}
              aria-pressed={has(label)}
              onClick={() => toggle(label)}
            >
              {label}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}

function SeriesField(props: StepProps) {
  const { client } = useOperator();
  const { data = [] } = useQuery(
    reading(['operate', 'series'], (call) => client.catalog.series({ limit: SERIES_SHOWN }, call), 0),
  );
  return (
    <>
      <Field
        label='Series'
        list='operate-series'
        autoComplete='off'
        {...bindDraft(props)('series')}
        hint='Recurring events of one kind. A new name creates a series; leave empty for none.'
      />
      <datalist id='operate-series'>
        {data.map(({ id, title }) => (
          <option key={id} value={title} />
        ))}
      </datalist>
    </>
  );
}

/** Trading terms: tick size, minimum size and fee, of one market or of all markets of a new event. */
export function TermsFields({ bind }: { readonly bind: Bind<'tick' | 'minimumSize' | 'fee'> }) {
  const fee = bind('fee');
  return (
    <div className='grid gap-4 operate__pair'>
      <SelectField
        label='Price step (tick)'
        hint='0.01 is one cent; finer steps are for markets near 0 or 1. Resting orders keep their prices.'
        options={TICKS}
        {...bind('tick')}
      />
      <Field
        label='Smallest resting order'
        inputMode='decimal'
        hint='In shares. Market orders may be smaller.'
        {...bind('minimumSize')}
      />
      <Field label='Taker fee rate' inputMode='numeric' hint={feeHint(fee.text[0])} {...fee} />
    </div>
  );
}

function feeHint(fee: string): string {
  const rate = readRate(fee);
  if (rate === null || rate > FEE_RATE_MAX) return 'In ten-thousandths; 0 for none.';
  if (rate === 0) return 'In ten-thousandths. At 0 no one pays a fee.';
  // The venue's formula at a price of 0.5: shares * rate * p * (1 - p).
  const most = (100 * rate * 0.25) / 10_000;
  return `In ten-thousandths. A taker of 100 shares at 50¢ pays ${formatExactMoney(most)}; less towards 0 and 1. Makers pay nothing.`;
}

/** Third step of a new event. Each market's terms can be changed later. */
export function TermsStep(props: StepProps) {
  const bind = bindDraft(props);
  return (
    <div className='panel panel__body stack'>
      <p className='small soft'>For all markets of the event. They can be changed later, market by market.</p>
      <TermsFields bind={bind} />
      <div className='grid gap-4 operate__pair'>
        <Field
          label='Trading opens (empty: at once)'
          type='datetime-local'
          {...bind('openLocal')}
          hint='Until then the event is listed and takes no orders.'
        />
        <Field
          label='Trading ends (empty: at the end)'
          type='datetime-local'
          {...bind('closeLocal')}
          hint='In your time zone. The venue then refuses new orders and cancels open ones.'
        />
      </div>
      <CheckField isSwitch isOn={props.draft.tradesOn} onChange={(tradesOn) => props.onChange({ tradesOn })}>
        Without a time, trading goes on after the end, until the result
      </CheckField>
    </div>
  );
}
