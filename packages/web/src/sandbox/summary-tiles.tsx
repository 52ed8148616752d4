/** Key figures of the sandbox that distinguish it from a regular venue. */
import { useQuery } from '@tanstack/react-query';
import { formatCount, NO_FIGURE } from '../format/numbers.ts';
import { Tile } from '../operate/health-tile.tsx';
import { useOperator } from '../operate/operator.tsx';
import { fileName } from './branch-words.ts';
import { playedPart } from './replay-words.ts';
import { branchesQuery, clockQuery, faultsQuery, replaysQuery, scenarioQuery } from './sandbox-queries.ts';

const PART = new Intl.NumberFormat(undefined, { style: 'percent' });

export function SummaryTiles() {
  const { client } = useOperator();
  const { data: clock } = useQuery(clockQuery(client));
  const { data: branches } = useQuery(branchesQuery(client, clock?.branch ?? ''));
  const { data: scenario } = useQuery(scenarioQuery(client, clock?.branch ?? ''));
  const { data: faults } = useQuery(faultsQuery(client));
  const { data: replays } = useQuery(replaysQuery(client));
  const replay = replays?.findLast(({ branch }) => branch === clock?.branch);
  const injected = faults?.reduce((sum, rule) => sum + rule.injected, 0);
  return (
    <div className='grid gap-3 operate__tiles all-columns'>
      <Tile
        title='Branch'
        figure={clock?.branch ?? NO_FIGURE}
        note={clock === undefined ? '' : `after entry ${formatCount(clock.sequence)}${keptText(branches?.length ?? 1)}`}
      />
      {replay !== undefined && clock !== undefined ? (
        <Tile
          title='Replay'
          figure={PART.format(replay.state === 'done' ? 1 : playedPart(replay, clock.time_ms))}
          note={`of the tape ${fileName(replay.tape)} is played`}
        />
      ) : (
        <Tile
          title='Scenario'
          figure={scenario === undefined ? NO_FIGURE : (scenario.running?.name ?? 'None')}
          note={scenario?.running == null ? 'those who connect trade alone' : 'house traders go by its script'}
        />
      )}
      <Tile
        title='Faults armed'
        figure={faults === undefined ? NO_FIGURE : formatCount(faults.length)}
        note={faults?.length === 0 ? 'all is as it should be' : 'rules that wait for what they match'}
      />
      <Tile
        title='Injected so far'
        figure={injected === undefined ? NO_FIGURE : formatCount(injected)}
        note='by the rules that are armed'
      />
    </div>
  );
}

const keptText = (count: number): string => (count === 1 ? '' : ` · ${formatCount(count)} branches are kept`);
