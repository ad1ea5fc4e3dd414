/** Makes decisions from a list of numbers, so that a shorter list makes a simpler program. */
class Tape {
  private position = 0;

  constructor(private readonly numbers: readonly number[]) {}

  pick<T>(choices: readonly T[]): T {
    return choices[this.next() % choices.length]!;
  }

  next(): number {
    return this.numbers[this.position++] ?? 0;
  }

  get isAtEnd(): boolean {
    return this.position >= this.numbers.length;
  }
}

interface Scope {
  variables: string[];
  constants: string[];
  loops: { label: string; isLoop: boolean }[];
  functions: string[];
  inLoop: boolean;
  inSwitch: boolean;
  depth: number;
}

/** A program with a function `f(a, b)` in which control flow nests at random. */
export function randomProgram(numbers: readonly number[], withEffects: boolean): string {
  return new Generator(new Tape(numbers), withEffects).program();
}

class Generator {
  private count = 0;

  constructor(
    private readonly tape: Tape,
    private readonly withEffects: boolean,
  ) {}

  program(): string {
    const scope: Scope = {
      variables: ['a', 'b', 'c', 'this.w', 'o.p', 'e'],
      constants: [],
      loops: [],
      functions: [],
      inLoop: false,
      inSwitch: false,
      depth: 0,
    };
    const body = this.block(scope, 6);
    const tail = this.tape.pick(['', 'return a;', 'return [a, b, c, o, v, e];']);
    return `function f(a, b) {\n  let c = 0, o = { p: 1 };\n  const v = [1, 2, 3];\n  ${body}\n  var e;\n  ${tail}\n}`;
  }

  private block(outer: Scope, length: number): string {
    const scope = {
      ...outer,
      variables: [...outer.variables],
      constants: [...outer.constants],
      functions: [...outer.functions],
      depth: outer.depth + 1,
    };
    const statements: string[] = [];
    const size = 1 + (this.tape.next() % length);
    for (let index = 0; index < size && !this.tape.isAtEnd; index++) {
      statements.push(this.statement(scope));
    }
    return statements.join('\n');
  }

  private name(hint: string): string {
    return `${hint}${this.count++}`;
  }

