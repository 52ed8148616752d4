/** View of an outsider on a venue for members: its name, and the ways in. Starts no feed and reads no market. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { VENUE_NAME } from '../format/look.ts';
import { JoinPanel } from './join-panel.tsx';
import '../account/account.css';

const queries = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } });

export function Gate() {
  return (
    <QueryClientProvider client={queries}>
      <div className='shell'>
        <header className='header'>
          <div className='row header__inner'>
            <a className='row brand' href='/app/'>
              <span className='brand__name'>{VENUE_NAME}</span>
            </a>
          </div>
        </header>
        <main id='main' className='main'>
          <JoinPanel />
        </main>
      </div>
    </QueryClientProvider>
  );
}
