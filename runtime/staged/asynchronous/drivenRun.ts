import { keep, type Tensor } from '@tensorflow/tfjs-core';
import { runDriven } from '../../function/eagerMode.js';
import { Scoped } from '../../scoped.js';
import { engine } from '../../trace/engine.js';
import { collectTensors } from '../values/ownTensors.js';

/** Who frees the tensors that an asynchronous generator has made. */
export interface Owner {
  own(tensors: Iterable<Tensor>): void;
}

const owner = new Scoped<Owner | null>(null);

/** Who owns what the code makes that runs right now, up to where it waits. */
export function currentOwner(): Owner | null {
  return owner.value;
}

export function owning<T>(by: Owner | null, body: () => T): T {
  return owner.during(by, body);
}

/** Runs code up to where it waits. What it makes is the owner's, since only the code knows what it still needs. */
export function advance<T>(by: Owner, code: () => T): T {
  engine().startScope('use-graph items');
  try {
    return owning(by, () => runDriven(code));
  } finally {
    by.own(engine().state.activeScope!.track.map((tensor) => keep(tensor)));
    engine().endScope();
  }
}

/** The run of an asynchronous generator, from one place where it waits to the next. */
export class DrivenRun implements Owner {
  readonly #own = new Set<Tensor>();

  /** `heir`: who takes its values and may need them when it has ended. */
  constructor(private readonly heir: Owner | null) {}

  own(tensors: Iterable<Tensor>): void {
    for (const tensor of tensors) this.#own.add(tensor);
  }

  /** Frees what the code has made, apart from what the values hold. */
  end(values: readonly unknown[]): void {
    collectTensors(values, { push: (tensor) => this.#own.delete(tensor) });
    if (this.heir !== null) this.heir.own(this.#own);
    else for (const tensor of this.#own) tensor.dispose();
    this.#own.clear();
  }
}
