import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildPackages } from '../build/build-packages.ts';
import { PACKED } from './published-manifest.ts';
import { stagePackage } from './stage-package.ts';

const run = promisify(execFile);

/** A package as `npm publish` would send it. */
export interface Tarball {
  readonly name: string;
  readonly version: string;
  /** Absolute path of the tarball. */
  readonly file: string;
  /** Paths in the package. */
  readonly files: readonly string[];
  /** Size of the tarball in bytes. */
  readonly size: number;
}

/** Packs all published packages into the folder `out`. */
export async function packAll(out: string): Promise<readonly Tarball[]> {
  await buildPackages();
  const folder = resolve(out);
  await mkdir(folder, { recursive: true });
  const staging = await mkdtemp(join(tmpdir(), 'ibid-pack-'));
  try {
    return await Promise.all(
      PACKED.map((packed) =>
        stagePackage(packed, join(staging, packed.folder)).then(() => packFolder(join(staging, packed.folder), folder)),
      ),
    );
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Packs a folder like `npm pack`, without running scripts. */
export async function packFolder(folder: string, out: string): Promise<Tarball> {
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', out], {
    cwd: folder,
    maxBuffer: 1e8,
  });
  const listed = JSON.parse(stdout) as unknown;
  const [packed] = Object.values(listed as Record<string, unknown>) as readonly PackReport[];
  const { name, version, filename, files, size } = packed!;
  return { name, version, file: join(out, filename), files: files.map(({ path }) => path), size };
}

interface PackReport {
  readonly name: string;
  readonly version: string;
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}
