import { describe, expect, test } from 'vitest';
import { compare } from './equivalence.js';
import type { Mode } from './host.js';
import { programs } from './programs.js';

const modes: Mode[] = ['plain', 'piped', 'both branches'];

describe('a staged program does on plain values what JavaScript does', () => {
  for (const { name, source, calls, hasEffects } of programs) {
    for (const mode of modes) {
      if (mode === 'both branches' && hasEffects) continue;
      test(`${name} (${mode})`, async () => {
        for (const args of calls) {
          const { expected, actual, code } = await compare(
            source,
            () => structuredClone(args),
            mode,
          );
          expect(actual, `${JSON.stringify(args)}\n${code}`).toEqual(expected);
        }
      });
    }
  }
});
