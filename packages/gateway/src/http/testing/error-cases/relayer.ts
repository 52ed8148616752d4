/** Errors of the relayer and of builder keys. Relaying needs a venue of the public clients' profile. */
import { openVenue } from '../open-venue.ts';
import {
  approval,
  builderHeaders,
  CONDITIONAL_TOKENS,
  convertCall,
  type EncodedCall,
  pairsCall,
  Relayer,
  redeemCall,
} from '../relaying.ts';
import { AUTHORIZATIONS, REVOCATIONS, WalletOwner } from '../session-signers.ts';
import { type Answer, addEvent, admin, send, type TestMarket, Trader } from '../trader.ts';
import { type ErrorCases, says } from './error-case.ts';
import { debtor } from './results.ts';
import { ask, inListed, inMode, lacking, UNKNOWN } from './venue.ts';

async function startRelayVenue() {
  const stack = await openVenue({ profile: 'polymarket' });
  const [open, resolved] = (await addEvent(stack, ['Open?', 'Resolved?'])) as [TestMarket, TestMarket];
  const negRisk = await addEvent(stack, ['Red?', 'Green?'], { negRisk: true }, { negRisk: true });
  await admin(stack, 'POST', `/admin/markets/${resolved.conditionId}/resolve`, { winner: 'Yes' });
  const alice = new Relayer(stack, 'a11ce');
  await alice.deploy();
  const owner = await WalletOwner.of(await Trader.open(stack, '1'));
  return { stack, alice, open, resolved, negRisk, owner };
}
type RelayVenue = Awaited<ReturnType<typeof startRelayVenue>>;

let relay: RelayVenue | null = null;
export async function openRelayVenue(): Promise<void> {
  relay = await startRelayVenue();
}

function started(): RelayVenue {
  if (relay === null) throw new Error('the venue of the relayer has not been started');
  return relay;
}

/** A call from Alice's Safe, by default with the next nonce. */
const batch =
  (call: (venue: RelayVenue) => EncodedCall | Promise<EncodedCall>, nonce = 0) =>
  async (): Promise<Answer> => {
    const venue = started();
    return venue.alice.submit(await venue.alice.batch(await call(venue), nonce));
  };
const pairs = (kind: 'split' | 'merge', market: 'open' | 'resolved', micros: bigint) =>
  batch((venue) => pairsCall(kind, venue[market].conditionId, micros));

async function groupOf({ stack, negRisk }: RelayVenue): Promise<string> {
  const answer = await send(stack, 'GET', `/markets/${negRisk[0]?.conditionId}`);
  return (answer.body as { readonly neg_risk_market_id: string }).neg_risk_market_id;
}

const SESSION_KEY = `0x${'5c'.repeat(20)}`;
type Body = (owner: WalletOwner) => Promise<object>;

/** Errors of both routes of session signers; `body` is the batch, which each row changes. */
const ofSessionSigners = (path: string, body: Body) => {
  const asked = (change: (body: object, owner: WalletOwner) => object) => async () => {
    const { owner } = started();
    return owner.send(path, change(await body(owner), owner));
  };
  return {
    not_offered: says(/^the relayer belongs to the profile polymarket \(BELLWETHER_PROFILE\)/, async (venue) => {
      const elsewhere = await WalletOwner.of(venue.alice);
      return elsewhere.send(path, await body(elsewhere));
    }),
    invalid_payload: says(
      'Invalid payload: unknown field "colour"',
      asked((good) => ({ ...good, colour: 'red' })),
    ),
    relay_refused: says(
      /^the relayer cannot do this: 0x[0-9a-f]{40} is not a deposit wallet of 0x[0-9a-f]{40}: only those have session signers$/,
      asked((good, owner) => ({ ...good, walletAddress: owner.signer.address })),
    ),
    invalid_signature: says(
      /^invalid signature: recovered signer 0x[0-9a-f]{40}, expected 0x[0-9a-f]{40}; digest expected to be signed/,
      asked((good) => ({ ...good, sessionSignerAddress: `0x${'5b'.repeat(20)}` })),
    ),
    invalid_api_key: says('Unauthorized/Invalid api key', async () => {
      const { stack, owner } = started();
      const text = JSON.stringify(await body(owner));
      const unknown = { key: '00000000-0000-4000-8000-000000000001', secret: '', passphrase: '0'.repeat(64) };
      return send(stack, 'POST', path, text, builderHeaders(stack, unknown, 'POST', path, text));
    }),
    wallet_not_deployed: says(
      /^the wallet 0x[0-9a-f]{40} is not deployed: deploy it first$/,
      asked((good) => ({ ...good, walletAddress: SESSION_KEY })),
    ),
  };
};

