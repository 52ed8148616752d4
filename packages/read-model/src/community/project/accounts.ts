/**
 * Projection of accounts and wallets: the owner of each row in the ledger. A wallet's row changes only when its address
 * returns to its owner.
 */
import { pseudonym } from '@bellwether/engine';
import { ACCOUNT_TABLES } from '../../ledger/tables.ts';
import { byEvent, type Projection } from '../../projection.ts';
import { createTables, insertInto } from '../../table.ts';

const SCHEMA = `
  ${createTables(ACCOUNT_TABLES)}
  CREATE INDEX wallets_by_account ON wallets (account);
`;

export const accountsProjection: Projection = {
  name: 'accounts',
  version: 1,
  tables: Object.keys(ACCOUNT_TABLES),
  ignoresTrading: true,
  schema: SCHEMA,

  open(store) {
    const insertAccount = store.prepare(insertInto(ACCOUNT_TABLES, 'accounts'));
    const insertWallet = store.prepare(insertInto(ACCOUNT_TABLES, 'wallets'));
    const renameWallet = store.prepare('UPDATE wallets SET address = ? WHERE id = ?');
    return byEvent((event) => {
      if (event.kind === 'AccountOpened') {
        insertAccount.run(event.account, event.address, event.depositWallet, pseudonym(event.address));
      } else if (event.kind === 'WalletBound') {
        insertWallet.run(event.wallet, event.address, event.account);
      } else if (event.kind === 'WalletReleased') {
        renameWallet.run(event.address, event.wallet);
      }
    });
  },
};
