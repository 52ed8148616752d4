/**
 * Devices, sessions and links that an operator's recovery link may have left in an account end before the account's
 * rights grow: the link's maker could have used it, and would act with them.
 */
import type { Account, Role } from '@bellwether/engine';
import type { Failure } from '@bellwether/wire/failure.ts';
import type { FastifyRequest } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { endDevices } from './admin-people.ts';

/** Ends all devices and sessions of the account's person, if such a link was used, before it is given the role. */
export async function endRecovered(
  dependencies: AppDependencies,
  { id, address }: Account,
  role: Role,
  request: Pick<FastifyRequest, 'admin'>,
): Promise<Failure | null> {
  const { people, view } = dependencies;
  const grows = (role === 'owner' || role === 'operator') && view.state.rights.roleOf(id) !== role;
  if (people === undefined || !grows) return null;
  const [person] = (await people.list({ accounts: [address], limit: 1, offset: 0 })).people;
  if (person === undefined || person.recoveredMs === null) return null;
  const refused = await endDevices(dependencies, request, person, `a recovery link was used before the role ${role}`);
  if (refused === null) await people.change(person.id, { account: address });
  return refused;
}
