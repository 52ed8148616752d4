/** The venue's looks: a form with a preview in both themes. What is saved holds at once, for everyone. */
import type { Venue } from '@bellwether/contract';
import { tintsOn } from '@bellwether/contract/accent-tints';
import { isApiError } from '@bellwether/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ChangeEvent, type CSSProperties, useState } from 'react';
import { figureText } from '../../format/numbers.ts';
import { BrandMark, readTerms } from '../../looks/brand.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, Problem, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { saveText } from '../../ui/save-file.ts';
import { showToast } from '../../ui/toast.tsx';
import { Answer } from '../../venue/answer.tsx';
import { takeLook } from '../../venue/venue-look.ts';
import { boundTo, filled, useFocusOnProblem } from '../fields.ts';
import { useOperator } from '../operator.tsx';
import { operatorErrorText, Refusal } from '../refusal.tsx';
import { configFile, fieldProblem, type LooksDraft, looksChange } from './looks-draft.ts';

/** The venue with the text of its terms, read when the form opens. */
type Present = Venue & { readonly termsText: string };

export function LooksSection() {
  const { client } = useOperator();
  const present = useQuery({
    queryKey: ['operate', 'looks'],
    queryFn: async (): Promise<Present> => {
      const venue = takeLook(await client.venue.get());
      return { ...venue, termsText: await readTerms(venue.looks.terms) };
    },
    // The form begins with what holds now, and stays as it is while someone writes.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <section className='stack' aria-label='Looks'>
      <Answer to={present} failure='The looks could not be read' lines={6} explain={operatorErrorText}>
        {(venue) => <LooksForm venue={venue} renew={async () => (await present.refetch()).data} />}
      </Answer>
    </section>
  );
}

const draftOf = ({ name, currency, looks, termsText }: Present): LooksDraft => ({
  ...{ name, currency, accent: looks.accent, logo: looks.logo, welcome: looks.welcome, terms: termsText },
});

interface LooksFormProps {
  readonly venue: Present;
  readonly renew: () => Promise<Present | undefined>;
}

function LooksForm({ venue, renew }: LooksFormProps) {
  const { client } = useOperator();
  const before = draftOf(venue);
  const [draft, setDraft] = useState(before);
  const [reason, setReason] = useState('');
  const change = looksChange(before, draft);
  const save = useMutation({
    mutationFn: () => client.admin.setLooks({ ...change, ...filled({ reason }) }),
    onSuccess: async () => {
      showToast({ title: 'The looks are changed, for everyone', tone: 'good' });
      setReason('');
      const now = await renew();
      if (now !== undefined) setDraft(draftOf(now));
    },
  });
  const problems = (isApiError(save.error) && fieldProblem(save.error.error)) || null;
  const form = useFocusOnProblem(problems !== null);
  const edit = (changed: Partial<LooksDraft>): void => {
    if (!save.isPending) save.reset();
    setDraft((now) => ({ ...now, ...changed }));
  };
  const bind = boundTo(draft, problems ?? {}, (name: keyof LooksDraft, value) => edit({ [name]: value }));
  const isSame = Object.keys(change).length === 0;
  return (
    <Form ref={form} className='stack' aria-label='Looks of the venue' onSend={() => save.mutate()} noValidate>
      <p className='soft'>Changes hold at once, for everyone. Log shows them, with the values before.</p>
      <Panel title='Preview' padded>
        <div className='grid gap-4 looks'>
          <Preview draft={draft} theme='light' />
          <Preview draft={draft} theme='dark' />
        </div>
      </Panel>
      <Panel title='Looks' padded>
        <div className='grid gap-4 operate__pair'>
          <Field label='Name' autoComplete='off' {...bind('name')} />
          <Field
            label='Currency'
            autoComplete='off'
            {...bind('currency')}
            hint='A sign or a word, such as € or points.'
          />
          <Field
            label='Accent'
            autoComplete='off'
            placeholder='#2a52d8'
            {...bind('accent')}
            hint='Tints that can be read are made of it. Empty: the page’s own.'
          />
          <LogoField logo={draft.logo} error={problems?.logo} onChange={(logo) => edit({ logo })} />
        </div>
        <TextField
          label='Welcome'
          rows={3}
          {...bind('welcome')}
          hint='Plain text, on the home page until it is dismissed, and where people join.'
        />
        <TextField
          label='Terms'
          rows={6}
          {...bind('terms')}
          hint='Plain text. People are told that they accept it by joining.'
        />
      </Panel>
      <Panel title='Save' padded>
        <Field label='Why (optional)' maxLength={500} text={[reason, setReason]} hint='Log keeps it.' />
        {problems === null ? <Refusal error={save.error} /> : <Problem text='One of the fields above is not right.' />}
        <div className='row wrap'>
          <Button type='submit' kind='primary' busy={save.isPending} disabled={isSame}>
            Save the looks
          </Button>
          <Button onClick={() => void saveConfig(before, venue)}>Save as bellwether.config.json</Button>
        </div>
      </Panel>
    </Form>
  );
}

async function saveConfig(looks: LooksDraft, venue: Venue): Promise<void> {
  const logo = looks.logo === '' ? '' : await dataAddress(await (await fetch(looks.logo)).blob());
  saveText('bellwether.config.json', configFile({ ...looks, logo }, venue), 'application/json');
}

const dataAddress = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

interface LogoFieldProps {
  readonly logo: string;
  readonly error: string | undefined;
  readonly onChange: (logo: string) => void;
}

function LogoField({ logo, error, onChange }: LogoFieldProps) {
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const file = target.files?.[0];
    if (file !== undefined) void dataAddress(file).then(onChange);
  };
  return (
    <div className='stack gap-1'>
      <Field
        label='Logo'
        type='file'
        accept='image/png,image/svg+xml,image/webp'
        error={error}
        hint='PNG, SVG or WebP of at most 32 KiB.'
        onChange={choose}
      />
      {logo !== '' && (
        <div>
          <Button size='sm' onClick={() => onChange('')}>
            Remove the logo
          </Button>
        </div>
      )}
    </div>
  );
}

const PRICE = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;
/** As in `tokens.css`: both themes are shown at once. */
const OWN_ACCENT = '#2a52d8';
const THEMES = {
  light: { '--surface': '#ffffff', '--text': '#14181f', '--line': '#e1e4ea', '--on-accent': '#ffffff' },
  dark: { '--surface': '#141a22', '--text': '#e8ecf2', '--line': '#232c38', '--on-accent': '#0b1020' },
} as const;

function Preview({ draft, theme }: { readonly draft: LooksDraft; readonly theme: keyof typeof THEMES }) {
  const { name, currency, accent, logo } = draft;
  const tints = tintsOn(theme, /^#[0-9a-f]{6}$/i.test(accent.trim()) ? accent.trim() : OWN_ACCENT);
  const own: Record<string, string> = { '--accent': tints.accent, '--accent-soft': tints.soft };
  const style = { ...THEMES[theme], ...own } as CSSProperties;
  return (
    <section className='stack gap-3 rounded pad looks__preview' style={style} aria-label={`Preview, ${theme}`}>
      <p className='row brand'>
        <BrandMark logo={logo} />
        <span className='brand__name'>{name}</span>
      </p>
      <p>
        {figureText(PRICE, 1234.5, currency.trim() || '$')} <span className='badge badge--accent'>Now</span>{' '}
        <span className='looks__link'>A link</span>
      </p>
      <span className='button button--primary looks__button'>Buy Yes</span>
    </section>
  );
}
