/** The clients of a venue. Each has a wallet, a file of the answers it got, and one write in progress at a time. */
import { join } from 'node:path';
import { type Client, type Credentials, createClient, createSigner, type DigestSigner } from '@bellwether/sdk';
import { Choices } from '../shared/random.ts';
import { addQuestions } from '../shared/venue-load.ts';
import { PromiseFile } from './promises.ts';
import { type Floor, nextWrite, tell, type Writer } from './writes.ts';

export interface Address {
  readonly url: string;
  readonly adminToken: string;
}

export const STARTING_MONEY = 100_000;
/** No retries: a stop of the venue is noticed at once, and each answer is the first. */
const ONCE = { retry: { attemptsMax: 1 }, fetch: fetchPatiently, timeoutMs: 120_000 } as const;

export class Trader implements Writer {
  readonly number: number;
  readonly address: string;
  readonly floor: Floor;
  readonly choices: Choices;
  readonly resting: string[] = [];
  readonly file: PromiseFile;
  readonly #signer: DigestSigner;
  readonly #credentials: Credentials;
  nextName = 0;

  private constructor(
    number: number,
    floor: Floor,
    choices: Choices,
    file: PromiseFile,
    signer: DigestSigner,
    credentials: Credentials,
  ) {
    this.number = number;
    this.floor = floor;
    this.choices = choices;
    this.file = file;
    this.#signer = signer;
    this.#credentials = credentials;
    this.address = signer.address;
  }

  /** Opens the trader's account, with money. */
  static async open(venue: Address, floor: Floor, number: number, choices: Choices, folder: string): Promise<Trader> {
    const key = new Uint8Array(32);
    new DataView(key.buffer).setUint32(24, choices.below(2 ** 31));
    new DataView(key.buffer).setUint32(28, number + 1);
    const signer = createSigner(key);
    const client = createClient({ baseUrl: venue.url, adminToken: venue.adminToken, account: { signer } });
    const credentials = await client.auth.credentials();
    await client.admin.deposit({ wallet: signer.address, amount: String(STARTING_MONEY) });
    const file = new PromiseFile(join(folder, `told-${number}.jsonl`));
    return new Trader(number, floor, choices, file, signer, credentials);
  }

  clientOf({ url, adminToken }: Address): Client {
    return createClient({
      baseUrl: url,
      adminToken,
      account: { signer: this.#signer, credentials: this.#credentials },
      ...ONCE,
    });
  }

  /**
   * Writes until told to stop or until an answer is missing, and rests after each write. Resolves to the number of
   * answers.
   */
  async write(
    client: Client,
    start: number,
    goesOn: () => boolean,
    rest: () => Promise<void> | void = () => undefined,
  ): Promise<number> {
    let answers = 0;
    while (goesOn()) {
      const write = await nextWrite(this, client).catch(() => null);
      // The venue was gone before there was anything to send.
      if (write === null || !goesOn()) break;
      this.file.sends(write, start);
      const told = await tell(write, client);
      if (told === 'nothing') break;
      this.file.heard(write, told);
      answers++;
      await rest();
    }
    return answers;
  }
}

const TRADERS = 4;
const MARKETS = 4;

/**
 * Opens accounts with money on a new venue and adds its markets. Answers to the traders are kept in files of `folder`.
 */
export async function openTraders(venue: Address, choices: Choices, folder: string): Promise<readonly Trader[]> {
  const { event, questions } = await addQuestions(venue, 'Does it survive', MARKETS);
  const floor: Floor = { catalogEvent: event, markets: questions };
  const opening = Array.from({ length: TRADERS }, (_, number) =>
    Trader.open(venue, floor, number, new Choices(choices.below(2 ** 31)), folder),
  );
  return Promise.all(opening);
}

/** Repeats a read that the venue is too busy to answer, as on an overloaded machine. */
async function fetchPatiently(url: string, init: RequestInit): Promise<Response> {
  const isRead = init.method === 'GET' || url.endsWith('/books');
  for (;;) {
    const response = await fetch(url, init);
    if (!isRead || response.status !== 503) return response;
    await response.arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
