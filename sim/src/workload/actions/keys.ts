/** API keys that come and go, and clients that send heartbeats for them for a while and then stop. */
import type { Act, Acting } from '../acting.ts';

export const issueKey: Act = async (acting) => {
  const { account, dice, client } = acting;
  if (account === null) return;
  const [old] = client.apiKeys;
  if (old !== undefined && dice.chance(0.4)) {
    await acting.send({ kind: 'RevokeApiKey', account, apiKey: dice.chance(0.9) ? old : 'no-such-key' });
    if (dice.chance(0.7)) client.apiKeys.shift();
    return;
  }
  const apiKey = acting.name('api-key');
  await acting.send({ kind: 'IssueApiKey', account, apiKey, nonce: `${acting.index}` });
  client.apiKeys.push(apiKey);
};

/** Sends heartbeats in time and then stops, so that every key eventually misses one. */
export const beat: Act = async (acting) => {
  const { dice, client } = acting;
  if (client.apiKeys.length === 0) return issueKey(acting);
  const apiKey = dice.pick(client.apiKeys);
  for (let beats = dice.pick([1, 1, 2, 5]); beats > 0; beats--) {
    await beatOnce(acting, apiKey);
    if (beats > 1) await client.pause(dice.pick([500, 4_000, 8_000, 9_990, 10_000]));
  }
};

async function beatOnce(acting: Acting, apiKey: string): Promise<void> {
  const { account, dice, state } = acting;
  if (state === null || account === null) return;
  const expected = state.heartbeats.get(apiKey)?.heartbeatId ?? null;
  const heartbeatId = dice.chance(0.06) ? dice.pick([null, '', 'no-such-beat']) : expected;
  await acting.send({ kind: 'Beat', account, apiKey, heartbeatId, nextId: acting.name('beat') });
}
