import { readFileSync } from 'node:fs';
import { it } from 'vitest';
import { stage } from '../staging/stage.js';
it('show', () => { console.log(String(stage(readFileSync(process.env.PROBE!, 'utf8')))); });