/** A batch of the owner's wallet, signed by a key with these scopes that lasts so many more seconds; null: no key. */
async function byKey(scopes: readonly string[] | null, lastsS = 60): Promise<Answer> {
  const { stack, owner } = started();
  const { signer } = new Relayer(stack, 'b07');
  const { state } = stack.exchange;
  const account = state.accountsByAddress.get(owner.signer.address.toLowerCase() as never) as never;
  const wallet = state.walletsByAddress.get(owner.wallet as never) as never;
  const of = { account, wallet, key: signer.address.toLowerCase() as never };
  const expiration = owner.nowS + Math.max(1, lastsS);
  if (scopes !== null) await stack.exchange.submit({ kind: 'AddKey', ...of, label: '', scopes, expiration });
  const body = await owner.batchByKey(signer, 0, [approval()]);
  if (lastsS === 0) stack.time.nowMs += 1_000;
  const answer = await send(stack, 'POST', '/submit', body);
  if (lastsS === 0) stack.time.nowMs -= 1_000;
  if (scopes !== null) await stack.exchange.submit({ kind: 'RevokeKey', ...of });
  return answer;
}

const noKey: Body = (owner) => owner.revocation(SESSION_KEY, { nonce: 0 });
const newKey: Body = (owner) => owner.authorization(SESSION_KEY, { nonce: 0 });
const wrongNonce = (path: string, body: Body) => ({
  relay_nonce_invalid: says('invalid nonce: batch nonce 7 does not match on-chain nonce 0', async () => {
    const { owner } = started();
    return owner.send(path, await body(owner));
  }),
});

/** Rows of the routes of session signers, and the row of the own route that this profile refuses. */
export const sessionSigners = {
  authorization: {
    ...ofSessionSigners(AUTHORIZATIONS, newKey),
    ...wrongNonce(AUTHORIZATIONS, (owner) => owner.authorization(SESSION_KEY, { nonce: 7 })),
    mode_disabled: {
      text: 'Trading is currently disabled.',
      retryAfter: 60,
      provoke: () =>
        inMode(started(), 'disabled', async () => started().owner.send(AUTHORIZATIONS, await newKey(started().owner))),
    },
    unauthenticated: says('missing header POLY_BUILDER_API_KEY', async () =>
      send(started().stack, 'POST', AUTHORIZATIONS, await newKey(started().owner)),
    ),
    key_invalid: says('invalid key: address must not be the owner’s, which signs without a key', async () => {
      const { owner } = started();
      return owner.send(AUTHORIZATIONS, await owner.authorization(owner.signer.address.toLowerCase(), { nonce: 0 }));
    }),
    too_many_keys: says('too many keys, max allowed for an account: 100; revoke one first', async () => {
      const { stack, owner } = started();
      const { state } = stack.exchange;
      const account = state.accountsByAddress.get(owner.signer.address.toLowerCase() as never) as never;
      const wallet = state.walletsByAddress.get(owner.wallet as never) as never;
      const keys = Array.from({ length: 100 }, (_, at) => `0x${'5d'.repeat(19)}${at.toString(16).padStart(2, '0')}`);
      const of = (key: string) => ({ account, wallet, key: key as never });
      for (const key of keys)
        await stack.exchange.submit({ kind: 'AddKey', ...of(key), label: '', scopes: ['CLOB'], expiration: 4e9 });
      const answer = await owner.send(AUTHORIZATIONS, await newKey(owner));
      for (const key of keys) await stack.exchange.submit({ kind: 'RevokeKey', ...of(key) });
      return answer;
    }),
  },
  revocation: {
    ...ofSessionSigners(REVOCATIONS, noKey),
    ...wrongNonce(REVOCATIONS, (owner) => owner.revocation(SESSION_KEY, { nonce: 7 })),
    unknown_key: says(/^0x5c[0-9a-f]{38} is no key of the wallet 0x[0-9a-f]{40}/, async () => {
      const { owner } = started();
      return owner.send(REVOCATIONS, await noKey(owner));
    }),
  },
  ofOwnRoute: says(
    /^the profile polymarket \(BELLWETHER_PROFILE\) adds keys by a batch that the wallet signs/,
    async () => {
      const trader = await Trader.open(started().stack, '1');
      return trader.sendAsWallet('POST', '/account/keys', { address: SESSION_KEY, scopes: ['ALL'], expiration: 4e9 });
    },
  ),
};

