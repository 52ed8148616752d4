/** Incidents by the hand of the operator: money that comes and goes, a migration, a venue that goes back in time. */
import type { Incident } from '../incident.ts';
import { NotPlayed } from '../stage.ts';

const WITHDRAWN = '100';
const DEPOSITED = '37.5';

export const OPERATOR_INCIDENTS: readonly Incident[] = [
  {
    name: 'balance-changed',
    about: "The operator takes collateral out of the bot's wallet and puts other collateral in.",
    async play(stage) {
      await stage.startBot();
      await stage.restingOrder();
      const wallet = stage.account.account.address;
      await stage.operator.admin.withdraw({ wallet, amount: WITHDRAWN });
      await stage.operator.admin.deposit({ wallet, amount: DEPOSITED });
      stage.note(`the operator withdrew ${WITHDRAWN} and deposited ${DEPOSITED}`);
    },
  },
  {
    name: 'cutover',
    about: 'A migration wipes all open orders and refuses new ones for the market: shares and cash stay as they were.',
    async play(stage) {
      await stage.startBot();
      await stage.fillNext('half');
      const rule = await stage.cutOver();
      stage.note('its open orders were wiped; GET /version says 3 and the market, of version 1, takes no more orders');
      await stage.letMeet(rule);
      stage.note(`${await stage.hits(rule)} of its orders were refused with order_version_mismatch`);
    },
  },
  {
    name: 'rewound',
    about: 'The venue is restored to a moment before an order and its fill, which then never happened.',
    async play(stage) {
      await stage.startBot();
      const { id } = await stage.fillNext('half');
      const { steps } = await stage.operator.sandbox.explain(id);
      const first = Math.min(...steps.flatMap(({ sequence }) => (sequence === null ? [] : [sequence])));
      if (!Number.isFinite(first)) throw new NotPlayed(`the venue does not tell when order ${id} was placed`);
      await stage.operator.sandbox.rewind({ sequence: first - 1 });
      await stage.operator.sandbox.run();
      stage.note(`the venue went back to entry ${first - 1}, before order ${id}`);
    },
  },
];
