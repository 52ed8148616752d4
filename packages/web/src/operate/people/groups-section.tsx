/** Groups of people: for invitations, grants and lists. */
import { useQuery } from '@tanstack/react-query';
import { formatPeople } from '../../format/numbers.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Answer } from '../../venue/answer.tsx';
import { useOperator } from '../operator.tsx';
import { operatorErrorText } from '../refusal.tsx';
import { SendForm, useSending } from '../send-form.tsx';
import { groupsQuery, PEOPLE } from './people-queries.ts';

export function GroupsSection() {
  const { client } = useOperator();
  const groups = useQuery(groupsQuery(client));
  const added = useSending({
    empty: { name: '' },
    send: ({ name }) => client.request('addGroup', { body: { name: name.trim() } }),
    renews: PEOPLE,
  });
  return (
    <section className='stack operate__narrow' aria-label='Groups'>
      <Panel title='A new group' padded>
        <SendForm of={{ ...added, isLocked: added.text.name.trim() === '' }} action='Add the group'>
          <p className='small soft'>Put people into a group under People, or with an invitation.</p>
          <Field label='New group' maxLength={60} {...added.bind('name')} />
        </SendForm>
      </Panel>
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