  private statement(scope: Scope): string {
    const simple = ['assign', 'assign', 'update', 'declare', 'compound', 'jump', 'jump', 'effect'];
    const nested = [
      ...['if', 'if', 'ifElse', 'ifElse', 'while', 'for', 'forOf', 'doWhile', 'switch', 'try'],
      ...['finally', 'label', 'block', 'function', 'call', 'element', 'lazy', 'push', 'forIn'],
      ...['closure', 'testAssign', 'destructure', 'varDeclare', 'throw'],
    ];
    const kind = this.tape.pick(scope.depth > 4 ? simple : [...simple, ...nested]);
    switch (kind) {
      case 'assign':
        return `${this.target(scope)} = ${this.expression(scope)};`;
      case 'update':
        return `${this.target(scope)}${this.tape.pick(['++', '--'])};`;
      case 'compound':
        return `${this.target(scope)} ${this.tape.pick(['+=', '-=', '*=', '??=', '||=', '&&='])} ${this.expression(scope)};`;
      case 'declare': {
        const value = this.expression(scope);
        const name = this.tape.pick([this.name('x'), this.name('x'), 'a']);
        if (scope.depth < 2 || scope.constants.includes(name) || name !== 'a') {
          const fresh = name === 'a' ? this.name('x') : name;
          const kindOf = this.tape.pick(['let', 'const']);
          if (kindOf === 'let') scope.variables.push(fresh);
          scope.constants.push(fresh);
          return `${kindOf} ${fresh} = ${value};`;
        }
        return `{ let a = ${this.literal()}; a += 1; c = a; }`;
      }
      case 'varDeclare':
        return `var e = ${this.expression(scope)};`;
      case 'jump':
        return this.jump(scope);
      case 'effect':
        return this.withEffects ? `log(${this.expression(scope)});` : 'c += 1;';
      case 'throw':
        return `if (${this.test(scope)}) throw ${this.literal()};`;
      case 'if':
        return `if (${this.test(scope)}) {\n${this.block(scope, 3)}\n}`;
      case 'ifElse':
        return `if (${this.test(scope)}) {\n${this.block(scope, 3)}\n} else {\n${this.block(scope, 3)}\n}`;
      case 'while': {
        const counter = this.name('k');
        const test = this.tape.pick([`${this.test(scope)}`, 'true', `${counter} < 3`]);
        return this.loop(scope, `let ${counter} = 0;`, (label, body) => {
          const guard = test === 'true' ? `if (${counter} > 3) break;` : '';
          return `${label}while (${test === 'true' ? 'true' : `${counter} < 4 && ${test}`}) { spend(); ${counter}++; ${guard}\n${body}\n}`;
        });
      }
      case 'testAssign': {
        const counter = this.name('k');
        return this.loop(scope, `let ${counter} = 3;`, (label, body) => {
          return `${label}while (${counter}-- > 0 && (c = ${this.expression(scope)}) < 9) { spend();\n${body}\n}`;
        });
      }
      case 'for': {
        const index = this.name('i');
        const inner = { ...scope, constants: [...scope.constants, index] };
        return this.loop(inner, '', (label, body) => {
          return `${label}for (let ${index} = 0; ${index} < ${this.tape.pick(['3', 'a % 4', '2'])}; ${index}++) { spend();\n${body}\n}`;
        });
      }
      case 'forOf': {
        const item = this.name('y');
        const isOuter = this.tape.next() % 4 === 0;
        const inner = isOuter ? scope : { ...scope, variables: [...scope.variables, item] };
        return this.loop(inner, '', (label, body) => {
          return `${label}for (${isOuter ? 'b' : `let ${item}`} of [1, ${this.expression(scope)}, 3]) { spend();\n${body}\n}`;
        });
      }
      case 'forIn': {
        const key = this.name('q');
        return this.loop(scope, '', (label, body) => {
          return `${label}for (const ${key} in o) { spend(); c += ${key}.length;\n${body}\n}`;
        });
      }
      case 'doWhile': {
        const counter = this.name('k');
        return this.loop(scope, `let ${counter} = 0;`, (label, body) => {
          return `${label}do { spend(); ${counter}++;\n${body}\n} while (${counter} < 3 && ${this.test(scope)});`;
        });
      }
      case 'switch': {
        const inner = { ...scope, inSwitch: true };
        const cases = ['0', '1', this.tape.pick(['2', 'b', '-1'])].map((test) => {
          const end = this.tape.pick(['break;', '', 'break;']);
          return `case ${test}: {\n${this.block(inner, 2)}\n${end}\n}`;
        });
        const position = this.tape.next() % 4;
        cases.splice(position, 0, `default: {\n${this.block(inner, 2)}\n}`);
        return `switch (${this.expression(scope)} % 3) {\n${cases.join('\n')}\n}`;
      }
      case 'try':
        return `try {\n${this.block(scope, 3)}\nif (${this.test(scope)}) throw c;\n} catch (error) {\n${this.block(scope, 2)}\n}`;
      case 'finally':
        return `try {\n${this.block(scope, 3)}\n} finally {\n${this.block(scope, 2)}\n}`;
      case 'label': {
        const label = this.name('l');
        const inner = { ...scope, loops: [...scope.loops, { label, isLoop: false }] };
        return `${label}: {\n${this.block(inner, 3)}\n}`;
      }
      case 'block':
        return `{\n${this.block(scope, 3)}\n}`;
      case 'function': {
        const name = this.name('g');
        const own = {
          ...scope,
          loops: [],
          inLoop: false,
          inSwitch: false,
          variables: ['z', 'c', 'b', 'o.p'],
        };
        const body = this.block({ ...own, functions: [] }, 3);
        scope.functions.push(name);
        return this.tape.pick([
          `function ${name}(z) {\n${body}\nreturn z;\n}`,
          `const ${name} = (z) => {\n${body}\nreturn z;\n};`,
        ]);
      }
      case 'closure':
        return `[1, 2].forEach((z) => { if (z > 1) ${this.target({ ...scope, variables: ['c', 'b'] })} += z; });`;
      case 'call':
        return `${this.target(scope)} = ${this.call(scope)};`;
      case 'element':
        return this.tape.pick([
          `v[${this.tape.next() % 3}] += ${this.expression(scope)};`,
          `v[c & 1] = ${this.expression(scope)};`,
        ]);
      case 'push':
        return `if (v.length < 6) v.push(${this.expression(scope)});`;
      case 'lazy': {
        const assignment = `(${this.target(scope)} = ${this.expression(scope)})`;
        return this.tape.pick([
          `c = ${this.expression(scope)} && ${assignment};`,
          `c = ${this.test(scope)} ? ${assignment} : ${this.expression(scope)};`,
          `${this.test(scope)} || ${assignment};`,
          `b = ${this.simple(scope)} + ${assignment} + ${this.simple(scope)};`,
          `c = b++ + ${assignment} * --b;`,
        ]);
      }
      case 'destructure':
        return this.tape.pick([
          '[a, b] = [b, a];',
          `({ p: c = 2, q: b = ${this.literal()} } = o);`,
          '[v[0], c] = [c, v[0]];',
        ]);
      default:
        return ';';
    }
  }

