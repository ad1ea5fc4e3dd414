import type { NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import { type BuildDiagnostic, BuildError, diagnostic, locationOf } from '../diagnostics/index.js';
import {
  functionName,
  type InitializedField,
  leaveDirective,
  type ParsedModule,
  stageDirective,
  type Wanted,
} from '../directive/index.js';
import { type Staged, type StagingContext, stageFunction } from '../staging/index.js';
import {
  type FunctionNames,
  functionNames,
  mentionsName,
  nameSource,
  wordsOf,
} from '../syntax/names.js';
import { usesRequire } from '../syntax/parse.js';
import { scopeOf } from '../syntax/scopes.js';
import { divert, mayBeDiverted } from './divert.js';
import type { Editor } from './editor.js';
import { divertField } from './fields.js';
import { preparedCopy, preparedInitializer } from './prepare.js';
import { classesToOpen, openClasses } from './privateFields.js';
import { isReadIn } from './readElsewhere.js';
import { replacement, runtimeImport } from './runtimeCalls.js';
import { sloppyUses } from './sloppyMode.js';
import { Slots } from './slots.js';
import { type WrapContext, wrapMarked } from './wrap.js';

export interface RewriteOptions {
  /** The name of the file in messages and in staged code. */
  file: string;
  commonJsFile: boolean;
  editor: Editor;
  /** What staged code of other modules uses of this one. */
  wanted?: Wanted;
  /** Whether a page that runs the module may be given another version of it. */
  isReplaceable?: boolean;
  /** Whether anything that the module imports tells of TensorFlow.js. */
  importsTensors?: boolean;
  report(problem: BuildDiagnostic): void;
}

type TargetPath = NodePath<t.Function> | NodePath<InitializedField>;

interface Target {
  path: TargetPath;
  marked: boolean;
  names: FunctionNames;
  staged: Staged | null;
}

/** Stages the functions of a module that ask for it, through an editor. False where nothing changes. */
export function rewrite(
  module: ParsedModule,
  { file, commonJsFile, editor, wanted, isReplaceable, importsTensors, report }: RewriteOptions,
): boolean {
  const { ast, findings, problems } = module;
  for (const { code, message, node, suggestion } of problems)
    report(diagnostic(code, message, locationOf(file, node?.loc), suggestion));
  // Bundlers warn of directives that they do not know.
  const isLeft = dropDirectives(leaveDirective, ast.program, editor);
  const reached = module.reached(wanted);
  const functions = reached.functions.filter(mayBeDiverted);
  const along = [...functions, ...reached.fields];
  if (findings.marked.length === 0 && along.length === 0) return isLeft;
  const { identifiers: mentioned, strings } = wordsOf(ast);
  const uniqueName = nameSource(mentioned);
  const runtime = uniqueName('ug');
  const mayCallHost = mentioned.has('jsFunction') || strings.has('jsFunction');
  const mayWait = importsTensors !== true && !usesTensors(mentioned, strings);
  const newTarget = (path: TargetPath, marked: boolean): Target => {
    return { path, marked, names: functionNames(mentioned), staged: null };
  };
  const targets = [
    ...findings.marked.map((path) => newTarget(path, true)),
    ...along.map((path) => newTarget(path, false)),
  ];
  // What a module marks as a whole need not be called by another one of its functions.
  const isMarkedItself = ({ node }: NodePath) => !findings.byModule.has(node as t.Function);
  for (const target of targets) {
    const { own, ofModule } = target.names;
    const { marked, path } = target;
    const fn = isFunction(path)
      ? preparedCopy(path, mayCallHost, own)
      : preparedInitializer(path, mayCallHost);
    const waits = mayWait && (!marked || findings.byModule.has(path.node));
    const names = { uniqueName: own, moduleName: ofModule };
    const others = marked ? along : [...along, ...findings.marked.filter(isMarkedItself)];
    const isReadElsewhere = (name: string, key: string | null) => isReadIn(others, path, name, key);
    const staging = { file, runtime, ...names, mayWait: waits, isReadElsewhere, report };
    const staged = stageTarget(target, fn, staging);
    // Where there is nothing that a tensor could change, the function is its own staged code.
    const isAsWritten = !target.marked && staged !== null && !mentionsName(staged.code, runtime);
    target.staged = isAsWritten ? null : staged;
    if (target.staged !== null) target.names.number(target.staged.code);
  }

  const done = targets.filter(({ staged }) => staged !== null);
  if (done.length === 0) return isLeft;
  const program = programOf(done[0]!.path);
  const opened = classesToOpen(
    program,
    done.map(({ path }) => path),
    runtime,
  );
  const guarded = new Set<t.Node>(opened.flatMap(({ fields }) => fields));
  const diverted = new Set<t.Node>();
  const slots = new Slots();
  const { byModule } = findings;
  for (const { path, marked, names, staged } of done) {
    const context: WrapContext = { editor, slots, file, byModule, mayWait, runtime, names };
    if (!isFunction(path)) {
      divertField(path, staged!.code, context, guarded.has(path.node));
      diverted.add(path.node);
      continue;
    }
    for (const name of staged!.parts ?? []) slots.declare(path, name);
    if (marked) wrapMarked(path, staged!, context);
    else divert(path, staged!.code, context);
  }
  const ofModule = slots.write(editor);
  openClasses(opened, diverted, editor, runtime);
  const commonJs = usesRequire(program, commonJsFile);
  const first = [runtimeImport(runtime, commonJs)];
  if (isReplaceable === true) first.push(replacement(runtime, file));
  editor.prepend(program, [...first, ...ofModule]);
  if (!isLeft) dropDirectives(stageDirective, ast.program, editor);
  return true;
}

/** Whether the module has any such directive. */
function dropDirectives(value: string, { directives }: t.Program, editor: Editor): boolean {
  const dropped = directives.filter((directive) => directive.value.value === value);
  for (const directive of dropped) editor.dropDirective(directive);
  return dropped.length > 0;
}

/** Whether anything in a module tells of TensorFlow.js, or of this package. */
function usesTensors(identifiers: ReadonlySet<string>, strings: ReadonlySet<string>): boolean {
  return (
    identifiers.has('tf') || [...strings].some((text) => /tensorflow|tfjs|^use-graph/.test(text))
  );
}

function isFunction(path: TargetPath): path is NodePath<t.Function> {
  return path.isFunction();
}

function programOf(path: NodePath): NodePath<t.Program> {
  return path.findParent((parent) => parent.isProgram()) as NodePath<t.Program>;
}

/** Null where the function cannot be staged, which is an error only where the user asked for it. */
function stageTarget(
  { path, marked }: Target,
  fn: t.Function,
  context: StagingContext,
): Staged | null {
  let failed = false;
  const report = (problem: BuildDiagnostic): void => {
    failed ||= problem.category === 'error';
    context.report(marked ? problem : { ...problem, category: 'warning' });
  };
  if (isFunction(path))
    for (const { message, node } of sloppyUses(path))
      report(diagnostic('sloppy-mode', message, locationOf(context.file, node.loc)));
  if (failed) return null;
  try {
    const [home, scope] = isFunction(path)
      ? [path.parent, scopeOf(path).parent!]
      : [path.node, scopeOf(path)];
    const name = isFunction(path) ? functionName(path as NodePath<t.Function>) : '';
    const staged = stageFunction(fn, home, scope, { ...context, name, report }, marked);
    return failed ? null : staged;
  } catch (error) {
    if (error instanceof BuildError) report(error.diagnostic);
    else if (marked) throw failedAt(error, path, context.file);
    else report(failureOn(path, context.file, error));
    return null;
  }
}

/** Where the user did not ask for it, a fault of the compiler does not end the build. */
function failureOn(path: TargetPath, file: string, error: unknown): BuildDiagnostic {
  const what = isFunction(path) ? 'a function that staged code calls' : 'the value of a field';
  const message = `The plugin fails on ${what}, which stays as it is written: ${error}`;
  return diagnostic('staging-failed', message, locationOf(file, path.node.loc));
}

/** A fault of the compiler itself; at least it says in which function. */
function failedAt(error: unknown, { node }: TargetPath, file: string): unknown {
  if (error instanceof Error) {
    const line = node.loc?.start.line;
    error.message = `use-graph failed on the function at ${file}:${line}: ${error.message}`;
  }
  return error;
}
