/** Marks of the house: the venue itself, where it makes a market. */
import type { Event } from '@bellwether/contract';
import { Link } from '@tanstack/react-router';
import { formatMoney } from '../format/numbers.ts';

/** Addresses that the venue reserves for its own makers. */
const isHouse = (address: string): boolean => /^0x(be11){7}40e5[0-9a-f]{8}$/i.test(address);

/** A mark beside the name of a house; nothing beside another's. */
export function HouseMark({ address }: { readonly address: string }) {
  if (!isHouse(address)) return null;
  return (
    <span className='badge badge--accent' title='The venue itself, which makes this market'>
      Maker
    </span>
  );
}

/** Says that the house makes the market, and how much it can lose; nothing without a house. */
export function HouseNote({ event: { houseMaker } }: { readonly event: Event }) {
  if (houseMaker === undefined) return null;
  return (
    <p className='small soft'>
      <Link to='/profile/$address' params={{ address: houseMaker.wallet }}>
        The house
      </Link>{' '}
      makes this market and can lose at most {formatMoney(houseMaker.subsidy)}.
    </p>
  );
}
