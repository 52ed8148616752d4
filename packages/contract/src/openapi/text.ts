/** Texts of the API description: rules for all calls, and how to sign in. */
import { feedsText } from './feeds.ts';

export function introduction(prefix: string): string {
  return `A prediction-market venue for play money: a catalog of questions, order books, wallet-signed orders, and a
ledger that anyone can verify.

## Names
- A **market** is one question with two outcomes; its *condition id* is \`0x\` and 64 hex digits.
- An outcome's **token id** is a 256-bit integer in decimal digits. The ledger writes an asset as
  \`<condition id>:<outcome index>\`.
- An **event** groups markets; a **series** groups events.
- A **wallet** is \`0x\` and 40 hex digits, all lower-case or with a correct checksum.

## Units
- Prices are collateral for one share, in 0..1, on the market's tick (0.1 … 0.0001).
- Sizes are shares, amounts are collateral; both have at most 6 decimals. Decimals in text have no exponent and no
  trailing zeros. \`makerAmount\` and \`takerAmount\` of a signed order are integers in millionths.
- Times are ISO 8601 in the catalog, Unix seconds in the ledger, Unix milliseconds in order books.

## Errors
Every error is JSON with \`error\`, a text for people. Trading routes add \`code\`, the same for programs. Catalog routes
answer \`{type, error}\` (\`type\` is \`bad request\`, \`not found error\`, \`unauthorized\`, \`forbidden\`, \`conflict\`, \`unprocessable content\` with 422, \`rate limited\` with 429,
\`service unavailable\` or \`internal error\`), ledger routes \`{error}\` alone. Query fields that are unknown or
repeated are refused, not ignored, and so are unknown and repeated fields of a body. Bodies are JSON of at most 256 KiB.

## Signing in
Public reads need nothing. Everything of an account needs an **API key**: five headers, one of each.

1. A wallet proves itself with an EIP-712 signature (\`ClobAuth\`, headers \`${prefix}ADDRESS\`, \`${prefix}SIGNATURE\`,
   \`${prefix}TIMESTAMP\`, \`${prefix}NONCE\`) at \`POST /auth/api-key\` and gets \`apiKey\`, \`secret\` and \`passphrase\`.
   The signed \`message\` is \`authMessage\` of \`GET /venue\`, which names this venue, and the signature is good once: a client
   that lost the answer signs again with a later timestamp and gets the same key.
2. Each request then carries \`${prefix}SIGNATURE\`: HMAC-SHA256, keyed with the base64-decoded secret, over
   \`timestamp + METHOD + path + body\` – Unix seconds, the path without its query string, and the body's exact bytes –
   in hex. A signature is good for one effect: sent again it is answered with its first answer and the header
   \`idempotent-replayed\`, so that a lost answer can be asked for. To do the same thing twice, sign it in another second.
   Requests with effect take no query, and those without a body in this description take none.
3. Orders are signed by the wallet as well: EIP-712 \`Order\` in the domain that \`GET /venue\` states.

${feedsText()}

## Repeating a request
Every request that changes something takes the header \`Idempotency-Key\`: 1 to 128 visible ASCII characters of the
client's choice, a UUID for example. Sent again with the same method, path, query and body (and a new signature), it is
not carried out again: it gets the first answer with \`idempotent-replayed: true\` and the key in \`Idempotency-Key\`, also
after a lost answer or a restart of the venue. The same key with anything else is 422 \`idempotency_key_used\`.

- Keys belong to the account, or to the operator: the same key of another is another request.
- They are kept for 24 hours, the latest 1,000 of an account and 10,000 of the operator. While the venue holds 100,000 in
  all, a new key takes the place of the earliest of its own account, down to 16. After that a repeat is a new request.
- A signed request without the header has its signature for a key, for two hours, the latest 12,000 of an account and 64 while the
  venue holds 100,000. It is answered with \`idempotent-replayed\` alone; under another key the signature is 409
  \`signature_used\`. Cancels are done each time; orders and heartbeats have ids of their own.
- What was refused changed nothing and is not kept: the same key may be tried again, corrected or not. What had nothing
  to do is kept, and so is a batch, whichever of its orders were refused.
- The answer is byte for byte the first for as long as the venue keeps it, through restarts too. Where it is gone (a longer
  one than 256 KiB, one of 64 MiB ago, at another machine, after a loss of power) it is made again from the
  journal: ids, amounts, hashes and lists of what was done are those of then, balances and texts beside them those of now.
- A repeat counts against caps as any request.
- Orders are known by their id with or without a key. What changes nothing ignores the header.
- Where a request is about the API key that signs it (a heartbeat, its own revocation) another API key makes it another
  request, as another nonce does of a sign-in. A key that was revoked is told so again under the same \`Idempotency-Key\`, and is
  401 for everything else.
- API keys and builder keys are told again with their secrets, which no file keeps. Links of people, admin tokens and secrets
  of hooks are told once. Repeats of them are 409. Repeats to \`/auth/people/\` have the same effect, without the header; each device link is another.
- What moves a sandbox is remembered by the sandbox as a whole, on all its branches together: the latest 1,000 requests.

## Hosts
One address serves everything. Clients that expect hosts of their own for trading, catalog and data find each behind a
prefix, \`/clob\`, \`/gamma\` and \`/data\`, or a host name that the operator has set. Where one path means two things, prefix
or host decides: \`/clob/markets\` is the cursor form, \`/gamma/markets\` the catalog form, \`/clob/markets/{id}\` a trading
client's market, \`/gamma/markets/{id}\` the catalog's, \`/clob/data/trades\` the caller's own trades. \`/data/trades\` is the
caller's own with the headers of a key or a field of theirs such as \`next_cursor\`, else everyone's. Signatures cover the
path without the prefix, and caps count a route once, whatever stands before it.

## Caps
Requests are counted in sliding windows, by API key or else by address. \`x-caps\` of an operation names the windows that
count it. Where it names \`work\` or \`cancels\`, \`x-cost\` says how many units a request counts there; a read that turns out
to take more CPU counts it afterwards, a millisecond a unit. A request that would go over a cap waits for at most a second, then gets 429 with a true \`Retry-After\`.`;
}

