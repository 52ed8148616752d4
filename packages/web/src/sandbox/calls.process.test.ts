import { execFileSync } from 'node:child_process';
import { createSchemaCheck, FaultWish, ReplayWish, ScenarioWish } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { curlOf, FAULT_TEXTS, NEW_REPLAY, readCall, readyPresets, sdkOf } from './calls.ts';

const bodyOf = (...given: Parameters<typeof readCall>) => readCall(...given).value?.body;

test('sandbox calls: each preset is a body that the venue takes', () => {
  const isFault = createSchemaCheck(FaultWish);
  for (const { text } of FAULT_TEXTS) expect(isFault(bodyOf('fault', text))).toBeNull();
  expect(createSchemaCheck(ReplayWish)(bodyOf('replay', NEW_REPLAY))).toBeNull();
  const [ready] = readyPresets([{ name: 'whale', about: '' }]);
  expect(createSchemaCheck(ScenarioWish)(bodyOf('scenario', ready?.text ?? ''))).toBeNull();
});

test('sandbox calls: a scenario is its body, or the text itself with comments', () => {
  expect(bodyOf('scenario', '{"name":"whale"}')).toEqual({ name: 'whale' });
  expect(bodyOf('scenario', '{"name":"mine", /* rain */ "seed":1}')).toEqual({ scenario: { name: 'mine', seed: 1 } });
  expect(bodyOf('scenario', '{"scenario":{"seed":1}}')).toEqual({ scenario: { seed: 1 } });
});

test.each([
  ['', /^This is not JSON: /],
  ['{"tape": x}', /^This is not JSON: /],
  ['[]', /^It must be an object\.$/],
  ['null', /^It must be an object\.$/],
])('sandbox calls: the text %j is refused', (text, words) => expect(readCall('fault', text).problem).toMatch(words));

test('sandbox calls: a shell passes the body as it is, and the SDK has the same', () => {
  const call = readCall('scenario', '{"name":"it\'s mine","about":"$TOKEN"}').value;
  if (call === null) throw new Error('the text was not read');
  const script = curlOf(call, 'http://127.0.0.1:1').replace(/^curl/, 'printf "%s\\n"');
  const words = execFileSync('sh', ['-c', script], { encoding: 'utf8', env: { TOKEN: 'secret' } }).split('\n');
  expect(words.slice(0, 4)).toEqual([
    '-s',
    'http://127.0.0.1:1/sandbox/scenario',
    '-H',
    'authorization: Bearer secret',
  ]);
  expect(JSON.parse(words[7] ?? '')).toEqual({ scenario: { name: "it's mine", about: '$TOKEN' } });
  expect(sdkOf(call)).toMatch(/^await client\.sandbox\.play\(\{\n {2}"name": "it's mine",/);
  const named = readCall('scenario', '{"name":"whale"}').value;
  expect(named === null ? '' : sdkOf(named)).toBe('await client.sandbox.play("whale");');
});
