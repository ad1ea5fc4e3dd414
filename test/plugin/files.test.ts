import { describe, expect, test } from 'vitest';
import { stageFilter } from '../../plugin/options.js';

describe('which modules are looked at, and when', () => {
  const stageOf = stageFilter({});

  test.each([
    ...[
      'a.js',
      'a.jsx',
      'a.ts',
      'a.tsx',
      'a.mjs',
      'a.cjs',
      'a.mts',
      'a.cts',
      'a.ts?v=1',
      'store.svelte.ts',
      'a.js?worker_file&type=module',
    ],
    ...[
      'App.vue?vue&type=script&setup=true&lang.ts',
      'App.vue?vue&type=script&lang=js',
      'index.html?html-proxy&index=0.js',
    ],
  ])('%s as the user wrote it', (file) => {
    expect(stageOf(`/project/src/${file}`)).toBe('source');
  });

  test.each(['App.vue', 'App.svelte', 'page.astro', 'post.mdx', 'App.svelte?v=1'])(
    '%s once it is compiled',
    (file) => {
      expect(stageOf(`/project/src/${file}`)).toBe('compiled');
    },
  );

  test.each([
    ...[
      'a.css',
      'a.json',
      'a.svg',
      'App.vue?vue&type=style&index=0&lang.css',
      'App.vue?vue&type=template&id=1',
    ],
    ...[
      'a.js?raw',
      'a.ts?url',
      '../node_modules/layers/a.js',
      'App.svelte?svelte&type=style&lang.css',
    ],
  ])('%s not at all', (file) => {
    expect(stageOf(`/project/src/${file}`)).toBeNull();
  });

  test.each([
    ...['\0virtual.js', '\0virtual:model', 'virtual:model', '/project/src/post.md'],
    ...['/project/src/a.html', '/project/src/a.recipe?v=1'],
  ])('%j once a plugin has made it', (id) => {
    expect(stageOf(id)).toBe('generated');
  });

  test.each(['\0/project/node_modules/layers/a.js?commonjs-proxy', '\0virtual.css'])(
    '%j not at all',
    (id) => {
      expect(stageOf(id)).toBeNull();
    },
  );

  test('a package that is included', () => {
    const included = stageFilter({ include: ['node_modules/layers/', /other-layers/g] });
    for (let time = 0; time < 3; time++) {
      expect(included('/project/node_modules/layers/a.js')).toBe('source');
      expect(included('C:\\project\\node_modules\\other-layers\\a.js')).toBe('source');
      expect(included('/project/node_modules/third/a.js')).toBeNull();
      expect(included('/project/src/a.js')).toBe('source');
    }
  });

  test('a file that is excluded', () => {
    const excluded = stageFilter({ exclude: /\.generated\./g, include: '.special' });
    for (let time = 0; time < 3; time++) expect(excluded('/project/src/a.generated.js')).toBeNull();
    expect(excluded('/project/src/a.special')).toBe('compiled');
  });
});
