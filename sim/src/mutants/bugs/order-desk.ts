/** Seeded bugs of the order desk: who may place what. */
import type { MutantArea } from '../mutant.ts';

const DESK = 'packages/server/src/http/order-desk.ts';
const ORDER = 'packages/server/src/wire/orders/order-draft.ts';
const OWNED = 'packages/engine/src/decide/owned-wallet.ts';
const CANCEL = 'packages/engine/src/decide/cancel.ts';

export const ORDER_DESK: MutantArea = {
  title: 'Order desk and ownership',
  mutants: [
    {
      name: 'signature-not-checked',
      breaks: 'An order is placed whoever has signed it.',
      file: DESK,
      piece: "if (draft.kind === 'draft' && recovered === placer.account.address) return",
      by: "if (draft.kind === 'draft') return",
    },
    {
      name: 'order-id-not-the-digest',
      breaks: 'An order is known by another id than its digest.',
      file: DESK,
      piece: "return { kind: 'checked', id, draft };",
      by: "return { kind: 'checked', id: id.slice(0, -1).concat('0'), draft };",
    },
    {
      name: 'order-from-the-first-wallet',
      breaks: "An order is placed from the account's first wallet instead of its maker's.",
      file: DESK,
      piece: 'return { ...submission, command: { ...order, wallet } };',
      by: 'return { ...submission, command: { ...order, wallet: placer.account.wallets[0] } };',
    },
    {
      name: 'owner-not-checked',
      breaks: "An order that names another account's API key as its owner is taken.",
      file: ORDER,
      piece: 'if (owner !== apiKey) {',
      by: 'if (owner === undefined) {',
    },
    {
      name: 'signer-not-checked',
      breaks: 'An order that names another address as its signer is taken.',
      file: ORDER,
      piece: 'if (signatureType !== 3 && signer !== account.address)',
      by: 'if (signatureType !== 3 && signer === undefined)',
    },
    {
      name: 'sides-turned-round',
      breaks: 'A signed sell is placed as a buy.',
      file: ORDER,
      piece: 'side: order.side,\n    type:',
      by: "side: 'BUY',\n    type:",
    },
    {
      name: 'expiration-dropped',
      breaks: 'The expiration of a placement does not reach the exchange.',
      file: ORDER,
      piece: 'expiration: Number(order.expiration ?? 0),',
      by: 'expiration: 0,',
    },
    {
      name: 'wallet-of-another-account',
      breaks: "An order may be placed from another account's wallet.",
      file: OWNED,
      piece: 'return found.account === account\n',
      by: 'return found !== undefined\n',
    },
    {
      name: 'cancels-orders-of-others',
      breaks: 'Anyone can cancel an order whose id they know.',
      file: CANCEL,
      piece: 'return order !== undefined && order.account === command.account ? order : null;',
      by: 'return order ?? null;',
    },
  ],
};
