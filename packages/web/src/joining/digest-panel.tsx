/** How often the person gets news by e-mail; nothing for who has no address, or at a venue that sends no mail. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { askPeople, SESSION, sessionQuery } from '../session/people-client.ts';
import { Problem, SelectField } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { errorText } from '../venue/error-text.ts';

const CHOICES = [
  ['weekly', 'Every week'],
  ['daily', 'Every day'],
  ['off', 'Never'],
] as const;

export function DigestPanel() {
  const cache = useQueryClient();
  const { person, ways = [] } = useQuery(sessionQuery).data ?? {};
  const choose = useMutation({
    mutationFn: (digest: string) => askPeople('POST', '/digest', { digest }),
    onSettled: () => cache.invalidateQueries({ queryKey: SESSION }),
  });
  if (!person?.email || !ways.includes('email')) return null;
  return (
    <Panel title='News by e-mail' padded>
      <SelectField
        label='How often'
        hint={`Sent to ${person.email} when there is something to tell.`}
        options={CHOICES}
        value={choose.isPending ? choose.variables : person.digest}
        onChange={({ target }) => choose.mutate(target.value)}
      />
      <Problem text={choose.isError ? errorText(choose.error) : null} />
    </Panel>
  );
}
