/**
 * Projection of fills by the account that signed their orders, for wallets that keys trade for: there the wallet alone does
 * not tell whose fill one is. Wallets without keys cost nothing here.
 */
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { Projection, WriteContext } from '../../projection.ts';
import { createTables, insertInto } from '../../table.ts';
import { KEY_FILL_TABLES } from '../key-fills-tables.ts';
import { fillId } from '../tables.ts';

const SCHEMA = `
  ${createTables(KEY_FILL_TABLES)}
  CREATE INDEX shared_fills_by_account ON shared_fills (account, id);
  CREATE INDEX shared_fills_by_account_market ON shared_fills (account, market, id);
`;

export const keyFillsProjection: Projection = {
  name: 'key-fills',
  version: 1,
  tables: Object.keys(KEY_FILL_TABLES),
  schema: SCHEMA,

  open(store) {
    const insertWallet = store.prepare(insertInto(KEY_FILL_TABLES, 'shared_wallets'));
    const insertOrder = store.prepare(insertInto(KEY_FILL_TABLES, 'key_orders'));
    const insertFill = store.prepare(insertInto(KEY_FILL_TABLES, 'shared_fills'));
    const signerOf = store.prepare('SELECT account FROM key_orders WHERE number = ?');
    const rows = store.prepare('SELECT wallet FROM shared_wallets').all();
    const shared = new Set(rows.map((row) => Number(row['wallet'])));

    function write({ sequence, events }: ChainedEntry, ownerOf: (wallet: number) => number): void {
      let taker: { readonly account: number } | null = null;
      for (const event of events) {
        if (event.kind === 'OrderAccepted') {
          const { account, wallet, order } = event;
          taker = event;
          if (account === ownerOf(wallet)) continue;
          insertOrder.run(order, account);
          if (shared.has(wallet)) continue;
          insertWallet.run(wallet, sequence);
          shared.add(wallet);
        } else if (event.kind === 'TradeExecuted' && taker !== null) {
          const { market } = event;
          if (shared.has(event.wallet))
            insertFill.run(fillId(sequence, 0), taker.account, event.wallet, market, event.outcome);
          event.legs.forEach(({ wallet, order, outcome }, index) => {
            if (!shared.has(wallet)) return;
            const account = Number(signerOf.get(order)?.['account'] ?? ownerOf(wallet));
            insertFill.run(fillId(sequence, index + 1), account, wallet, market, outcome);
          });
        }
      }
    }

    return {
      write(entries, { state }: WriteContext) {
        const ownerOf = (wallet: number): number => state.wallets[wallet]?.account ?? -1;
        for (const entry of entries) write(entry, ownerOf);
      },
    };
  },
};
