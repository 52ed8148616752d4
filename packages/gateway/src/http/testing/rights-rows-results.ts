/** Rights: results that are proposed, disputed, confirmed, withdrawn and reversed. */
import type { RouteName } from '@bellwether/contract';
import { freshEvent, type Row, raceOf } from './rights.ts';
import { admin } from './trader.ts';

const asks = (ask: Row['ask'] & {}): Row => ({ ask });

/** A fresh market or event of which a result is proposed, fixed or neither, and the path that acts on it. */
const resulted = (of: 'markets' | 'events', before: 'propose' | 'resolve' | null, act: string) =>
  asks(async (world) => {
    const [{ conditionId, eventId } = { conditionId: '', eventId: '' }] = await raceOf(world);
    const path = `/admin/${of}/${of === 'markets' ? conditionId : eventId}`;
    if (before !== null) await admin(world.stack, 'POST', `/admin/markets/${conditionId}/${before}`, { winner: 'Yes' });
    return { path: `${path}/${act}` };
  });

export const RESULT_ROWS = {
  disputeResult: {
    ask: async (world) => {
      const { conditionId } = await freshEvent(world);
      await admin(world.stack, 'POST', `/admin/markets/${conditionId}/propose`, { winner: 'Yes' });
      const { markets, marketsByCondition } = world.stack.exchange.state;
      const fact = () => markets[marketsByCondition.get(conditionId as never) ?? -1]?.proposal?.dispute;
      return { path: `/markets/${conditionId}/dispute`, fact };
    },
    changes: ['alice', 'bob', 'moderator'],
  },
  proposeResult: resulted('markets', null, 'propose'),
  proposeEventResult: resulted('events', null, 'propose'),
  disputeResultAsOperator: resulted('markets', 'propose', 'dispute'),
  confirmResult: resulted('markets', 'propose', 'confirm'),
  confirmEventResult: resulted('events', 'propose', 'confirm'),
  withdrawProposal: resulted('markets', 'propose', 'withdraw-proposal'),
  withdrawEventProposal: resulted('events', 'propose', 'withdraw-proposal'),
  reverseResult: asks(async (world) => {
    const { conditionId } = await freshEvent(world);
    await admin(world.stack, 'POST', `/admin/markets/${conditionId}/resolve`, { winner: 'Yes' });
    return { path: `/admin/markets/${conditionId}/reverse` };
  }),
  reverseEventResult: resulted('events', 'resolve', 'reverse'),
} satisfies Partial<Record<RouteName, Row>>;
