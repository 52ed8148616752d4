/** A first program for each public client, with this venue's address and chain filled in. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChainWarning } from '../account/chain-warning.tsx';
import { anchorOf, fitsClients, forVenue, STARTS, type Start, takesChain } from '../bring-your-bot/start.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { CopyableCode } from '../ui/copyable-code.tsx';
import { Answer } from '../venue/answer.tsx';
import { VENUE_URL } from '../venue/client.ts';
import { venueQuery } from '../venue/queries.ts';
import { useClient } from '../venue/venue-context.tsx';
import '../account/account.css';
import './bring-your-bot.css';

const KEY_COMMAND = 'export BOT_KEY=0x$(openssl rand -hex 32)';

export function BringYourBotPage() {
  usePageTitle('Bring your bot');
  const venue = useQuery(venueQuery(useClient()));
  return (
    <article className='bot'>
      <h1>Bring your bot</h1>
      <p className='soft'>
        Bots that use a public client of the ecosystem trade here with their hosts, chain and key changed, and nothing
        else. Each program below is complete, for this venue: save it as <code>bot.mjs</code> and run it with{' '}
        <code>node bot.mjs</code>, unless it says otherwise.
      </p>
      <p>
        A key is an account. Without <code>BOT_KEY</code> a program makes a new key each time. Never use one that owns
        something elsewhere. To keep one: <code>{KEY_COMMAND}</code>
      </p>
      <Answer to={venue} failure='The venue could not be read' lines={25}>
        {(info) => (
          <>
            {!fitsClients(info) && <Misfit />}
            <ChainWarning />
            <nav aria-label='Clients' className='wrap flex bot__clients'>
              {STARTS.map(({ client }) => (
                <a key={client} href={`#${anchorOf(client)}`}>
                  {client}
                </a>
              ))}
            </nav>
            {STARTS.map((start) => (
              <StartSection
                key={start.client}
                start={start}
                chainId={fitsClients(info) ? info.chainId : null}
                isRefused={!takesChain(info, start)}
              />
            ))}
          </>
        )}
      </Answer>
      <p>
        <Link to='/how-it-works'>How it works</Link>
      </p>
    </article>
  );
}

/** Shown if the operator has to change the venue's profile first. */
function Misfit() {
  return (
    <div className='small pad rounded notice notice--warn grid gap-2 one-column' role='note' aria-label='Profile'>
      <p>
        This venue is in its own profile: programs that read run, those that sign in are refused. Its operator starts it
        for these clients with
      </p>
      <CopyableCode label='Start of the venue' code='BELLWETHER_PROFILE=polymarket npm start' />
    </div>
  );
}

interface StartSectionProps {
  readonly start: Start;
  readonly chainId: number | null;
  /** True if the venue does not accept the chain that the program signs for. */
  readonly isRefused: boolean;
}

function StartSection({ start, chainId, isRefused }: StartSectionProps) {
  const { client, does, node, note, command, install, program } = start;
  return (
    <section className='grid gap-2 one-column bot__start'>
      <h2 id={anchorOf(client)}>{client}</h2>
      <p>
        {does} {node !== '' && `It needs Node ${node} or newer. `}
        <WithCode text={note} />
      </p>
      {isRefused && (
        <div
          className='small pad rounded notice notice--warn grid gap-2 one-column'
          role='note'
          aria-label={`Venue for ${client}`}
        >
          <p>This venue was not started so: it refuses this program. Its operator starts it for this client with</p>
          <CopyableCode label={`Start of the venue for ${client}`} code={command} />
        </div>
      )}
      <CopyableCode label={`Commands for ${client}`} code={forVenue(install, VENUE_URL, chainId)} />
      <CopyableCode label={`Program for ${client}`} code={forVenue(program, VENUE_URL, chainId)} />
    </section>
  );
}

/** Renders `text` with the parts between backticks as code. */
function WithCode({ text }: { readonly text: string }) {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => (part.startsWith('`') ? <code key={part}>{part.slice(1, -1)}</code> : part));
}
