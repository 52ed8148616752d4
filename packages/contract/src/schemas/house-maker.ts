import { Type } from 'typebox';
import { amount, text } from '../described.ts';

/** How the venue itself makes the markets of an event. */
export const HouseMaker = Type.Object(
  {
    subsidy: amount('the most that the house can lose in the event'),
    spread: amount('distance of its best bid and its best ask; 0 is the ticks on either side of its curve'),
    probabilities: Type.Array(Type.Number(), {
      description: 'opening probabilities of the first outcomes, in the order of the markets',
    }),
    wallet: text('address that its orders come from'),
  },
  { description: 'the venue itself quotes the markets; absent in lists, and in events without; additive' },
);
