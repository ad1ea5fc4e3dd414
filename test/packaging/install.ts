import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, realpath, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Packs what `npm run build` made, and gives the path of the tarball in `directory`. */
export async function pack(directory: string): Promise<string> {
  const { stdout } = await run(repository, 'npm', [
    'pack',
    '--ignore-scripts',
    '--json',
    '--pack-destination',
    directory,
  ]);
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return join(directory, filename);
}

/**
 * A copy of the project `app` outside the repository, with the tarball's content as its installed `use-graph`. The other
 * packages are the repository's, by links, so that nothing is fetched.
 */
export async function installInto(app: string, tarball: string): Promise<void> {
  await cp(fileURLToPath(new URL('./projects/app', import.meta.url)), app, { recursive: true });
  const target = join(app, 'node_modules');
  const source = join(repository, 'node_modules');
  await mkdir(join(target, 'use-graph'), { recursive: true });
  for (const name of await readdir(source)) {
    if (!name.startsWith('.') && name !== 'use-graph') {
      await symlink(join(source, name), join(target, name));
    }
  }
  await run(app, 'tar', ['-xzf', tarball, '--strip-components=1', '-C', 'node_modules/use-graph']);
}

export async function temporaryDirectory(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'use-graph-packaging-')));
}

export interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program; where it fails, the error shows all that it printed. */
export async function run(cwd: string, command: string, parameters: string[]): Promise<Output> {
  try {
    return await promisify(execFile)(command, parameters, {
      cwd,
      env: { ...process.env, NO_COLOR: '1' },
      maxBuffer: 2 ** 26,
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as Partial<Output>;
    throw new Error(`${command} ${parameters.join(' ')} failed:\n${stdout}\n${stderr}`, {
      cause: error,
    });
  }
}

/** Runs a package's program, one of the repository's development dependencies. */
export function runTool(cwd: string, script: string, ...parameters: string[]): Promise<Output> {
  return run(cwd, process.execPath, [join(repository, 'node_modules', script), ...parameters]);
}
