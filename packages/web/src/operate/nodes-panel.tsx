/** The leader of a venue of several nodes, and the lag of the followers. */
import type { ClusterHealth } from '@bellwether/contract';
import { formatCount, NO_FIGURE } from '../format/numbers.ts';
import { classNames } from '../ui/class-names.ts';
import { DataTable } from '../ui/data-table.tsx';
import { TimeAgo } from '../ui/figures.tsx';
import { Icon } from '../ui/icon.tsx';
import { Panel } from '../ui/panel.tsx';
import { Fact } from './health-tile.tsx';
import { type NodeRow, nodeRows } from './node-rows.ts';

const ROLE_TEXTS = { leads: 'Leads', follows: 'Follows', seeks: 'Looks for a leader' } as const;
const ROLE_BADGES = { leads: 'badge--accent', follows: '', seeks: 'badge--warn' } as const;

export function NodesPanel({ cluster }: { readonly cluster: ClusterHealth }) {
  const { epoch, leader, leader_sequence: sequence, problem } = cluster;
  return (
    <Panel
      title='Nodes'
      aside={
        <span className={classNames('badge', leader === null ? 'badge--no' : 'badge--yes')}>
          <Icon name={leader === null ? 'warn' : 'check'} size={14} />
          {leader === null ? 'No node leads' : `${leader.address} leads`}
        </span>
      }
    >
      {problem !== null && <p className='small pad rounded notice notice--warn'>{problem}</p>}
      <DataTable
        caption='Nodes of the venue'
        columns={[
          { title: 'Node', kind: 'lead', cell: (row) => <NodeCell row={row} /> },
          {
            title: 'Role',
            cell: ({ role }) => <span className={classNames('badge', ROLE_BADGES[role])}>{ROLE_TEXTS[role]}</span>,
          },
          { title: 'Entries behind', kind: 'figure', cell: ({ lag }) => formatCount(lag) },
        ]}
        rows={nodeRows(cluster)}
        keyOf={({ address }) => address}
        narrow='scroll'
      />
      <dl className='grid gap-3 operate__facts'>
        <Fact title='Last takeover' text={leader === null ? NO_FIGURE : <TimeAgo time={leader.since_ms} />} />
        <Fact title='Epoch' text={leader === null ? NO_FIGURE : formatCount(epoch)} />
        <Fact title="Leader's position" text={leader === null ? NO_FIGURE : formatCount(sequence)} />
      </dl>
    </Panel>
  );
}

function NodeCell({ row: { address, name, isThis } }: { readonly row: NodeRow }) {
  return (
    <span className='stack gap-0 operate__who'>
      <span className='row wrap semi'>
        {address}
        {isThis && <span className='badge'>This node</span>}
      </span>
      <span className='small faint'>{name}</span>
    </span>
  );
}
