/** Provides the public client to all components below. */
import { createContext, type ReactNode, use } from 'react';
import type { Client } from './client.ts';

const ClientContext = createContext<Client | null>(null);

export function VenueProvider({ client, children }: { readonly client: Client; readonly children: ReactNode }) {
  return <ClientContext value={client}>{children}</ClientContext>;
}

export function useClient(): Client {
  const client = use(ClientContext);
  if (client === null) throw new Error('useClient needs a VenueProvider above');
  return client;
}
