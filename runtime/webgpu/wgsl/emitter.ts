import { inVectors, type Lanes } from './lanes.js';
import type { Scalar, ScalarType } from './scalar.js';

interface Scope {
  readonly names: Map<string, string>;
  readonly memo: Map<string, Scalar>;
}

/** The statements of an expression, which are not among those of the shader yet. */
interface Apart {
  readonly lines: readonly string[];
  readonly code: string;
  readonly scope: Scope;
}

/** Branches of so few statements cost more than to compute both. */
const shortestBranches = 8;

const mostBranches = 12;

/**
 * Writes the statements of a shader in three-address code, since nested expressions exceed the depth that WGSL parsers
 * take. An expression that has been written in this scope or one around it is not written again.
 */
export class Emitter {
  readonly #lines: string[] = [];
  readonly #scopes: Scope[] = [emptyScope()];
  readonly #constants = new Set<string>();
  #indentation = '  ';
  #counter = 0;
  #lanes: Lanes = 1;
  #branches = 0;

  /** Names the expression, unless it is a name already that always means the same. */
  let(expression: string): string {
    if (this.#constants.has(expression)) return expression;
    const code = this.#lanes === 1 ? expression : inVectors(expression);
    for (const scope of this.#scopes) {
      const known = scope.names.get(code);
      if (known !== undefined) return known;
    }
    const name = this.anew(code);
    this.#scopes.at(-1)!.names.set(code, name);
    return name;
  }

  /** Writes what `body` writes for so many elements at a time. */
  inLanes<T>(lanes: Lanes, body: () => T): T {
    const before = this.#lanes;
    this.#lanes = lanes;
    try {
      return body();
    } finally {
      this.#lanes = before;
    }
  }

  /** Names the expression, which means something else each time that it is written. */
  anew(expression: string): string {
    const name = this.name();
    const code = this.#lanes === 1 ? expression : inVectors(expression);
    this.line(`let ${name} = ${code};`);
    this.#constants.add(name);
    return name;
  }

  /** Whether any of the elements holds. */
  any(condition: string): string {
    return this.#lanes === 1 ? condition : `any(${inVectors(condition)})`;
  }

  scalar(code: string, type: ScalarType): Scalar {
    return { code: this.let(code), type };
  }

  /** A name that nothing else has. */
  name(): string {
    return `v${this.#counter++}`;
  }

  variable(type: ScalarType, initial: string): string {
    const name = this.name();
    const code = this.#lanes === 1 ? initial : inVectors(initial);
    this.line(`var ${name}: ${this.#lanes === 1 ? type : `vec4<${type}>`} = ${code};`);
    return name;
  }

  line(text: string): void {
    this.#lines.push(this.#indentation + text);
  }

  /** Writes a block, `head { … }`, whose names nobody sees afterwards. */
  block(head: string, body: () => void): void {
    this.line(`${head} {`);
    const outside = this.#indentation;
    this.#indentation += '  ';
    this.#scopes.push(emptyScope());
    body();
    this.#scopes.pop();
    this.#indentation = outside;
    this.line('}');
  }

  /**
   * The value of one of two expressions, of which only the one is computed where that pays. To some drivers it must not in
   * most places: they look at each way through the branches in a loop, of which each further one doubles the number.
   */
  choose(condition: string, type: ScalarType, then: () => Scalar, otherwise: () => Scalar): Scalar {
    const [one, other] = [this.#apart(then), this.#apart(otherwise)];
    const lines = [...one.lines, ...other.lines];
    const isCheap = lines.length <= shortestBranches || this.#branches >= mostBranches;
    if (isCheap && !lines.some(beginsLoop)) {
      for (const part of [one, other]) this.#take(part);
      return this.scalar(`select(${other.code}, ${one.code}, ${condition})`, type);
    }
    this.#branches++;
    const name = this.name();
    this.line(`var ${name}: ${type};`);
    for (const [head, part] of [
      [`if (${condition})`, one],
      ['else', other],
    ] as const) {
      this.block(head, () => {
        for (const line of part.lines) this.#lines.push(`  ${line}`);
        this.line(`${name} = ${part.code};`);
      });
    }
    return { code: name, type };
  }

  /** What is written of an expression whose place is not known yet. */
  #apart(make: () => Scalar): Apart {
    const scope = emptyScope();
    const start = this.#lines.length;
    this.#scopes.push(scope);
    const { code } = make();
    this.#scopes.pop();
    return { lines: this.#lines.splice(start), code, scope };
  }

  #take({ lines, scope }: Apart): void {
    this.#lines.push(...lines);
    const { names, memo } = this.#scopes.at(-1)!;
    for (const [code, name] of scope.names) names.set(code, name);
    for (const [key, scalar] of scope.memo) memo.set(key, scalar);
  }

  /** What has been remembered under the key in this scope or one around it, or what `make` gives. */
  once(key: string, make: () => Scalar): Scalar {
    for (const scope of this.#scopes) {
      const known = scope.memo.get(key);
      if (known !== undefined) return known;
    }
    const made = make();
    this.remember(key, made);
    return made;
  }

  remember(key: string, scalar: Scalar): void {
    this.#scopes.at(-1)!.memo.set(key, scalar);
  }

  /** The statements, indented as the body of a function. */
  toString(): string {
    return this.#lines.join('\n');
  }
}

function beginsLoop(line: string): boolean {
  return /^ *(for|while|loop)\b/.test(line);
}

function emptyScope(): Scope {
  return { names: new Map(), memo: new Map() };
}
