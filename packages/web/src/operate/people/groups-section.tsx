/** Groups of people: for invitations, grants and lists. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatPeople } from '../../format/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Answer } from '../../venue/answer.tsx';
import { useOperator } from '../operator.tsx';
import { operatorErrorText, Refusal } from '../refusal.tsx';
import { groupsQuery, PEOPLE } from './people-queries.ts';

export function GroupsSection() {
  const { client } = useOperator();
  const cache = useQueryClient();
  const [name, setName] = useState('');
  const groups = useQuery(groupsQuery(client));
  const add = useMutation({
    mutationFn: (named: string) => client.request('addGroup', { body: { name: named } }),
    onSuccess: () => setName(''),
    onSettled: () => cache.invalidateQueries({ queryKey: PEOPLE }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '') add.mutate(name.trim());
  };
  return (
    <section className='stack operate__narrow' aria-label='Groups'>
      <form className='panel panel__body stack' onSubmit={submit}>
        <p className='small soft'>Put people into a group under People, or with an invitation.</p>
        <Field label='New group' maxLength={60} text={[name, setName]} />
        <Refusal error={add.error} />
        <Button type='submit' busy={add.isPending}>
          Add the group
        </Button>
      </form>
      <Answer to={groups} failure='The groups could not be read' lines={3} explain={operatorErrorText}>
        {(listed) =>
          listed.length === 0 ? (
            <EmptyState title='No groups yet' />
          ) : (
            <ul className='panel lines' aria-label='Groups'>
              {listed.map((group) => (
                <li key={group.name} className='row row--apart pad'>
                  <strong>{group.name}</strong>
                  <span className='soft'>{formatPeople(group.people)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Answer>
    </section>
  );
}
