const h = (tag: string, properties: object | null, ...children: unknown[]) => ({
  tag,
  properties,
  children,
});

export const view = (x: number) => {
  'use graph';
  return <b title="view">{x > 1 ? x * 10 : x}</b>;
};
