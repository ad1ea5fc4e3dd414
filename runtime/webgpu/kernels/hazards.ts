import type { Location } from './memoryPlan.js';

/** What a section of a workgroup reads or writes. */
export interface Access {
  readonly location: Location;
  /** In elements. */
  readonly size: number;
  /** Whether each invocation touches those elements alone that have the numbers it works on. */
  readonly isOwn: boolean;
}

export interface Section {
  /** For how many numbers it is done; the same invocations do the same ones of as many. */
  readonly count: number;
  readonly reads: readonly Access[];
  readonly writes: readonly Access[];
}

/** What the sections since the last barrier have touched, to know which section has to wait for others. */
export class Hazards {
  #sections: Section[] = [];
  #isUnknown = false;

  mustWait(section: Section): boolean {
    return (
      this.#isUnknown ||
      this.#sections.some(
        (earlier) =>
          meet(earlier, earlier.writes, section, section.reads) ||
          meet(earlier, earlier.writes, section, section.writes) ||
          meet(earlier, earlier.reads, section, section.writes),
      )
    );
  }

  add(section: Section): void {
    this.#sections.push(section);
  }

  /** After a barrier for storage. */
  clear(): void {
    this.#sections = [];
    this.#isUnknown = false;
  }

  /** After a barrier that all have reached, but behind which not all of them see what was written. */
  reached(): void {
    this.#sections = this.#sections.map((section) => ({ ...section, reads: [] }));
  }

  /** Where control flow meets. */
  forget(): void {
    this.#isUnknown = true;
  }

  save(): readonly Section[] {
    return this.#sections;
  }

  restore(sections: readonly Section[]): void {
    this.#sections = [...sections];
    this.#isUnknown = false;
  }
}

/** Whether one invocation may touch what another one touches. */
function meet(
  earlier: Section,
  before: readonly Access[],
  later: Section,
  after: readonly Access[],
): boolean {
  // One invocation alone waits for nobody.
  if (earlier.count === 1 && later.count === 1) return false;
  return before.some((one) =>
    after.some(
      (other) =>
        overlap(one, other) &&
        !(
          one.isOwn &&
          other.isOwn &&
          earlier.count === later.count &&
          one.location.offset === other.location.offset
        ),
    ),
  );
}

function overlap(one: Access, other: Access): boolean {
  return (
    one.location.buffer === other.location.buffer &&
    one.location.offset < other.location.offset + other.size &&
    other.location.offset < one.location.offset + one.size
  );
}
