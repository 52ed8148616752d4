/** Clients of the exam itself. */
import { type Client, type ClientOptions, createClient } from '@bellwether/sdk';

/** How long a busy machine takes to answer says nothing about a bot. */
export const clientOf = (baseUrl: string, as: Pick<ClientOptions, 'account' | 'adminToken'>): Client =>
  createClient({ baseUrl, timeoutMs: 600_000, ...as });
