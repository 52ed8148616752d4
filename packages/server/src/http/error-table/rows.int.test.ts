/** Every row of the table of errors, area by area; only those that fill the venue run elsewhere. */
import { afterAll, beforeAll, describe } from 'vitest';
import { ADMIN_CASES, POSITION_CASES } from '../testing/error-cases/accounts.ts';
import { CATALOG_CASES, COMMENT_CASES } from '../testing/error-cases/catalog.ts';
import { CLIENT_CASES } from '../testing/error-cases/clients.ts';
import { KEY_CASES } from '../testing/error-cases/keys.ts';
import { LEDGER_CASES } from '../testing/error-cases/ledger.ts';
import { ORDER_CASES } from '../testing/error-cases/orders.ts';
import { PRICE_CASES } from '../testing/error-cases/prices.ts';
import { closeRelayVenue, RELAYER_CASES, startRelayVenue } from '../testing/error-cases/relayer.ts';
import { runCases } from '../testing/error-cases/run-cases.ts';

beforeAll(startRelayVenue);
afterAll(closeRelayVenue);

describe.each(
  Object.entries({
    admin: ADMIN_CASES,
    catalog: CATALOG_CASES,
    clients: CLIENT_CASES,
    comments: COMMENT_CASES,
    keys: KEY_CASES,
    ledger: LEDGER_CASES,
    orders: ORDER_CASES,
    positions: POSITION_CASES,
    prices: PRICE_CASES,
    'the relayer': RELAYER_CASES,
  }),
)('%s', runCases);
