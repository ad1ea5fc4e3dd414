import * as t from '@babel/types';
import { assign, from } from '../tree/nodes.js';
import { innerLists } from '../tree/statements.js';

interface Inside {
  readonly loop: boolean;
  /** A loop or a switch. */
  readonly breakable: boolean;
  readonly labels: ReadonlySet<string>;
}

/**
 * The jumps that leave a piece of a function: in the piece each becomes a return of a number, by which what stands around
 * the piece knows where to go on.
 */
export class LeavingJumps {
  /** What each number stands for, from one on. */
  readonly codes: t.Statement[] = [];
  usesResult = false;
  readonly #numbers = new Map<string, number>();

  constructor(private readonly result: string) {}

  /** Takes a jump off the end of the list: it is always made. */
  takeLast(list: t.Statement[]): t.Statement[] {
    const last = list.at(-1);
    if (t.isBreakStatement(last) || t.isContinueStatement(last)) return list.splice(-1);
    if (!t.isReturnStatement(last)) return [];
    list.pop();
    if (!last.argument || t.isIdentifier(last.argument)) return [last];
    this.usesResult = true;
    list.push(assign(t.identifier(this.result), last.argument, last));
    last.argument = t.identifier(this.result);
    return [last];
  }

  replace(list: readonly t.Statement[]): t.Statement[] {
    return this.#list(list, { loop: false, breakable: false, labels: new Set() });
  }

  /** As the list, whose errors leave the piece with what the variables hold by then, and are thrown again behind it. */
  withErrors(list: t.Statement[], error: string, caught: string): t.Statement[] {
    const original = list[0]!;
    const code = this.#code('throw', original, t.throwStatement(t.identifier(caught)));
    const kept = assign(t.identifier(caught), t.identifier(error), original);
    const handler = t.catchClause(t.identifier(error), t.blockStatement([kept, code]));
    return [from(t.tryStatement(t.blockStatement(list), from(handler, original)), original)];
  }

  #list(list: readonly t.Statement[], inside: Inside): t.Statement[] {
    return list.flatMap((statement) => this.#statement(statement, inside));
  }

  #statement(statement: t.Statement, inside: Inside): t.Statement[] {
    switch (statement.type) {
      case 'ReturnStatement': {
        const { argument } = statement;
        if (!argument || t.isIdentifier(argument, { name: 'undefined' }))
          return [this.#code('return nothing', statement, t.returnStatement())];
        const end = this.#code('return', statement, t.returnStatement(t.identifier(this.result)));
        this.usesResult = true;
        return [assign(t.identifier(this.result), argument, statement), end];
      }
      case 'BreakStatement':
      case 'ContinueStatement': {
        const { label } = statement;
        const stays = label
          ? inside.labels.has(label.name)
          : t.isBreakStatement(statement)
            ? inside.breakable
            : inside.loop;
        if (stays) return [statement];
        return [
          this.#code(`${statement.type} ${label?.name ?? ''}`, statement, t.cloneNode(statement)),
        ];
      }
      case 'LabeledStatement': {
        const labels = new Set([...inside.labels, statement.label.name]);
        const [body] = this.#statement(statement.body, { ...inside, labels });
        statement.body = body!;
        return [statement];
      }
      default:
    }
    const loop = inside.loop || t.isLoop(statement);
    const breakable = inside.breakable || loop || t.isSwitchStatement(statement);
    for (const list of innerLists(statement)) {
      list.splice(0, list.length, ...this.#list(list, { ...inside, loop, breakable }));
    }
    return [statement];
  }

  #code(key: string, original: t.Statement, meaning: t.Statement): t.Statement {
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.codes.push(from(meaning, original));
      this.#numbers.set(key, number);
    }
    return from(t.returnStatement(t.numericLiteral(number)), original);
  }
}
