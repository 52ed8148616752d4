/** Starts a venue of its own beside this one, with the same history. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useOperator } from '../operate/operator.tsx';
import { Button } from '../ui/button.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { ForkList } from './fork-list.tsx';
import { PlaceFields } from './place-fields.tsx';
import { refusalWords } from './refusal-words.ts';
import { useReread } from './sandbox-queries.ts';
import { type Place, type PlaceText, readPlace } from './time-fields.ts';

const WAYS = [
  { value: 'now', label: 'As it is' },
  { value: 'time', label: 'A moment' },
  { value: 'entry', label: 'An entry' },
] as const;

export function ForkForm() {
  const { client } = useOperator();
  const [way, setWay] = useState<(typeof WAYS)[number]['value']>('now');
  const [text, setText] = useState<PlaceText>({ by: 'time', local: '', entry: '' });
  const [rule, setRule] = useState<string | null>(null);
  const reread = useReread();
  const fork = useMutation({
    mutationFn: (at: Place | Record<string, never>) => client.sandbox.fork(at),
    onSuccess: reread,
  });
  const refusal = fork.isError ? refusalWords(fork.error) : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (way === 'now') return fork.mutate({});
    const { value, problem } = readPlace(text);
    setRule(problem);
    if (value !== null) fork.mutate(value);
  };
  const edit = (next: PlaceText): void => {
    setText(next);
    setRule(null);
    if (!fork.isPending) fork.reset();
  };
  return (
    <form className='stack sandbox__way' onSubmit={submit} noValidate aria-labelledby='sandbox-fork'>
      <div className='row row--apart operate__wrap'>
        <h3 id='sandbox-fork'>Fork</h3>
        <Segmented
          label='Fork from'
          value={way}
          options={WAYS}
          onChange={(next) => {
            setWay(next);
            edit({ ...text, by: next === 'entry' ? 'entry' : 'time' });
          }}
        />
      </div>
      <p className='small soft'>
        A second sandbox beside this one, at another port, with the same history and keys. Nothing else is shared from
        then on, and it ends with this one.
      </p>
      {way !== 'now' && <PlaceFields text={text} error={rule ?? refusal} onChange={edit} />}
      {way === 'now' && refusal !== null && (
        <p className='field__error' role='alert'>
          {refusal}
        </p>
      )}
      <Button type='submit' busy={fork.isPending}>
        Start a fork
      </Button>
      <ForkList />
    </form>
  );
}
