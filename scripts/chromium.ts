/**
 * A real browser for tests and screenshots, from an npm package only.
 *
 * `@sparticuz/chromium` contains the browser compressed. Its own unpacking uses the shared temporary folder and trusts existing files
 * there, and its own flags disable web security. So it is unpacked here, once, into `node_modules/.cache`, and started without flags.
 * `IBID_CHROMIUM` names another browser to use instead.
 */
import { execFile, spawn } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { chromium, type Browser } from 'playwright-core';

const run = promisify(execFile);

interface Installed {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

let installed: Promise<Installed> | undefined;

/** Starts the browser; the caller must close it. */
export async function launchChromium(): Promise<Browser> {
  // The check that it starts runs once per process.
  const { executablePath, env } = await (installed ??= installChromium());
  return chromium.launch({ executablePath, env: { ...definedEnv(), ...env } });
}

/** Returns the path of the browser, unpacked on first use, and the environment variables that it needs. */
async function installChromium(): Promise<Installed> {
  const named = process.env['IBID_CHROMIUM'];
  if (named !== undefined && named !== '') return { executablePath: named, env: {} };
  const packageFolder = dirname(dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium'))));
  const { version } = createRequire(import.meta.url)(join(packageFolder, 'package.json')) as { version: string };
  const folder = join(import.meta.dirname, '..', 'node_modules', '.cache', 'chromium', version);
  const executablePath = join(folder, 'chromium');
  await mkdir(folder, { recursive: true });
  if (!existsSync(executablePath)) await unpackFile(join(packageFolder, 'bin', 'chromium.br'), executablePath);
  if (await starts(executablePath, {})) return { executablePath, env: {} };
  // A minimal machine lacks a few libraries, which the package contains.
  const env = { LD_LIBRARY_PATH: join(folder, 'lib') };
  if (!existsSync(env.LD_LIBRARY_PATH)) await unpackArchive(join(packageFolder, 'bin', 'al2023.tar.br'), folder);
  return { executablePath, env };
}

async function unpackFile(from: string, to: string): Promise<void> {
  // Several test processes may run this at once: each writes a separate file, and the last rename wins with equal bytes.
  const partial = `${to}.${process.pid}.tmp`;
  try {
    await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(partial));
    await chmod(partial, 0o755);
    await rename(partial, to);
  } finally {
    await rm(partial, { force: true });
  }
}

async function unpackArchive(from: string, folder: string): Promise<void> {
  const tar = spawn('tar', ['-x', '-C', folder], { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = new Promise<void>((resolve, reject) => {
    tar.on('error', reject);
    tar.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`tar ended with ${code}`))));
  });
  await Promise.all([pipeline(createReadStream(from), createBrotliDecompress(), tar.stdin), ended]);
}

async function starts(executablePath: string, env: Readonly<Record<string, string>>): Promise<boolean> {
  return run(executablePath, ['--version'], { env: { ...process.env, ...env } }).then(
    () => true,
    () => false,
  );
}

function definedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
