import { type OrderSignatureCheck, SignaturesUnavailable } from '@bellwether/ports/signatures.ts';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { afterEach, expect, test } from 'vitest';
import vectors from '../../auth/fixtures/signing-vectors.json' with { type: 'json' };
import {
  CHECKS_PER_BATCH_MAX,
  createSignaturePool,
  PENDING_CHECKS_MAX,
  type SignaturePool,
  type SignaturePoolOptions,
} from './pool.ts';
import { signDigest, VECTOR_SIGNER, vector, vectorDomain, vectorOrder } from './testing/vectors.ts';

const plain = vector('bellwether-31337');
const nested = vector('type3-bellwether-31337');
const order = vectorOrder(plain);
const options = {
  domain: vectorDomain(plain),
  signInChainIds: [vectors.l1.domain.chainId],
  authMessage: vectors.l1.message.message,
};

const open: SignaturePool[] = [];
afterEach(() => Promise.all(open.splice(0).map((pool) => pool.close())));

async function start(more: Partial<SignaturePoolOptions> = {}): Promise<SignaturePool> {
  const pool = await createSignaturePool({ timers: MACHINE.timers, ...options, ...more });
  open.push(pool);
  return pool;
}

/** A worker program that reports ready and then runs `onMessage` for each batch. */
function program(onMessage: string): URL {
  const source = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (message) => { ${onMessage} });
    parentPort.postMessage('ready');`;
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}

test.each([1, 3])('signature pool: with %i workers each check gets its own answer', async (size) => {
  const pool = await start({ size });
  const count = 3 * CHECKS_PER_BATCH_MAX + 7;
  const orders = Array.from({ length: count }, (_, index) => ({ ...order, salt: BigInt(index) }));
  const ids = await Promise.all(orders.map(async (each) => (await pool.checkOrder(each, '0x')).orderId));
  expect(new Set(ids).size).toBe(count);

  const mixed = orders.map((each, index): Promise<OrderSignatureCheck | string | null> => {
    const { timestamp, nonce } = vectors.l1.message;
    if (index % 7 === 3) {
      const check = pool.checkAuth(VECTOR_SIGNER, timestamp, BigInt(nonce), vectors.l1.signature);
      return check.then(({ recovered }) => recovered);
    }
    if (index % 7 === 5) return pool.checkOrder(vectorOrder(nested), nested.signature);
    return pool.checkOrder(each, signDigest(ids[index]!));
  });
  for (const [index, answer] of (await Promise.all(mixed)).entries())
    if (index % 7 === 3) expect(answer).toBe(VECTOR_SIGNER);
    else if (index % 7 === 5) {
      const { orderId, typedDataSignDigest } = nested;
      expect(answer).toEqual({ orderId, recovered: VECTOR_SIGNER, expectedDigest: typedDataSignDigest });
    } else expect(answer).toEqual({ orderId: ids[index], recovered: VECTOR_SIGNER, expectedDigest: ids[index] });
  expect(pool.pendingChecks()).toBe(0);
});

test('signature pool: a check that is alone needs no worker, and two at once do', async () => {
  const pool = await start({ workerUrl: program("throw new Error('asked');") });
  expect((await pool.checkOrder(order, plain.signature)).recovered).toBe(VECTOR_SIGNER);
  const pair = [pool.checkOrder(order, plain.signature), pool.checkOrder(order, plain.signature)];
  for (const { status } of await Promise.allSettled(pair)) expect(status).toBe('rejected');

  const closing = await start();
  const last = closing.checkOrder(order, plain.signature);
  await closing.close();
  expect((await last).recovered).toBe(VECTOR_SIGNER);
});

test('signature pool: one worker answers first come, first served', async () => {
  const pool = await start();
  const answered: number[] = [];
  const checks = Array.from({ length: 150 }, async (_, index) => {
    await pool.checkOrder(order, plain.signature);
    answered.push(index);
  });
  await Promise.all(checks);
  expect(answered).toEqual(Array.from({ length: 150 }, (_, index) => index));
});

test('signature pool: a field out of range is refused alone, its neighbours are answered', async () => {
  const pool = await start();
  const before = pool.checkOrder(order, plain.signature);
  const bad = pool.checkOrder({ ...order, tokenId: -1n }, plain.signature);
  const after = pool.checkOrder(order, plain.signature);
  await expect(bad).rejects.toThrow(RangeError);
  await expect(pool.checkAuth(VECTOR_SIGNER, 'now', 0n, '0x')).rejects.toThrow(RangeError);
  expect((await before).recovered).toBe(VECTOR_SIGNER);
  expect((await after).recovered).toBe(VECTOR_SIGNER);
});

test('signature pool: no batch is larger than its bound, and all are sent', async () => {
  // This worker answers every check without a signer, and dies on a batch above the limit.
  const pool = await start({
    workerUrl: program(`if (message.count > ${CHECKS_PER_BATCH_MAX}) throw new Error('too many');
        parentPort.postMessage(new ArrayBuffer(message.count * 175));`),
  });
  const checks = Array.from({ length: 1000 }, () => pool.checkOrder(order, '0x'));
  for (const check of await Promise.all(checks)) expect(check.recovered).toBeNull();
});

test('signature pool: a full queue refuses the next check with an error that says so [O20]', async () => {
  const reports: Error[] = [];
  const pool = await start({ workerUrl: program('process.exit(0);'), onFatal: (error) => reports.push(error) });
  const admitted = Array.from({ length: PENDING_CHECKS_MAX }, () => pool.checkOrder(order, '0x'));
  expect(pool.pendingChecks()).toBe(PENDING_CHECKS_MAX);
  await expect(pool.checkOrder(order, '0x')).rejects.toThrow(`${PENDING_CHECKS_MAX} signature checks are waiting`);
  expect((await Promise.allSettled(admitted)).every(({ status }) => status === 'rejected')).toBe(true);
  expect(reports[0]).toBeInstanceOf(SignaturesUnavailable);
});

test.each([
  ['throws', "throw new Error('broken');"],
  ['exits', 'process.exit(3);'],
  ['answers too little', 'parentPort.postMessage(new ArrayBuffer(1));'],
  ['answers something else', "parentPort.postMessage('done');"],
])('signature pool: a worker that %s fails what it had, ends the pool and is reported once', async (_name, body) => {
  const reports: Error[] = [];
  const pool = await start({ size: 2, workerUrl: program(body), onFatal: (error) => reports.push(error) });
  const lost = Array.from({ length: 200 }, () => pool.checkOrder(order, plain.signature));
  for (const outcome of await Promise.allSettled(lost))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'signatures_unavailable' } });
  await expect(pool.checkOrder(order, plain.signature)).rejects.toBeInstanceOf(SignaturesUnavailable);
  await pool.close();
  expect(reports).toHaveLength(1);
  expect(pool.pendingChecks()).toBe(0);
});

test('signature pool: closing answers what was asked and takes no more', async () => {
  const pool = await start();
  const asked = Array.from({ length: 100 }, () => pool.checkOrder(order, plain.signature));
  const closed = pool.close();
  await expect(pool.checkOrder(order, plain.signature)).rejects.toThrow('closing');
  for (const check of await Promise.all(asked)) expect(check.recovered).toBe(VECTOR_SIGNER);
  await closed;
  await pool.close();
});

test('signature pool: a worker that cannot start, or a senseless size, fails the start', async () => {
  const workerUrl = new URL('data:text/javascript,throw new Error("no native code")');
  const refusal = { code: 'signatures_unavailable', cause: { message: 'no native code' } };
  await expect(start({ size: 3, workerUrl })).rejects.toMatchObject(refusal);
  for (const size of [0, 5, 1.5]) await expect(start({ size })).rejects.toThrow(RangeError);
});
