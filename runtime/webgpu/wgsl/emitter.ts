import { inVectors, type Lanes } from './lanes.js';
import type { Scalar, ScalarType } from './scalar.js';

interface Scope {
  readonly names: Map<string, string>;
  readonly memo: Map<string, Scalar>;
}

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

  /** The value of one of two expressions, of which only the one is computed. */
  choose(condition: string, type: ScalarType, then: () => Scalar, otherwise: () => Scalar): Scalar {
    const name = this.name();
    this.line(`var ${name}: ${type};`);
    this.block(`if (${condition})`, () => this.line(`${name} = ${then().code};`));
    this.block('else', () => this.line(`${name} = ${otherwise().code};`));
    return { code: name, type };
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

function emptyScope(): Scope {
  return { names: new Map(), memo: new Map() };
}
