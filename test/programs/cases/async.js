//// await of helpers, in a loop
const half = async (x) => x / 2;
async function f(x) {
  "use graph";
  let n = 0;
  while ((await half(x)) > 1) { x = await half(x); n++; }
  return [x, n];
}
//> f(9)
//> f(1)

//// async methods and their this
class Service {
  calls = 0;
  async step(x) { this.calls += 1; if (x > 3) return x - 3; return x; }
}
async function f(x) {
  "use graph";
  const s = new Service();
  for (let i = 0; i < 3; i++) x = await s.step(x);
  return { x, calls: s.calls };
}
//> f(8)
//> f(2)

//// awaits in conditions, arguments and patterns
async function f(x) {
  "use graph";
  const pair = async (v) => [v, v * 2];
  const [a, b] = await pair(x);
  const y = (await pair(a))[1] > 4 ? await pair(b) : [0, await half(b)];
  return y;
  async function half(v) { return v > 2 ? v / 2 : v; }
}
//> f(1)
//> f(1.5)
//> f(4)

//// await of what is no promise
async function f(x) {
  "use graph";
  const y = await x;
  if (await (y > 1)) return await 5;
  return y;
}
//> f(2)
//> f(0)

//// Promise.all of staged functions
async function f(x) {
  "use graph";
  const g = async (v) => (v > 1 ? v * 2 : v);
  const [a, b] = await Promise.all([g(x), g(x - 1)]);
  return a + b;
}
//> f(2)
//> f(5)

//// try and finally around an await
async function f(x) {
  "use graph";
  let log = 0;
  const g = async (v) => { try { if (v > 2) return v; log += 1; } finally { log += 10; } return -v; };
  const r = (await g(x)) + (await g(x + 1));
  return [r, log];
}
//> f(1)
//> f(2)
//> f(3)
