import * as t from '@babel/types';
import { asksForLength, elementPath, hasFixedName, patternTargets } from '../tree/targets.js';
import { containsOwn, forEachChild, unwrapped } from '../tree/walk.js';
import type { Scopes, Variable } from './scopes.js';

/** Places are counted in the order of the walk. */
interface Write {
  readonly target: t.Node;
  readonly place: number;
  /** Where the loops around begin. */
  readonly loops: readonly number[];
}

interface Read {
  readonly place: number;
  /** `x[i]` or `x.length` */
  readonly isOfPart: boolean;
}

interface Uses {
  readonly declared: number;
  /** A parameter of a function that returns nothing, which can only be called for what it changes. */
  readonly isOfProcedure: boolean;
  readonly writes: Write[];
  readonly reads: Read[];
}

/**
 * Targets `x[i]` of assignments behind which nothing reads `x`, a variable that was given what others hold: a parameter, an
 * item of a loop, another name of something. Of an array they see the change; of a tensor, which is a value, nobody does.
 */
export function lostElements(root: t.Node, scopes: Scopes): t.Node[] {
  const walked = new Walk(scopes);
  walked.visit(root);
  return [...walked.uses].flatMap(([{ isCaptured }, { declared, isOfProcedure, writes, reads }]) =>
    writes
      .filter(({ place, loops }) => {
        const again = isCaptured ? declared : loops.find((start) => start > declared);
        const counts = reads.filter((read) => !(isOfProcedure && read.isOfPart));
        return !counts.some((read) => read.place > (again ?? place));
      })
      .map(({ target }) => target),
  );
}

class Walk {
  readonly uses = new Map<Variable, Uses>();
  private readonly loops: number[] = [];
  /** What is read to give it a new element is not read for anything else. */
  private readonly changing = new Set<Variable>();
  private readonly declarations = new Set<t.Node>();
  /** Of which only a part is read. */
  private readonly parts = new Set<t.Node>();
  private clock = 0;

  constructor(private readonly scopes: Scopes) {}

  visit(node: t.Node): void {
    this.clock++;
    const isLoop = t.isLoop(node);
    if (isLoop) this.loops.push(this.clock);
    if (t.isIdentifier(node)) this.read(node);
    else if (isPart(node)) this.parts.add(unwrapped(node.object));
    else if (t.isFunction(node)) this.declare(node.params, returnsNothing(node));
    else if (t.isVariableDeclarator(node) && isOfOthers(node.init)) this.declare([node.id]);
    else if (t.isForOfStatement(node) && t.isVariableDeclaration(node.left))
      this.declare(node.left.declarations.map(({ id }) => id));
    const written = t.isAssignmentExpression(node, { operator: '=' }) ? this.holderOf(node) : null;
    if (written === null) this.children(node);
    else this.write(node as t.AssignmentExpression, written);
    if (isLoop) this.loops.pop();
  }

  private children(node: t.Node): void {
    forEachChild(node, (child) => this.visit(child));
  }

  private declare(patterns: readonly t.Node[], isOfProcedure = false): void {
    for (const target of patterns.flatMap(patternTargets)) {
      const variable = this.scopes.variableOf(target);
      this.declarations.add(target);
      if (variable && !this.uses.has(variable))
        this.uses.set(variable, { declared: this.clock, isOfProcedure, writes: [], reads: [] });
    }
  }

  private read(name: t.Identifier): void {
    const variable = this.scopes.variableOf(name);
    const uses = variable && this.uses.get(variable);
    if (!uses || this.changing.has(variable) || this.declarations.has(name)) return;
    uses.reads.push({ place: this.clock, isOfPart: this.parts.has(name) });
  }

  /** The variable `x` of `x[i] = v`. */
  private holderOf({ left }: t.AssignmentExpression): Variable | null {
    const { root, keys } = elementPath(left);
    const variable = keys.length > 0 ? this.scopes.variableOf(root) : undefined;
    return variable && this.uses.has(variable) ? variable : null;
  }

  private write(assignment: t.AssignmentExpression, variable: Variable): void {
    const isOuter = !this.changing.has(variable);
    this.changing.add(variable);
    this.children(assignment);
    if (isOuter) this.changing.delete(variable);
    const target = unwrapped(assignment.left);
    this.uses.get(variable)!.writes.push({ target, place: this.clock, loops: [...this.loops] });
  }
}

function isPart(node: t.Node): node is t.MemberExpression {
  return t.isMemberExpression(node) && (!hasFixedName(node) || asksForLength(node));
}

function returnsNothing({ body, generator }: t.Function): boolean {
  const returns = (node: t.Node): boolean => t.isReturnStatement(node) && node.argument != null;
  return t.isBlockStatement(body) && generator !== true && !containsOwn(body, returns);
}

/** Whether a variable that is declared so holds what has other names. */
function isOfOthers(init: t.Node | null | undefined): boolean {
  const value = init && unwrapped(init);
  return t.isIdentifier(value) || t.isMemberExpression(value);
}
