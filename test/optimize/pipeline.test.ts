import { afterEach, describe, expect, it, vi } from 'vitest';
import { verifyGraph } from '../../runtime/graph/verifier.js';
import { observePasses, optimize, passNames } from '../../runtime/optimize/pipeline.js';
import { graph, parameter } from '../graph/build.js';

function twice() {
  return graph('f', [parameter([2])], (b, x) => {
    b.call('Sin', { x: x! });
    return [b.call('Exp', { x: x! }), b.call('Exp', { x: x! })];
  });
}

describe('the pipeline', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  it('gives a valid graph after each pass', () => {
    const seen: string[] = [];
    const stop = observePasses((pass, current) => {
      verifyGraph(current);
      seen.push(`${pass}: ${current.nodes.length}`);
    });
    const result = optimize(twice());
    stop();
    expect(seen).toContain('trace: 3');
    expect(seen).toContain('prune: 2');
    expect(seen.at(-1)).toBe('prune-again: 1');
    expect(result.outputs[0]).toBe(result.outputs[1]);
  });

  it.each([
    ['prune', ['// prune']],
    ['trace, prune', ['// trace', '// prune']],
    ['all', ['trace', ...passNames].map((name) => `// ${name}`)],
    ['other', []],
  ])('prints the graph after the passes that USE_GRAPH_DUMP=%s names', (wanted, headings) => {
    vi.stubEnv('USE_GRAPH_DUMP', wanted);
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    optimize(twice());
    expect(log.mock.calls.map(([text]) => String(text).split('\n')[0])).toEqual(headings);
  });
});
