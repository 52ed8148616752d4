/** Dialog shown once for a new key: what the key is, why to save it, and the starting balance. */
import { useState } from 'react';
import { toMicros } from '../format/decimal.ts';
import { formatMoney } from '../format/numbers.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useAccountControl } from './account-context.tsx';
import { useFunds } from './funds.ts';
import { KeyBox } from './key-box.tsx';
import './account.css';

export function NewKeyDialog() {
  const { freshKey, state, dismissFreshKey } = useAccountControl();
  const funds = useFunds();
  const [isSaved, setSaved] = useState(false);
  if (freshKey === null) return null;
  const address = 'saved' in state && state.saved !== null ? state.saved.address : '';
  return (
    <Dialog title='Your account is ready' open onClose={dismissFreshKey}>
      <div className='stack'>
        <p role='status'>
          {state.kind === 'failed'
            ? `The key is made, but signing in did not work: ${state.reason}`
            : funds === null
              ? 'Signing in…'
              : (toMicros(funds.free) ?? 0n) > 0n
                ? `You have ${formatMoney(funds.free)} of play money to trade with.`
                : 'There is no play money in it yet: an operator of this venue has to deposit some.'}
        </p>
        <div className='small pad rounded notice notice--warn'>
          <p>
            <strong>Save this key now.</strong> It is your account: there is no password and no way to get it back. It
            also stays in this browser, unprotected, until you remove it.
          </p>
        </div>
        <KeyBox privateKey={freshKey} address={address} onSaved={() => setSaved(true)} />
        <p className='small soft'>
          Play money only. Never send real money to this address, and never use a key here that guards any.
        </p>
        <Button kind='primary' size='lg' wide onClick={dismissFreshKey}>
          {isSaved ? 'Start trading' : 'Continue, I will save it later'}
        </Button>
      </div>
    </Dialog>
  );
}
