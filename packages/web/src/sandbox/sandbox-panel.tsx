/** Operate, section Sandbox: what it is like, and its clock, scenario, replay, branches and faults. Loaded when it is opened. */
import { BranchesPanel } from './branches-panel.tsx';
import { ClockPanel } from './clock-panel.tsx';
import { FaultsPanel } from './faults-panel.tsx';
import { ReplayPanel } from './replay-panel.tsx';
import { ScenarioPanel } from './scenario-panel.tsx';
import { SummaryTiles } from './summary-tiles.tsx';
import './sandbox-panel.css';

export function SandboxPanel() {
  return (
    <section className='sandbox' aria-label='Sandbox'>
      <SummaryTiles />
      <div className='sandbox__column'>
        <ClockPanel />
        <ScenarioPanel />
        <ReplayPanel />
      </div>
      <div className='sandbox__column'>
        <BranchesPanel />
        <FaultsPanel />
      </div>
    </section>
  );
}
