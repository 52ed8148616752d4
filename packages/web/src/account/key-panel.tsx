/** The key and session of this device: where they are stored, saving the key, signing out, forgetting the key. */
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { CheckField } from '../ui/field.tsx';
import { Panel } from '../ui/panel.tsx';
import { useAccountControl } from './account-context.tsx';
import { KeyBox } from './key-box.tsx';
import type { SavedKey, SavedWallet } from './saved-account.ts';

const IS_SAVED = 'I have saved the key, or I no longer need it';

export function KeyPanel({ saved }: { readonly saved: SavedKey | SavedWallet }) {
  const { state, signIn, signOut } = useAccountControl();
  const [isSigningOut, setSigningOut] = useState(false);
  const [isForgetting, setForgetting] = useState(false);
  return (
    <Panel title='Key and session'>
      <div className='panel__body stack'>
        {saved.kind === 'key' ? (
          <>
            <p className='small pad rounded notice notice--warn'>
              The key is in this browser’s storage, unprotected: anyone who uses this browser, and any program that
              reads its files, has the account. Fine for play money; never use a key here that guards anything real.
            </p>
            <details className='key-details'>
              <summary>Save the key</summary>
              <KeyBox privateKey={saved.privateKey} address={saved.address} />
            </details>
          </>
        ) : (
          <p className='soft'>{saved.name} keeps the key and asks you before it signs. This page never sees it.</p>
        )}
        <p className='small soft'>
          You sign in once. The session key that comes of it is kept in memory and in this tab’s session storage: it
          survives a reload and ends with the tab, or when you sign out.
        </p>
        <div className='row'>
          {state.kind === 'open' ? (
            <Button onClick={() => (saved.kind === 'key' ? setSigningOut(true) : signOut())}>Sign out</Button>
          ) : (
            <Button kind='primary' busy={state.kind === 'opening'} onClick={signIn}>
              Sign in
            </Button>
          )}
          <Button kind='danger' onClick={() => setForgetting(true)}>
            {saved.kind === 'key' ? 'Forget the key' : 'Forget the wallet'}
          </Button>
        </div>
      </div>
      {saved.kind === 'key' && <SignOutDialog saved={saved} open={isSigningOut} onClose={() => setSigningOut(false)} />}
      <ForgetDialog saved={saved} open={isForgetting} onClose={() => setForgetting(false)} />
    </Panel>
  );
}

/** Confirms signing out. The key stays unless the user, on a shared computer, chooses to delete it. */
function SignOutDialog({ saved, open, onClose }: Readonly<{ saved: SavedKey; open: boolean; onClose: () => void }>) {
  const { signOut, forget } = useAccountControl();
  const [removes, setRemoves] = useState(false);
  const [isSaved, setSaved] = useState(false);
  return (
    <Dialog title='Sign out' open={open} onClose={onClose}>
      <div className='stack'>
        <p>The key stays in this browser, and anyone who uses it can sign in again.</p>
        <CheckField isOn={removes} onChange={setRemoves}>
          Others use this computer: remove the key too
        </CheckField>
        {removes && (
          <>
            <p>Without the key no one can get into this account again, you included. Open orders stay open.</p>
            <KeyBox privateKey={saved.privateKey} address={saved.address} onSaved={() => setSaved(true)} />
            <CheckField isOn={isSaved} onChange={setSaved}>
              {IS_SAVED}
            </CheckField>
          </>
        )}
        <div className='row'>
          <Button
            kind={removes ? 'danger' : 'primary'}
            disabled={removes && !isSaved}
            onClick={() => {
              onClose();
              if (removes) forget();
              else signOut();
            }}
          >
            {removes ? 'Sign out and remove the key' : 'Sign out'}
          </Button>
          <Button onClick={onClose}>Stay signed in</Button>
        </div>
      </div>
    </Dialog>
  );
}

type ForgetProps = Readonly<{ saved: SavedKey | SavedWallet; open: boolean; onClose: () => void }>;

function ForgetDialog({ saved, open, onClose }: ForgetProps) {
  const { forget } = useAccountControl();
  const [isSure, setSure] = useState(saved.kind === 'wallet');
  return (
    <ConfirmDialog
      title={saved.kind === 'key' ? 'Forget this key?' : 'Forget this wallet?'}
      action='Forget it'
      refrain='Keep it'
      isLocked={!isSure}
      open={open}
      onClose={onClose}
      onConfirm={forget}
    >
      {saved.kind === 'key' ? (
        <>
          <p>
            Without the key no one can get into this account again, you included. Open orders stay open. Save the key
            first if you may want to come back.
          </p>
          <KeyBox privateKey={saved.privateKey} address={saved.address} />
          <CheckField isOn={isSure} onChange={setSure}>
            {IS_SAVED}
          </CheckField>
        </>
      ) : (
        <p>This device no longer knows the account. The wallet can connect again at any time.</p>
      )}
    </ConfirmDialog>
  );
}
