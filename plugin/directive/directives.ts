import * as t from '@babel/types';

export const stageDirective = 'use graph';
export const leaveDirective = 'use no graph';

/** What the directives at the top of a function or module ask for. */
export type Request = 'stage' | 'leave' | 'nothing';

export function requestOf(directives: readonly t.Directive[] | null | undefined): Request {
  const values = new Set((directives ?? []).map((directive) => directive.value.value));
  if (values.has(leaveDirective)) return 'leave';
  return values.has(stageDirective) ? 'stage' : 'nothing';
}

/** The directive that a text resembles, which is none itself: `Use  Graph;`, `use-graph`, `use graf`. */
export function directiveLike(value: string): string | null {
  const directives = [stageDirective, leaveDirective];
  if (directives.includes(value)) return null;
  const letters = value.toLowerCase().replace(/[^a-z]/g, '');
  const words = letters
    .replace(/gra(?:f|pf|hp|p)$|grp(?:h|ah)$/, 'graph')
    .replace(/graphs$/, 'graph');
  return directives.find((directive) => directive.replaceAll(' ', '') === words) ?? null;
}

export function functionRequest(node: t.Function): Request {
  return node.body.type === 'BlockStatement' ? requestOf(node.body.directives) : 'nothing';
}

/** Removes the directive of a function that is about to be staged; the comments before it stay. */
export function dropStageDirective({ body }: t.Function): void {
  if (body.type !== 'BlockStatement') return;
  const dropped = body.directives.filter(({ value }) => value.value === stageDirective);
  body.directives = body.directives.filter((directive) => !dropped.includes(directive));
  const before = dropped.flatMap(({ leadingComments }) => leadingComments ?? []);
  const first = body.body[0];
  if (before.length === 0 || first === undefined) return;
  first.leadingComments = [...before, ...(first.leadingComments ?? [])];
}

/** Makes the function one that opts out. */
export function leaveAsWritten(node: t.Function): void {
  if (node.body.type !== 'BlockStatement') {
    node.body = t.blockStatement([t.returnStatement(node.body)]);
  }
  node.body.directives.push(t.directive(t.directiveLiteral(leaveDirective)));
}
