/** Bodies in which the profile `polymarket` takes fields that its public clients send along, and the other one none. */
import type { Static, TSchema } from 'typebox';
import type { Failure } from '../../wire/failure.ts';
import type { GatewaySettings } from '../dependencies.ts';
import { createChecker, type Read } from './body.ts';

/** A body as either profile takes it: the second schema has the fields of the first and more. */
export interface ProfileBodies<Own extends TSchema, OfPublicClients extends TSchema> {
  readonly own: Own;
  readonly ofPublicClients: OfPublicClients;
}

const HINT = '; clients that send it need a venue that was started with BELLWETHER_PROFILE=polymarket';

/** Compiles a checker of what the profile takes. What only the other would have taken is refused with its name. */
export function createProfileChecker<Own extends TSchema, OfPublicClients extends TSchema>(
  profile: GatewaySettings['profile'],
  { own, ofPublicClients }: ProfileBodies<Own, OfPublicClients>,
  describe: (detail: string) => Failure,
): (value: unknown) => Read<Static<Own> | Static<OfPublicClients>> {
  const checkWider = createChecker(ofPublicClients, describe);
  if (profile === 'polymarket') return checkWider;
  const hinting = createChecker(own, (detail) => describe(detail + HINT));
  const check = createChecker(own, describe);
  return (value) => {
    const read = check(value);
    return read.kind === 'failure' && checkWider(value).kind === 'read' ? hinting(value) : read;
  };
}
