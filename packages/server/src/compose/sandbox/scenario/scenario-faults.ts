/** What a scenario has go wrong: from its start, and by its script. Its rules go with the branch that it is played on. */
import { FAULT_RULES_MAX, type FaultWish, type Scenario, type ScenarioDeed } from '@bellwether/contract';
import { rulesOf } from '../../../http/faults/arm.ts';
import type { ArmedRule, RuleBook } from '../../../http/faults/rule-book.ts';
import { SandboxRefused } from '../../../ports/sandbox.ts';
import type { VenueView } from '../../../ports/venue-view.ts';

/** What a scenario is played on, beside the exchange. */
export interface PlayedOn {
  readonly faults: RuleBook;
  readonly branch: string;
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
   * Once the markets of the scenario are there. Throws `SandboxRefused` for a rule that could never do anything: when it is
   * its time, no one is there to be told.
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

  /** Arms what is armed when these are done. */
  armAsAfter(done: readonly ScenarioDeed[]): void {
    const disarmed = done.findLastIndex(({ kind }) => kind === 'disarm');
    if (disarmed === -1) for (const wish of this.#scenario.faults ?? []) this.arm(wish);
    for (const deed of done.slice(disarmed + 1)) if (deed.kind === 'fault') this.arm(deed.rule);
  }

  arm(wish: FaultWish): void {
    for (const rule of this.#rulesOf(wish)) this.#on.faults.arm(rule, this.#on.branch);
  }

  /** Those armed by hand, too. */
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
