/** Mounts the routes of people. Without their store, a venue has the session's route alone. */
import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { venueLook } from '../looks/venue-look.ts';
import { registerAdminPeople } from './admin-people.ts';
import { registerDevices } from './devices.ts';
import { registerDigest } from './digest.ts';
import { registerJoining, registerSession } from './joining.ts';
import { registerSigningIn } from './signing-in.ts';

export function registerPeople(app: FastifyInstance, dependencies: AppDependencies): void {
  const { people } = dependencies;
  registerSession(app, dependencies);
  if (people === undefined) return;
  registerJoining(app, dependencies, people);
  registerSigningIn(app, dependencies, people);
  registerDevices(app, dependencies, people);
  registerDigest(app, people, () => venueLook(dependencies));
  registerAdminPeople(app, dependencies, people);
}