  private loop(
    scope: Scope,
    before: string,
    make: (label: string, body: string) => string,
  ): string {
    const label = this.name('l');
    const isLabelled = this.tape.next() % 3 === 0;
    const loops = isLabelled ? [...scope.loops, { label, isLoop: true }] : scope.loops;
    const body = this.block({ ...scope, loops, inLoop: true, inSwitch: false }, 4);
    return `${before}\n${make(isLabelled ? `${label}: ` : '', body)}`;
  }

  private jump(scope: Scope): string {
    const jumps = [
      'return;',
      `return ${this.expression(scope)};`,
      `return [${this.simple(scope)}];`,
    ];
    if (scope.inLoop) jumps.push('break;', 'continue;', 'break;', 'continue;');
    else if (scope.inSwitch) jumps.push('break;');
    for (const { label, isLoop } of scope.loops) {
      jumps.push(`break ${label};`);
      if (isLoop) jumps.push(`continue ${label};`);
    }
    const jump = this.tape.pick(jumps);
    return this.tape.next() % 4 === 0 ? jump : `if (${this.test(scope)}) ${jump}`;
  }

  private target(scope: Scope): string {
    return this.tape.pick(scope.variables);
  }

  private literal(): string {
    return String((this.tape.next() % 7) - 2);
  }

  private simple(scope: Scope): string {
    return this.tape.pick([
      ...scope.variables,
      ...scope.constants,
      this.literal(),
      'v[1]',
      'v.length',
    ]);
  }

  private call(scope: Scope): string {
    const name = scope.functions.length > 0 ? this.tape.pick(scope.functions) : null;
    return name === null ? this.simple(scope) : `${name}(${this.simple(scope)})`;
  }

  private expression(scope: Scope): string {
    const [left, right] = [this.simple(scope), this.simple(scope)];
    return this.tape.pick([
      left,
      this.literal(),
      `(${left} + ${right})`,
      `(${left} - ${right}) % 5`,
      `(${left} > ${right} ? ${this.simple(scope)} : ${right})`,
      `(${left} || ${right})`,
      this.withEffects ? `log(${left})` : left,
      this.call(scope),
    ]);
  }

  private test(scope: Scope): string {
    const left = this.expression(scope);
    return this.tape.pick([
      `${left} > ${this.literal()}`,
      `${left} < ${this.simple(scope)}`,
      `${left} % 2 === 0`,
      `!(${left} > 1) && ${this.simple(scope)} != 1`,
    ]);
  }
}
