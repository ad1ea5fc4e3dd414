import { plainRuntime } from '../plugin/plainRuntime.js';

/** The helpers for plain values, as the module that staged code imports. */
const { helpers, told } = plainRuntime();

// biome-ignore lint/suspicious/noExplicitAny: the helpers take and give anything.
const all = helpers as Record<string, any>;

export { told };
export const {
  slot,
  replace_module,
  enter,
  is_staging,
  graph_function,
  state,
  flag,
  if_stmt,
  if_exp,
  while_stmt,
  thrown,
  try_stmt,
  for_stmt,
  and,
  or,
  nullish,
  not,
  settled,
  resolved,
  optional,
  type_of,
  instance_of,
  neg,
  plus,
  iterable,
  elements,
  with_rest,
  template,
  text,
  get_item,
  changing,
  made,
  length_of,
  set_item,
  call,
  call_method,
  call_with,
  await_value,
  add,
  sub,
  mul,
  div,
  rem,
  pow,
  lt,
  le,
  gt,
  ge,
  eq,
  ne,
  loose_eq,
  loose_ne,
  assigned,
  set_property,
  truth,
  written,
} = all;
/** Of the package's main entry. */
export const graph = <T>(f: T): T => f;
