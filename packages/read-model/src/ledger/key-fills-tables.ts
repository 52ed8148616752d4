/** Fills of wallets that keys trade for as well, by the account that signed their orders. */
import { integer, type Rows, rowId } from '../table.ts';

export const KEY_FILL_TABLES = {
  /** A wallet for which a key has placed an order. */
  shared_wallets: {
    wallet: rowId,
    /** Entry of the first such order. All fills of the wallet from before are its owner's. */
    since: integer,
  },
  key_orders: { number: rowId, account: integer },
  /** A fill of a shared wallet from `since` on; has the id of the fill. */
  shared_fills: {
    id: rowId,
    /** The owner of the wallet, or the account of the key that signed the order. */
    account: integer,
    wallet: integer,
    market: integer,
    outcome: integer,
  },
};

export type KeyFillTables = Rows<typeof KEY_FILL_TABLES>;
