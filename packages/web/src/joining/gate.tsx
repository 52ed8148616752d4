/** View of an outsider on a venue for members: its name, and the ways in. Starts no feed and reads no market. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { BrandMark, Terms } from '../looks/brand.tsx';
import { useLook } from '../venue/venue-look.ts';
import { JoinPanel } from './join-panel.tsx';
import '../account/account.css';

const queries = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } });

export function Gate() {
  const { name, logo } = useLook();
  return (
    <QueryClientProvider client={queries}>
      <div className='shell'>
        <header className='header'>
          <div className='row header__inner'>
            <a className='row brand' href='/app/'>
              <BrandMark logo={logo} />
              <span className='brand__name'>{name}</span>
            </a>
          </div>
        </header>
        <main id='main' className='main'>
          {location.pathname === '/app/terms' ? <Terms /> : <JoinPanel />}
        </main>
      </div>
    </QueryClientProvider>
  );
}
