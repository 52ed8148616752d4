/** The account's place in the header: sign-in for visitors, cash for signed-in users. Also opens the new-key dialog. */
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { formatMoney } from '../format/numbers.ts';
import { HAS_PEOPLE } from '../session/venue-people.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { lazyPart } from '../venue/load-part.ts';
import { useAccountControl } from './account-context.tsx';
import { useFunds } from './funds.ts';

const NewKeyDialog = lazyPart(async () => (await import('./new-key-dialog.tsx')).NewKeyDialog);

export function AccountButton() {
  const { state, freshKey } = useAccountControl();
  return (
    <>
      <Way state={state} />
      {freshKey !== null && (
        <Suspense>
          <NewKeyDialog />
        </Suspense>
      )}
    </>
  );
}

function Way({ state }: Pick<ReturnType<typeof useAccountControl>, 'state'>) {
  const { signIn } = useAccountControl();
  const funds = useFunds();
  switch (state.kind) {
    case 'none':
      return (
        <Link to={HAS_PEOPLE ? '/join' : '/account'} className={buttonClass({ kind: 'primary' })}>
          {HAS_PEOPLE ? 'Sign in' : 'Start trading'}
        </Link>
      );
    case 'opening':
      return <Button busy>Signing in</Button>;
    case 'closed':
      return (
        <Button kind='primary' onClick={signIn}>
          Sign in
        </Button>
      );
    case 'failed':
      return (
        <Link to='/account' className={buttonClass({ kind: 'danger' })} title={state.reason}>
          Not signed in
        </Link>
      );
    case 'open':
      return (
        <Link to='/account' className={buttonClass({})}>
          <Mark id={state.account.address} size={18} round />
          <span className='visually-hidden'>Account, cash: </span>
          <span className='numeric'>{funds === null ? 'Account' : formatMoney(funds.free)}</span>
        </Link>
      );
    default:
      return state satisfies never;
  }
}