export const ADMIN_TOKEN_TEXT =
  'The operator’s token: `BELLWETHER_ADMIN_TOKEN`, else the file `admin-token` of the data folder.';

/** Content of each authentication header, by its name without prefix. */
export const L2_HEADER_TEXTS: Readonly<Record<string, string>> = {
  ADDRESS: 'wallet of the account, all lower-case or with a correct checksum',
  API_KEY: 'API key: a UUID from `POST /auth/api-key`',
  PASSPHRASE: 'passphrase of the key: 64 hex digits',
  TIMESTAMP: 'Unix seconds; at most 60 s behind and 5 s ahead of the venue’s clock',
  SIGNATURE:
    'HMAC-SHA256 with the base64-decoded secret over `timestamp + METHOD + path + body`, in hex (base64 and url-safe base64 do as well); the path without its query string, the body’s exact bytes; good for one effect',
};

export const L1_HEADER_TEXTS: Readonly<Record<string, string>> = {
  ADDRESS: 'the wallet that signs',
  SIGNATURE:
    'the wallet’s EIP-712 signature of `ClobAuth {address, timestamp, nonce, message}`, message being `authMessage` of `GET /venue`, in the domain `{name: "ClobAuthDomain", version: "1", chainId}`: 65 bytes in hex; good once',
  TIMESTAMP: 'Unix seconds, as signed; at most 60 s behind and 5 s ahead of the venue’s clock',
  NONCE: 'decimal integer; which of the wallet’s keys is meant, 0 for the first',
};

export const BUILDER_HEADER_TEXTS: Readonly<Record<string, string>> = {
  BUILDER_API_KEY: 'builder API key: a UUID from `POST /auth/builder-api-key`',
  BUILDER_PASSPHRASE: 'passphrase of the key: 64 hex digits',
  BUILDER_TIMESTAMP: 'Unix seconds; at most 60 s behind and 5 s ahead of the venue’s clock',
  BUILDER_SIGNATURE: 'as `SIGNATURE` of an API key, with the secret of the builder key',
};
