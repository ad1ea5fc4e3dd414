const h = (tag, properties, ...children) => ({ tag, properties, children });

export function old(x) {
  'use graph';
  return <i>{x && x + 1}</i>;
}
