/** Operate, section Sandbox: the clock, the branches and the faults of a sandbox. Loaded when it is opened. */
import { BranchesPanel } from './branches-panel.tsx';
import { ClockPanel } from './clock-panel.tsx';
import { FaultsPanel } from './faults-panel.tsx';
import './sandbox-panel.css';

export function SandboxPanel() {
  return (
    <section className='sandbox' aria-label='Sandbox'>
      <ClockPanel />
      <BranchesPanel />
      <FaultsPanel />
    </section>
  );
}
