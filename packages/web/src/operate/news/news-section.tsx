/** News: hooks that the venue sends news to, and the deliveries that failed. */
import type { AnswerOf } from '@bellwether/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMomentOf } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Answer } from '../../venue/answer.tsx';
import { reading } from '../../venue/queries.ts';
import { Listed } from '../listed.tsx';
import { useOperator } from '../operator.tsx';
import { operatorErrorText } from '../refusal.tsx';
import { good, useAct } from '../use-act.ts';
import { DIGESTS, HOOKS, type Hook, KINDS, type OperatorClient, TEMPLATES } from './hooks.ts';
import { NewHook } from './new-hook.tsx';

export function NewsSection() {
  const { client, role } = useOperator();
  const [shown, setShown] = useState<Hook | null>(null);
  const query = useQuery(reading(HOOKS, (call) => client.request('hooks', call), 0));
  const { mutate } = useAct(FAILED, HOOKS);
  const mayChange = role === 'owner' || role === 'operator';
  return (
    <section className='stack' aria-label='News'>
      {mayChange && <NewHook />}
      <Listed
        to={query}
        caption='Hooks'
        lines={4}
        columns={mayChange ? [...columns(setShown), actions(client, mutate)] : columns(setShown)}
        rows={({ hooks }) => hooks}
        none={<EmptyState title='No news is sent anywhere' />}
        keyOf={({ id }) => id}
      />
      <Digests mayRetry={mayChange} />
      <Dialog title='Deliveries' open={shown !== null} onClose={() => setShown(null)}>
        {shown !== null && <Deliveries hook={shown} mayRetry={mayChange} />}
      </Dialog>
    </section>
  );
}

const FAILED = 'That did not work';
const STATES: Readonly<Record<Hook['state'], string>> = { on: 'On', off: 'Off', gone: 'Off: the receiver is gone' };

const columns = (show: (hook: Hook) => void): readonly Column<Hook>[] => [
  { title: 'To', kind: 'lead', cell: ({ template, url }) => `${TEMPLATES[template]}, ${url.replace('/…', '')}` },
  {
    title: 'News',
    cell: ({ kinds, tag }) =>
      `${kinds.length === Object.keys(KINDS).length ? 'All' : kinds.map((kind) => KINDS[kind]).join(', ')}${tag === null ? '' : `, of ${tag}`}`,
  },
  { title: 'State', cell: ({ state }) => STATES[state] },
  {
    title: 'Not delivered',
    cell: (hook) =>
      hook.waiting + hook.dead === 0 ? (
        'Nothing'
      ) : (
        <Button size='sm' onClick={() => show(hook)}>
          {`${hook.waiting} waiting, ${hook.dead} given up`}
        </Button>
      ),
  },
];

const actions = (client: OperatorClient, act: ReturnType<typeof useAct>['mutate']): Column<Hook> => ({
  title: 'Change',
  kind: 'actions',
  cell: ({ id, state }) => {
    const test = async () => {
      const { error } = await client.request('testHook', { params: { id } });
      if (error === null) return good('The receiver took a test');
      return { tone: 'bad', title: 'The receiver did not take the test', text: error } as const;
    };
    const turn = async () => {
      const hook = await client.request('changeHook', { params: { id }, body: { on: state !== 'on' } });
      return good(hook.state === 'on' ? 'News is sent from now on' : 'No more news is sent');
    };
    const remove = async () => {
      await client.request('removeHook', { params: { id } });
      return good('The hook is removed');
    };
    return (
      <span className='row wrap'>
        <Button size='sm' onClick={() => act(test)}>
          Test
        </Button>
        <Button size='sm' onClick={() => act(turn)}>
          {state === 'on' ? 'Turn off' : 'Turn on'}
        </Button>
        <Button size='sm' kind='danger' onClick={() => act(remove)}>
          Remove
        </Button>
      </span>
    );
  },
});

function Deliveries({ hook, mayRetry }: { readonly hook: Hook; readonly mayRetry: boolean }) {
  const { client } = useOperator();
  const query = useQuery(
    reading(
      [...HOOKS, hook.id],
      async (call) => (await client.request('hookDeliveries', { ...call, params: { id: hook.id } })).deliveries,
      0,
    ),
  );
  return (
    <Answer to={query} failure='The deliveries could not be read' lines={4} explain={operatorErrorText}>
      {(deliveries) => (
        <div className='stack'>
          <DeliveryList deliveries={deliveries} label='Deliveries' />
          {mayRetry && deliveries.some(({ state }) => state === 'dead') && (
            <SendAgain retry={() => client.request('retryHook', { params: { id: hook.id } })} />
          )}
        </div>
      )}
    </Answer>
  );
}

function SendAgain({ retry }: { readonly retry: () => Promise<AnswerOf<'retryHook'>> }) {
  const { mutate } = useAct(FAILED, HOOKS);
  const sent = async () => good(`${(await retry()).retried} will be sent again`);
  return (
    <Button wide kind='primary' onClick={() => mutate(sent)}>
      Send again what was given up
    </Button>
  );
}

type Delivery = AnswerOf<'hookDeliveries'>['deliveries'][number];

interface DeliveryListProps {
  readonly label: string;
  /** `email`: receiver of a digest; empty for who has left. */
  readonly deliveries: readonly (Delivery & { readonly email?: string })[];
}

function DeliveryList({ deliveries, label }: DeliveryListProps) {
  return (
    <ul className='lines' aria-label={label}>
      {deliveries.map(({ attempts, email, error, id, kind, state, time }) => (
        <li key={id} className='stack gap-1 pad'>
          <strong className='break'>{email ?? KINDS[kind as keyof typeof KINDS] ?? kind}</strong>
          <span className='small soft'>
            {state === 'dead' ? `Given up after ${attempts} tries, ` : `Try ${attempts + 1} at `}
            {formatMomentOf(time)}
          </span>
          {error !== '' && <span className='small break'>{error}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Digests by e-mail that wait or were given up; nothing while all arrive. */
function Digests({ mayRetry }: { readonly mayRetry: boolean }) {
  const { client } = useOperator();
  const query = useQuery(reading(DIGESTS, async (call) => (await client.request('digests', call)).deliveries, 0));
  if (query.data === undefined || query.data.length === 0) return null;
  return (
    <Panel title='E-mails that did not arrive'>
      <DeliveryList deliveries={query.data} label='E-mails that did not arrive' />
      {mayRetry && query.data.some(({ state }) => state === 'dead') && (
        <SendAgain retry={() => client.request('retryDigests', {})} />
      )}
    </Panel>
  );
}
