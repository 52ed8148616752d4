/** Runs an example by its name: `npm run example -- market-maker`. Without a name it is the first trade. */

const EXAMPLES: Readonly<Record<string, () => Promise<unknown>>> = {
  'first-trade': () => import('./first-trade.ts'),
  'market-maker': () => import('./market-maker.ts'),
  'tape-recorder': () => import('./tape-recorder.ts'),
  portfolio: () => import('./portfolio.ts'),
};

const [name = 'first-trade'] = process.argv.splice(2, 1);
const example = EXAMPLES[name];
if (example === undefined) {
  console.error(`no example is called ${name}: there are ${Object.keys(EXAMPLES).join(', ')}`);
  process.exitCode = 1;
} else await example();
