/** First step of a new event: title, rules, dates and topics. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Field, TextField } from '../ui/field.tsx';
import { Mark } from '../ui/mark.tsx';
import { tagsQuery } from '../venue/queries.ts';
import { draftSlug, readTags } from './draft.ts';
import { bindDraft, type StepProps } from './fields.ts';
import { useOperator } from './operator.tsx';
import { slugFrom } from './rules.ts';

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
        value={draft.slug}
        placeholder={slugFrom(draft.title) || 'made from the title'}
        spellCheck={false}
        onChange={(event) => onChange({ slug: event.target.value.trim() })}
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
          hint='In your time zone. Trading goes on after it; set a closing time with the terms.'
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
        value={text}
        onChange={(event) => set(event.target.value)}
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
  const { data = [] } = useQuery({
    queryKey: ['operate', 'series'],
    queryFn: ({ signal }) => client.catalog.series({ limit: SERIES_SHOWN }, { signal }),
  });
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
