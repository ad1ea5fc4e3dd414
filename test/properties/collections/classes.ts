import type { Random } from '../programs/random.js';
import { float, point } from '../shared/expressions.js';
import { type Extension, inLoop, type Scope } from '../shared/scope.js';
import { braced } from '../shared/statements.js';

/** Classes with accessors, private members, iterators and counters of their own, and one that extends the other. */
export function classes(random: Random): Extension {
  const isCounting = random.chance(0.3);
  const isPrivate = random.chance(0.6);
  const w = isPrivate ? '#w' : 'w';
  const turn = isPrivate ? '#turn' : 'turned';
  const node = (scope: Scope) => point(scope, 1);
  return {
    pointClass: `class Point {
${isCounting ? 'static made = 0;\n' : ''}${isPrivate ? '#w = 0;' : 'w = 1;'}
constructor(x, k) { this.x = x; this.k = k;${isCounting ? ' Point.made++;' : ''} }
get sum() { return this.x + this.k; }
get level() { this.k++; return this.${w}; }
set level(value) { this.${w} = value % 16; if (value > 3) this.x = 0; }
${turn}() { this.${w} = (this.${w} + 1) % 16; return this.${w} > 2; }
turn(by) { if (this.${turn}()) this.x = (this.x + by) % 16; return this; }
move(by) { this.x = (this.x + by) % 16; return this; }
take(other) { [this.x, other.x] = [other.x, this.x]; return other; }
*[Symbol.iterator]() { yield this.x; if (this.${w} > 1) yield this.${w}; for (let i = 0; i < this.k && i < 2; i++) yield i; }
static total(...points) { let sum = 0; for (const { x } of points) sum += x; return sum; }
}
class Leaf extends Point {
extra = 1;
constructor(x, k) { super(x, k + 1); this.extra += k; }
get sum() { return super.sum + this.extra; }
move(by) { super.move(by); this.extra = (this.extra + 1) % 16; return this; }
}
const make = (x, k) => new Point(x, k);`,
    declarations: [],
    told: [
      ...(isCounting ? ['Point.made'] : []),
      'o.level',
      'p.sum',
      'row[1].level',
      'Point.total(...row)',
    ],
    floats: (scope) => [
      () => `${node(scope)}.level`,
      () => `${node(scope)}.sum`,
      () => `[...${node(scope)}].length`,
      () => `Point.total(${node(scope)}, ${node(scope)})`,
      ...(isCounting ? [() => 'Point.made'] : []),
    ],
    points: (scope) => [
      () => `new Leaf(${float(scope, 0)}, ${scope.random.pick(['n', '0', '1'])})`,
      () => `${node(scope)}.turn(${float(scope, 0)})`,
    ],
    tests: (scope) => [() => `${point(scope, 0)} instanceof Leaf`],
    simple: (scope) => [
      () => `${node(scope)}.level = ${float(scope, 1)};`,
      () => `${node(scope)}.level += ${float(scope, 1)};`,
      () => `${node(scope)}.turn(${float(scope, 1)});`,
      () => `for (const y of ${point(scope, 0)}) x = (x + y) % 16;`,
    ],
    compound: (scope) => {
      if (scope.loops >= 2) return [];
      const item = scope.fresh('y');
      return [
        () =>
          `for (const ${item} of ${point(scope, 0)}) ${braced({ ...inLoop(scope), floats: [...scope.floats, item] })}`,
      ];
    },
  };
}
