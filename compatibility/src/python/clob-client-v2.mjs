/** Answers `[method, ...arguments]`, a line each on stdin, by a line on stdout: for `py_clob_client_v2.py`. */
import { createInterface } from 'node:readline';
import { ClobClient } from '@polymarket/clob-client-v2';
import { createWalletClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

const [host, chain, key] = process.argv.slice(2);
const account = privateKeyToAccount(key);
const options = {
  ...{ host, chain: Number(chain), throwOnError: true },
  signer: createWalletClient({ account, transport: http(host) }),
};
let client = new ClobClient(options);

async function call(method, ...args) {
  if (method === 'address') return account.address;
  if (method !== 'creds') return client[method](...args);
  client = new ClobClient({ ...options, creds: args[0] });
  return null;
}

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await call(...JSON.parse(line)).then(
    (value) => ({ value }),
    ({ message }) => ({ error: message }),
  );
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