const NO_TRANSACTION = '00000000-0000-4000-8000-000000000000';
export const RELAYER_CASES: ErrorCases = {
  'GET /v1/account/transactions/:id': { id_not_found: says('id not found', NO_TRANSACTION) },
  'POST /submit': {
    not_offered: says(/^the relayer belongs to the profile polymarket \(BELLWETHER_PROFILE\)/, async (venue) =>
      ask(venue, 'POST', '/submit', await started().alice.batch(approval(), 0)),
    ),
    mode_disabled: {
      text: 'Trading is currently disabled.',
      retryAfter: 60,
      provoke: () => inMode(started(), 'disabled', batch(approval)),
    },
    invalid_payload: says('Invalid payload: type, from, to are required', () => started().alice.submit({})),
    not_listed: says(/^this venue admits only addresses that its operator has added/, async () => {
      const stranger = new Relayer(started().stack, '57a9');
      return inListed(started().stack, async () => stranger.submit(await stranger.deployment()));
    }),
    relay_refused: says(
      /^the relayer cannot do this: call 1: 0x69308fb5.* has no function 0xf242432a here: this venue takes approve/,
      batch(() => ({ to: CONDITIONAL_TOKENS, data: '0xf242432a' })),
    ),
    invalid_signature: says(
      /^invalid signature: recovered signer 0x[0-9a-f]{40}, expected 0x[0-9a-f]{40}; digest expected to be signed 0x[0-9a-f]{64}, for chain 80002$/,
      async () => {
        const { stack, alice } = started();
        const { signature } = await new Relayer(stack, 'b0b').batch(approval(), 0);
        return alice.submit(await alice.batch(approval(), 0, { ...(signature !== undefined && { signature }) }));
      },
    ),
    unauthenticated: says(
      /^WALLET-CREATE carries no signature of 0x[0-9a-f]{40}: send builder headers of a key of that account/,
      async () => {
        const { alice } = started();
        const to = '0x00000000000fb5c9adea0298d729a0cb3823cc07';
        return alice.submit({ type: 'WALLET-CREATE', from: alice.address, to });
      },
    ),
    invalid_api_key: says('Unauthorized/Invalid api key', async () => {
      const { stack, alice } = started();
      const unknown = { key: '00000000-0000-4000-8000-000000000001', secret: '', passphrase: '0'.repeat(64) };
      return alice.submit(await alice.batch(approval(), 0), builderHeaders(stack, unknown, 'POST', '/submit', ''));
    }),
    wallet_deployed: says(/^the wallet 0x[0-9a-f]{40} is deployed already$/, async () => {
      // Deployed by a transaction other than the one that is sent.
      const { stack } = started();
      const relayer = new Relayer(stack, 'dead');
      await relayer.deploy();
      const { state } = stack.exchange;
      const account = state.accountsByAddress.get(relayer.address) ?? (0 as never);
      const other = new Relayer(stack, 'beef');
      await stack.exchange.submit({
        kind: 'OpenAccount',
        address: other.address,
        depositWallet: `0x${'77'.repeat(20)}` as never,
        startingBalance: 0 as never,
      });
      const record = { id: UNKNOWN.hash, to: other.safe, data: '0x', metadata: '', builder: account };
      await stack.exchange.submit({
        kind: 'RelayTransaction',
        type: 'SAFE-CREATE',
        account: state.accountsByAddress.get(other.address) ?? (0 as never),
        wallet: other.safe,
        nonce: 0,
        steps: [],
        startingBalance: 0 as never,
        record,
      });
      return other.submit(await other.deployment());
    }),
    wallet_not_deployed: says(/^the wallet 0x[0-9a-f]{40} is not deployed: deploy it first$/, async () => {
      const nobody = new Relayer(started().stack, 'f00');
      return nobody.submit(await nobody.batch(approval(), 0));
    }),
    relay_nonce_invalid: says('invalid nonce: batch nonce 7 does not match on-chain nonce 0', batch(approval, 7)),
    market_not_found: says(
      'market not found',
      batch(() => pairsCall('split', UNKNOWN.hash, 1n)),
    ),
    market_closed: { text: 'the market is closed', fields: { call: 1 }, provoke: pairs('split', 'resolved', 1n) },
    market_not_resolved: {
      text: /^the market 0x[0-9a-f]{64} has no result yet: there is nothing to redeem or to reverse$/,
      fields: { call: 1 },
      provoke: batch(({ open }) => redeemCall(open.conditionId)),
    },
    event_not_found: says(
      'event not found',
      batch(() => convertCall(UNKNOWN.hash, 1n, 1n)),
    ),
    conversion_invalid: says(
      'invalid conversion: indexSet names a question that the event lacks',
      batch(async (venue) => convertCall(await groupOf(venue), 4n, 1n)),
    ),
    amount_out_of_range: says(
      'invalid amounts, amount 9000000000.000001 is not in 0.000001..9000000000',
      pairs('split', 'open', 9_000_000_000_000_001n),
    ),
    insufficient_balance: {
      text: lacking(1_000_000_000, 1_000_000_001),
      fields: { call: 1 },
      provoke: pairs('split', 'open', 1_000_000_001n),
    },
    insufficient_position: { text: lacking(0, 1), fields: { call: 1 }, provoke: pairs('merge', 'open', 1n) },
    account_in_debt: {
      text: /^the account owes 10 of a result that was reversed: /,
      fields: { call: 1 },
      provoke: async () => {
        const { stack, open } = started();
        const owner = new Relayer(stack, '64'.repeat(32));
        await owner.deploy();
        await debtor({ stack }, '64', await Trader.open(stack, '65'));
        return owner.submit(await owner.batch(pairsCall('split', open.conditionId, 1n), 0));
      },
    },
    unknown_key: says(/^0x[0-9a-f]{40} is no key of the wallet 0x[0-9a-f]{40}: it was never added/, () => byKey(null)),
    key_ended: says(/^the key 0x[0-9a-f]{40} of the wallet 0x[0-9a-f]{40} ended at 1[0-9]{9}$/, () =>
      byKey(['ALL'], 0),
    ),
    key_scope: says(/ has the scopes CLOB: this needs one of ALL$/, () => byKey(['CLOB'])),
  },
  'POST /v1/session-signers/authorizations': sessionSigners.authorization,
  'POST /v1/session-signers/revocations': sessionSigners.revocation,
};
