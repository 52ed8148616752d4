/**
 * Fault rules of a scenario, armed from its start and by its script. They end with the branch that the scenario is
 * played on.
 */
import { FAULT_RULES_MAX, type FaultWish, type Scenario, type ScenarioDeed } from '@bellwether/contract';
import type { VenueView } from '@bellwether/ports/venue-view.ts';
import { SandboxRefused } from '../control.ts';
import { rulesOf } from '../faults/arm.ts';
import type { ArmedRule, RuleBook } from '../faults/rule-book.ts';

export interface PlayedOn {
  readonly faults: RuleBook;
  readonly branch: string;
  /** True if the venue's profile has markets of version v2. */
  readonly hasVersions: boolean;
}

export class ScenarioFaults {
  readonly #scenario: Scenario;
  readonly #view: VenueView;
  readonly #on: PlayedOn;

  constructor(scenario: Scenario, view: VenueView, on: PlayedOn) {
    this.#scenario = scenario;
    this.#view = view;
    this.#on = on;
  }

  /**
   * Checks all fault rules, once the markets of the scenario exist. Throws `SandboxRefused` for a rule that could never
   * take effect: when it is due, no client could receive the error.
   */
  check(): void {
    const { faults = [], script } = this.#scenario;
    const wishes = [
      ...faults.map((wish, place) => ({ wish, field: `faults[${place}]` })),
      ...script.flatMap(({ do: deed }, place) =>
        deed.kind === 'fault' ? [{ wish: deed.rule, field: `script[${place}].do.rule` }] : [],
      ),
    ];
    const rules = wishes.reduce((sum, { wish, field }) => sum + this.#checked(wish, field).length, 0);
    if (rules > FAULT_RULES_MAX)
      throw new SandboxRefused(`faults and script arm ${rules} rules, of at most ${FAULT_RULES_MAX}`);
  }

  /** Arms the rules that are in force after these deeds. */
  armAsAfter(done: readonly ScenarioDeed[]): void {
    const disarmed = done.findLastIndex(({ kind }) => kind === 'disarm');
    if (disarmed === -1) for (const wish of this.#scenario.faults ?? []) this.arm(wish);
    for (const deed of done.slice(disarmed + 1)) if (deed.kind === 'fault') this.arm(deed.rule);
  }

  arm(wish: FaultWish): void {
    for (const rule of this.#rulesOf(wish)) this.#on.faults.arm(rule, this.#on.branch);
  }

  /** Disarms all rules, including those armed by hand. */
  disarmAll(): void {
    this.#on.faults.disarmAll();
  }

  #checked(wish: FaultWish, field: string): readonly ArmedRule[] {
    try {
      return this.#rulesOf(wish);
    } catch (error) {
      if (!(error instanceof SandboxRefused)) throw error;
      throw new SandboxRefused(`${field}: ${error.message}`);
    }
  }

  #rulesOf(wish: FaultWish): ArmedRule[] {
    return rulesOf(wish, this.#view, this.#scenario.seed);
  }
}
