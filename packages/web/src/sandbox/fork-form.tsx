/** Starts a fork: a separate venue beside this one, with the same history or with a new scenario only. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatCount } from '../format/numbers.ts';
import { useOperator } from '../operate/operator.tsx';
import { Button } from '../ui/button.tsx';
import { Field, Problem, SelectField } from '../ui/field.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { PlaceFields } from './rewind-form.tsx';
import { clockQuery, forksQuery, scenarioQuery, useReread } from './sandbox-queries.ts';
import { forkLink, type Place, type PlaceText, readPlace, readPort } from './time-fields.ts';
import { clockText, refusalWords } from './words.ts';

const WAYS = { now: 'As it is', time: 'A moment', entry: 'An entry', scenario: 'A scenario' };
type Way = keyof typeof WAYS;
type Contents = Place | { readonly scenario: string } | Record<string, never>;

export function ForkForm() {
  const { client } = useOperator();
  const { data: clock } = useQuery(clockQuery(client));
  const { data: { ready } = { ready: [] } } = useQuery(scenarioQuery(client, clock?.branch ?? ''));
  const [way, setWay] = useState<Way>('now');
  const [place, setPlace] = useState<PlaceText>({ by: 'time', local: '', entry: '' });
  const [named, setNamed] = useState('');
  const [port, setPort] = useState('');
  const [wrong, setWrong] = useState<{ readonly place?: string | null; readonly port?: string | null }>({});
  const reread = useReread();
  const fork = useMutation({
    mutationFn: ({ from, at }: { readonly from: Contents; readonly at: number }) => client.sandbox.fork(from, at),
    onSuccess: reread,
  });
  const scenario = ready.find(({ name }) => name === named) ?? ready[0];
  const refusal = fork.isError ? refusalWords(fork.error) : null;
  const isOfPort = refusal !== null && /^Port\b/.test(refusal);
  const isAtField = isOfPort || way === 'time' || way === 'entry';

  const edited = (): void => {
    setWrong({});
    if (!fork.isPending) fork.reset();
  };
  const contents = (): Contents | null => {
    if (way === 'now') return {};
    if (way === 'scenario') return scenario === undefined ? null : { scenario: scenario.name };
    const read = readPlace(place);
    setWrong((before) => ({ ...before, place: read.problem }));
    return read.value;
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const at = readPort(port);
    setWrong({ port: at.problem });
    const from = contents();
    if (from !== null && at.value !== null) fork.mutate({ from, at: at.value });
  };
  return (
    <form className='stack sandbox__way' onSubmit={submit} noValidate aria-labelledby='sandbox-fork'>
      <div className='row row--apart wrap'>
        <h3 id='sandbox-fork'>Fork</h3>
        <Segmented
          label='Fork from'
          value={way}
          options={WAYS}
          onChange={(next) => {
            setWay(next);
            setPlace({ ...place, by: next === 'entry' ? 'entry' : 'time' });
            edited();
          }}
        />
      </div>
      <p className='small soft'>
        {way === 'scenario'
          ? 'A second sandbox beside this one, at another port, with nothing but a scenario, at its start. It ends with this one.'
          : 'A second sandbox beside this one, at another port, with the same history and keys. Nothing else is shared from then on, and it ends with this one.'}
      </p>
      {(way === 'time' || way === 'entry') && (
        <PlaceFields
          text={place}
          error={wrong.place ?? (isOfPort ? null : refusal)}
          onChange={(next) => {
            setPlace(next);
            edited();
          }}
        />
      )}
      {way === 'scenario' && (
        <SelectField
          label='Ready scenario'
          value={scenario?.name ?? ''}
          hint={scenario?.about}
          options={ready.map(({ name }) => name)}
          onChange={({ target }) => {
            setNamed(target.value);
            edited();
          }}
        />
      )}
      <Field
        label='Port'
        inputMode='numeric'
        autoComplete='off'
        value={port}
        error={wrong.port ?? (isOfPort ? refusal : null)}
        hint='Leave empty for a free port.'
        onChange={({ target }) => {
          setPort(target.value);
          edited();
        }}
      />
      <Problem text={isAtField ? null : refusal} />
      <Button type='submit' busy={fork.isPending}>
        Start a fork
      </Button>
      <ForkList />
    </form>
  );
}

function ForkList() {
  const { client } = useOperator();
  const { data: forks = [] } = useQuery(forksQuery(client));
  const reread = useReread();
  const end = useMutation({
    mutationFn: (url: string) => client.sandbox.endFork(Number(new URL(url).port)),
    onSettled: reread,
  });
  if (forks.length === 0) return null;
  return (
    <>
      <ul className='small stack' aria-label='Forks' aria-live='polite'>
        {forks.map(({ url, sequence, time_ms: timeMs }) => (
          <li key={url} className='row row--apart wrap'>
            <span>
              <a href={forkLink(url, location.hostname)} target='_blank' rel='noreferrer'>
                {url}
              </a>{' '}
              began after entry {formatCount(sequence)}, at {clockText(timeMs)}
            </span>
            <Button
              size='sm'
              busy={end.isPending && end.variables === url}
              aria-label={`End the fork at ${url}`}
              onClick={() => end.mutate(url)}
            >
              End
            </Button>
          </li>
        ))}
      </ul>
      <Problem text={end.isError ? refusalWords(end.error) : null} />
    </>
  );
}
