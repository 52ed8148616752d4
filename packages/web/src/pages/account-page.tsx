/** Account page: sign-in for visitors; money, profile and key for signed-in users. */
import { getRouteApi, Link } from '@tanstack/react-router';
import { useAccountControl } from '../account/account-context.tsx';
import { CopyText } from '../account/copy-text.tsx';
import { FundsPanel } from '../account/funds-panel.tsx';
import { KeyPanel } from '../account/key-panel.tsx';
import { KeysPanel } from '../account/keys/keys-panel.tsx';
import { ProfilePanel } from '../account/profile-form.tsx';
import { StartPanel } from '../account/start-panel.tsx';
import { OwnDataPanel } from '../exports/own-data-panel.tsx';
import { DevicesPanel } from '../joining/devices-panel.tsx';
import { DigestPanel } from '../joining/digest-panel.tsx';
import { usePageTitle } from '../shell/page-title.ts';
import { buttonClass } from '../ui/button.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import '../account/account.css';

const route = getRouteApi('/account');

export function AccountPage() {
  usePageTitle('Account');
  const { state } = useAccountControl();
  const { wallets } = route.useSearch();
  const saved = 'saved' in state ? state.saved : null;
  if (saved === null) {
    return (
      <>
        <h1>Start trading</h1>
        <StartPanel />
      </>
    );
  }
  return (
    <>
      <div className='row row--apart'>
        <div>
          <h1>Account</h1>
          <CopyText text={saved.address} what='address' />
        </div>
        {state.kind === 'open' && (
          <Link to='/' className={buttonClass({ kind: 'primary' })}>
            Find a market
          </Link>
        )}
      </div>
      {state.kind === 'failed' && (
        <div role='alert' className='row row--apart wrap small pad rounded notice notice--warn'>
          <p>Signing in did not work: {state.reason}</p>
          {saved.kind === 'device' && (
            <Link to='/join' className={buttonClass({ kind: 'primary', size: 'sm' })}>
              Sign in again
            </Link>
          )}
        </div>
      )}
      <div className='grid gap-4 top account'>
        <div className='stack'>
          {state.kind === 'open' ? (
            <div className='account__funds'>
              <FundsPanel account={state.account} isAll={wallets === 'all'} />
            </div>
          ) : (
            state.kind === 'opening' && (
              <div className='account__funds panel panel__body'>
                <SkeletonLines />
              </div>
            )
          )}
          {saved.kind === 'device' ? <DevicesPanel saved={saved} /> : <KeyPanel saved={saved} />}
          {saved.kind === 'device' && <DigestPanel />}
        </div>
        {state.kind === 'open' && <ProfilePanel account={state.account} />}
        {state.kind === 'open' && <OwnDataPanel client={state.account.client} />}
        {state.kind === 'open' && saved.kind !== 'device' && <KeysPanel account={state.account} />}
      </div>
    </>
  );
}
