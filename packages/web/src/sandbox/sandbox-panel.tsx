/**
 * Sandbox section of the operator page: summary, clock, scenario, replay, branches, faults, orders. Loaded on demand.
 */
import { BranchesPanel } from './branches-panel.tsx';
import { ClockPanel } from './clock-panel.tsx';
import { ExplainPanel } from './explain-panel.tsx';
import { FaultsPanel } from './faults-panel.tsx';
import { ReplayPanel } from './replay-panel.tsx';
import { ScenarioPanel } from './scenario-panel.tsx';
import { SummaryTiles } from './summary-tiles.tsx';
import './sandbox-panel.css';

export function SandboxPanel() {
  return (
    <section className='grid top gap-4 sandbox' aria-label='Sandbox'>
      <p className='pad rounded sandbox__loud all-columns'>
        <strong>This is a sandbox.</strong> Its time is moved, its history is taken back, and things go wrong on
        purpose. Nothing in it is real.
      </p>
      <SummaryTiles />
      <div className='grid gap-4'>
        <ClockPanel />
        <ScenarioPanel />
        <ReplayPanel />
      </div>
      <div className='grid gap-4'>
        <BranchesPanel />
        <FaultsPanel />
        <ExplainPanel />
      </div>
    </section>
  );
}
