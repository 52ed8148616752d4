/** "Your devices": browsers that trade for the person's account, each with a key of its own. Adds, revokes, signs out. */
import type { Devices, PeopleLink } from '@bellwether/contract';
import { createSigner } from '@bellwether/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useAccountControl } from '../account/account-context.tsx';
import type { SavedDevice } from '../account/saved-account.ts';
import { formatMomentOf } from '../format/time.ts';
import { askPeople, DEVICES, sessionQuery } from '../session/people-client.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Problem } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { showToast } from '../ui/toast.tsx';
import { Answer } from '../venue/answer.tsx';
import { errorText } from '../venue/error-text.ts';
import { lazyPart } from '../venue/load-part.ts';
import { reading } from '../venue/queries.ts';

const LinkBox = lazyPart(async () => (await import('./link-box.tsx')).LinkBox);
const BotForm = lazyPart(async () => (await import('./bot-form.tsx')).BotForm);
const PasskeyOffer = lazyPart(async () => (await import('./passkey-offer.tsx')).PasskeyOffer);

type Device = Devices['devices'][number];
const nameOf = ({ label }: Device): string => label || 'Device without a name';

export function DevicesPanel({ saved }: { readonly saved: SavedDevice }) {
  const { forget } = useAccountControl();
  const cache = useQueryClient();
  const [here] = useState(() => createSigner(saved.privateKey).address.toLowerCase());
  const [leaving, setLeaving] = useState<Device | null>(null);
  const [isAddingBot, setAddingBot] = useState(false);
  const session = useQuery(sessionQuery);
  const isIn = session.data?.person != null;
  const devices = useQuery({
    ...reading(DEVICES, () => askPeople<Devices>('GET', '/devices'), 0),
    enabled: isIn,
  });
  const link = useMutation({ mutationFn: () => askPeople<PeopleLink>('POST', '/device-link') });
  const revoke = useMutation({
    mutationFn: ({ address }: Device) => askPeople('DELETE', `/devices/${address}`),
    onSuccess: (_done, { address, ...device }) => {
      if (address === here) forget();
      else showToast({ tone: 'good', title: `${nameOf({ address, ...device })} is out`, text: 'It trades no more.' });
    },
    onError: (error) => showToast({ tone: 'bad', title: 'It was not revoked', text: errorText(error) }),
    onSettled: () => cache.invalidateQueries({ queryKey: DEVICES }),
  });
  const { person, ways = [] } = session.data ?? {};
  if (session.isSuccess && !isIn)
    return (
      <Panel title='Your devices' padded>
        <p>Sign in again to see your devices.</p>
        <a className={buttonClass({ kind: 'primary' })} href='/app/join'>
          Sign in
        </a>
      </Panel>
    );
  const isOut = leaving?.address === here;
  return (
    <Panel title='Your devices'>
      <div className='panel__body stack'>
        <p className='small soft'>
          {person && `You are ${person.name}. `}Each device trades with the same money and shows the same orders.
        </p>
        <div className='row wrap'>
          <Button busy={link.isPending} onClick={() => link.mutate()}>
            Add a device
          </Button>
          <Button onClick={() => setAddingBot(true)}>Add a bot</Button>
        </div>
        <Problem text={link.isError ? errorText(link.error) : null} />
        {person && ways.includes('passkey') && (
          <Suspense>
            <PasskeyOffer name={person.name} />
          </Suspense>
        )}
      </div>
      <Answer to={devices} failure='Your devices could not be read' lines={2}>
        {(data) => (
          <ul className='lines line-above' aria-label='Your devices'>
            {data.devices.map((device) => (
              <li key={device.address} className='row row--apart wrap pad'>
                <div>
                  <strong>{nameOf(device)}</strong>
                  {device.address === here && <span className='small soft'> · this device</span>}
                  <p className='small soft'>Since {formatMomentOf(device.since)}</p>
                </div>
                <Button
                  size='sm'
                  kind='danger'
                  busy={revoke.isPending && revoke.variables.address === device.address}
                  aria-label={device.address === here ? 'Sign out' : `Revoke ${nameOf(device)}`}
                  onClick={() => setLeaving(device)}
                >
                  {device.address === here ? 'Sign out' : 'Revoke'}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Answer>
      <Dialog title='Add a device' open={link.isSuccess} onClose={() => link.reset()}>
        {link.isSuccess && (
          <div className='stack'>
            <p>
              Point the camera of the other device at this code, or open the link there. It works once, for ten minutes.
            </p>
            <Suspense>
              <LinkBox url={link.data.url} what='Link for the other device' />
            </Suspense>
          </div>
        )}
      </Dialog>
      <Dialog title='Add a bot' open={isAddingBot} onClose={() => setAddingBot(false)}>
        <Suspense>{isAddingBot && <BotForm />}</Suspense>
      </Dialog>
      <ConfirmDialog
        title={isOut ? 'Sign out of this device?' : `Revoke ${leaving === null ? '' : nameOf(leaving)}?`}
        action={isOut ? 'Sign out' : 'Revoke it'}
        refrain={isOut ? 'Stay signed in' : 'Keep it'}
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={() => leaving !== null && revoke.mutate(leaving)}
      >
        <p>
          {isOut
            ? `Money, positions and open orders stay yours. ${comeBack(ways)}`
            : `It can trade no more, and has to sign in again. Open orders stay.${ways.includes('passkey') ? ' Passkeys that you added since it came end, too.' : ''}`}
        </p>
      </ConfirmDialog>
    </Panel>
  );
}

const comeBack = (ways: readonly string[]): string =>
  ways.some((way) => way !== 'link')
    ? 'Sign in to come back.'
    : 'To come back you need a link: from another device of yours, or from the operator.';
