/** Tells what the account owes since a result was reversed, and how that is paid off. */
import { debtRule } from './debt.ts';
import { useFunds } from './funds.ts';
import './account.css';

export function DebtNotice() {
  const debt = useFunds()?.debt ?? '0';
  return debt === '0' ? null : (
    <p className='small pad rounded notice notice--warn' role='status'>
      {debtRule(debt)}
    </p>
  );
}
