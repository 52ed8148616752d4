/** The tools of an agent. Amounts, prices and sizes are decimal text, as everywhere in the venue's API. */
import { type Client, InvalidInputError } from '@bellwether/sdk';
import { type CallToolResult, fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';

const DECIMAL = { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?$' } as const;
const MARKET = { type: 'string', description: 'slug of a market, as find_markets gives it' } as const;
const OUTCOME = { type: 'string', description: 'name of an outcome of the market, such as Yes' } as const;

interface Tool<Input> {
  readonly description: string;
  /** JSON schemas of the parameters by name; all are required but the optional ones. */
  readonly parameters: Readonly<Record<keyof Input & string, object>>;
  readonly optional?: readonly (keyof Input & string)[];
  /** True if the tool changes nothing. */
  readonly reads?: true;
  run(client: Client, input: Input): Promise<unknown>;
}
const tool = <Input extends object>(made: Tool<Input>): Tool<Input> => made;

interface Place {
  readonly market: string;
  readonly outcome: string;
}

const TOOLS = {
  find_markets: tool<{ readonly query?: string; readonly limit?: number }>({
    description: 'Lists open markets with outcomes and last prices; with a query those whose event matches its words.',
    parameters: { query: { type: 'string', minLength: 1 }, limit: { type: 'integer', minimum: 1, maximum: 50 } },
    optional: ['query', 'limit'],
    reads: true,
    async run(client, { query, limit = 20 }) {
      if (query === undefined) return (await client.markets.list({ closed: false, limit })).map(shown);
      const { events } = await client.catalog.search({ q: query, limit_per_type: limit });
      return events
        .flatMap(({ markets = [] }) => markets)
        .slice(0, limit)
        .map(shown);
    },
  }),
  read_book: tool<Place>({
    description: 'The order book of an outcome: bids and asks, best last, with price and size in shares.',
    parameters: { market: MARKET, outcome: OUTCOME },
    reads: true,
    run: async (client, place) => client.books.get(await tokenOf(client, place)),
  }),
  place_order: tool<Place & { readonly side: 'BUY' | 'SELL'; readonly price: string; readonly size: string }>({
    description: 'Signs and places a limit order that rests until it is filled or cancelled. Price is between 0 and 1.',
    parameters: {
      market: MARKET,
      outcome: OUTCOME,
      side: { type: 'string', enum: ['BUY', 'SELL'] },
      price: { ...DECIMAL, description: 'collateral per share, on the tick of the market' },
      size: { ...DECIMAL, description: 'shares' },
    },
    run: async (client, { side, price, size, ...place }) =>
      client.orders.place({ tokenId: await tokenOf(client, place), side, price, size }),
  }),
  cancel_order: tool<{ readonly id: string }>({
    description: 'Cancels an own resting order.',
    parameters: { id: { type: 'string', description: 'id of the order' } },
    run: (client, { id }) => client.orders.cancel(id),
  }),
  open_orders: tool<object>({
    description: 'The own orders that rest.',
    parameters: {},
    reads: true,
    run: (client) => Array.fromAsync(client.orders.each()),
  }),
  portfolio: tool<object>({
    description: 'The own wallets with balances, and positions with their value.',
    parameters: {},
    reads: true,
    run: async (client) => ({
      account: await client.account.get(),
      positions: await client.positions.list({ user: client.account.address }),
    }),
  }),
};
const SANDBOX_TOOLS = {
  clock: tool<object>({
    description: 'The time of the sandbox, which stands still until it is advanced.',
    parameters: {},
    reads: true,
    run: (client) => client.sandbox.clock(),
  }),
  advance_clock: tool<{ readonly by: string }>({
    description: 'Moves time on; everything that is due on the way happens, the trades of the scenario, too.',
    parameters: { by: { type: 'string', description: 'a duration such as 90s, 5m or 1h30m' } },
    run: (client, { by }) => client.sandbox.advance(by),
  }),
};

/** Registers the tools; `controlsTime` adds those of a sandbox. A refusal is an answer that says why. */
export function addTools(server: McpServer, client: Client, controlsTime: boolean): void {
  for (const [name, made] of Object.entries({ ...TOOLS, ...(controlsTime && SANDBOX_TOOLS) })) {
    const { description, parameters, optional = [], reads = false, run } = made as Tool<Record<string, unknown>>;
    const inputSchema = fromJsonSchema<Record<string, unknown>>({
      type: 'object',
      properties: parameters,
      required: Object.keys(parameters).filter((parameter) => !optional.includes(parameter)),
      additionalProperties: false,
    } as Parameters<typeof fromJsonSchema>[0]);
    const annotations = { readOnlyHint: reads, openWorldHint: false };
    server.registerTool(name, { description, inputSchema, annotations }, (input) => answer(run(client, input)));
  }
}

async function answer(result: Promise<unknown>): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: JSON.stringify(await result) }] };
  } catch (error) {
    return { content: [{ type: 'text', text: error instanceof Error ? error.message : String(error) }], isError: true };
  }
}

type Listed = Awaited<ReturnType<Client['markets']['list']>>[number];

/** A market as an agent needs it. */
function shown({
  slug,
  question,
  outcomes,
  outcomePrices,
  endDate,
}: Pick<Listed, 'slug' | 'question' | 'outcomes' | 'outcomePrices' | 'endDate'>) {
  return { market: slug, question, outcomes: listOf(outcomes), prices: listOf(outcomePrices), ends: endDate };
}

/** The catalog's lists are JSON in a text. */
const listOf = (text: string): readonly string[] => JSON.parse(text) as string[];

async function tokenOf(client: Client, { market: slug, outcome }: Place): Promise<string> {
  const market = await client.markets.find({ slug });
  const outcomes = listOf(market.outcomes);
  const at = outcomes.findIndex((name) => name.toLowerCase() === outcome.toLowerCase());
  const tokenId = listOf(market.clobTokenIds)[at];
  if (tokenId !== undefined) return tokenId;
  throw new InvalidInputError(`the market ${slug} has no outcome ${outcome}: it has ${outcomes.join(' and ')}`);
}
