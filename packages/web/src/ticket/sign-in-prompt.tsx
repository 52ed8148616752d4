/** One-click sign-in, shown to visitors instead of the order button. */
import { Link } from '@tanstack/react-router';
import { useAccountControl } from '../account/account-context.tsx';
import { useStartingBalance } from '../account/starting-balance.ts';
import { Button } from '../ui/button.tsx';
import { Problem } from '../ui/field.tsx';

export function SignInPrompt() {
  const { state, start, signIn } = useAccountControl();
  const balance = useStartingBalance();
  if (state.kind === 'none') {
    return (
      <div className='stack gap-2'>
        <Button kind='primary' size='lg' wide onClick={start}>
          {balance === null ? 'Create an account' : 'Start with play money'}
        </Button>
        <p className='small soft'>
          To trade you need an account. One click makes a key in this browser; no e-mail, no real money.{' '}
          <Link to='/account'>Other ways in</Link>
        </p>
      </div>
    );
  }
  return (
    <div className='stack gap-2'>
      <Button kind='primary' size='lg' wide busy={state.kind === 'opening'} onClick={signIn}>
        {state.kind === 'opening' ? 'Signing in' : 'Sign in to trade'}
      </Button>
      <Problem text={state.kind === 'failed' ? state.reason : null} />
    </div>
  );
}
