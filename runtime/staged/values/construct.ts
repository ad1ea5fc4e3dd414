/** What `definite` gives, which each iteration asks for. */
const definites = new Map<string, string>();

/** One of the two ways that a construct chooses between, as errors call it. */
export interface Part {
  readonly short: string;
  /** Beside the place of the construct; `null` where that is not where the part stands. */
  readonly long: string | null;
}

/** What errors call a construct that chooses between two ways. */
export interface Construct {
  readonly name: string;
  readonly main: Part;
  readonly other: Part;
}

export function branching(name: string): Construct {
  const long = (part: string) => `${part} of ${definite(name)}`;
  const [main, other] = ['the main branch', 'the else branch'];
  return {
    name,
    main: { short: main, long: long(main) },
    other: { short: other, long: long(other) },
  };
}

/** Where the condition of a construct has one of its own, which is whether there is a value to ask. */
export function conditionOf(name: string): Construct {
  const long = `the condition of ${definite(name)}`;
  return { name, main: { short: 'the condition', long }, other: { short: 'no value', long: null } };
}

const questionMark = branching('a ?: expression');
const condFunction = ofFunctions('cond()', 'the first function', 'the second function');
const switchFunction = ofFunctions('switchCase()', 'a branch', 'the branches behind it');
const caseFunction = ofFunctions('caseOf()', 'a branch', 'the branches behind it');

function ofFunctions(name: string, main: string, other: string): Construct {
  return {
    name,
    main: { short: main, long: `${main} of ${name}` },
    other: { short: other, long: `${other} of ${name}` },
  };
}

const ifStatement = branching('an if statement');
/** `x > 0 && step()`, and `p &&= x`, which leaves what the left side holds. */
function operation(operator: string): Construct {
  const right = `the right side of ${operator}`;
  const isAssignment = operator.endsWith('=');
  const left = isAssignment ? `the left side of ${operator}` : 'the other case';
  return {
    name: operator,
    main: { short: right, long: right },
    other: { short: left, long: isAssignment ? left : null },
  };
}

const filterCallback = branching('filter()');
const following = 'what follows the conditional break, continue or return';
const jumping = 'the branch that breaks, continues, returns or throws';
const switchCase: Construct = {
  name: 'a switch statement (its value compared with this case)',
  main: { short: 'this case', long: 'a case of the switch statement' },
  other: { short: 'the other cases', long: null },
};

/** What an `if` of staged code stands for. */
export type IfKind =
  | 'expression'
  | 'function'
  | 'switch function'
  | 'case function'
  | 'leaving'
  | 'guard'
  | 'case'
  | 'last case'
  | 'filter'
  | '&&'
  | '||'
  | '??'
  | '&&='
  | '||='
  | '??=';

/** The construct of the user's that an `if` of staged code stands for. */
export function ifOfKind(kind: IfKind | undefined): Construct {
  switch (kind) {
    case 'expression':
      return questionMark;
    case 'function':
      return condFunction;
    case 'switch function':
      return switchFunction;
    case 'case function':
      return caseFunction;
    case 'leaving':
      return { ...ifStatement, other: { short: 'what follows the if statement', long: following } };
    case 'guard':
      return {
        ...ifStatement,
        main: { short: following, long: following },
        other: { short: jumping, long: jumping },
      };
    case 'case':
      return switchCase;
    case 'last case':
      return {
        ...switchCase,
        other: {
          short: 'the default',
          long: 'the default after the case of the switch statement',
        },
      };
    case 'filter':
      return filterCallback;
    case '&&':
    case '||':
    case '??':
    case '&&=':
    case '||=':
    case '??=':
      return operation(kind);
    default:
      return ifStatement;
  }
}

/** The loop of the user's that a `while` of staged code stands for. */
export type LoopKind = keyof typeof loops;

export const loops = {
  while: 'a while loop',
  for: 'a for loop',
  do: 'a do-while loop',
  function: 'whileLoop()',
} as const;

/** `the while loop` */
export function definite(construct: string): string {
  let known = definites.get(construct);
  if (known === undefined) {
    known = construct.replace(/^an? /, 'the ');
    definites.set(construct, known);
  }
  return known;
}
