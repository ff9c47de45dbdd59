/**
 * The folder of models. Each model is under its name on the hub, with a manifest of the origin and checksums of its files. Complete models
 * are never downloaded again.
 */
import { IbidError } from '@ibid/core';
import { existsSync } from 'node:fs';
import { copyFile, glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describeFile, fetchFile, type StoredFile } from './fetch-file.ts';
import { localModel, type LocalModel } from './known-models.ts';

/** Written when all files are complete. */
const MANIFEST = 'ibid-model.json';
const HUB = 'https://huggingface.co';

export interface ModelManifest {
  readonly model: string;
  readonly repository: string;
  readonly revision: string;
  /** Address or folder that the files were taken from. */
  readonly from: string;
  readonly files: Readonly<Record<string, StoredFile>>;
}

export interface AddOptions {
  /** Folder with the model's files, used instead of an address. */
  readonly from?: string | undefined;
  /** Address used instead of `https://huggingface.co`. */
  readonly mirror?: string | undefined;
  /** Bytes of all files together; `total` is `undefined` while unknown. */
  readonly onProgress?: (done: number, total: number | undefined) => void;
  readonly signal?: AbortSignal | undefined;
  /** See `fetchFile`. */
  readonly pause?: number;
}

/** Folder of the model with that name, whether it exists or not. */
export function modelFolder(cache: string, name: string): string {
  return join(cache, localModel(name).repository);
}

/** Downloads or copies missing files. Rejects as `fetchFile` does, and with `INVALID_CONFIG` for a folder that lacks a file. */
export async function addModel(cache: string, name: string, options: AddOptions = {}): Promise<ModelManifest> {
  const model = localModel(name);
  const folder = join(cache, model.repository);
  const known = await readManifest(folder);
  if (known !== undefined && options.from === undefined && known.revision === model.revision) return known;
  const base = (options.mirror ?? HUB).replace(/\/+$/u, '');
  const files: Record<string, StoredFile> = {};
  let done = 0;
  for (const [path, sha256] of Object.entries(model.files)) {
    const file = join(folder, path);
    files[path] =
      options.from === undefined
        ? ((await whole(file, sha256)) ??
          (await fetchFile({
            url: `${base}/${model.repository}/resolve/${model.revision}/${path}`,
            file,
            sha256,
            signal: options.signal,
            onProgress: (bytes) => options.onProgress?.(done + bytes, model.bytes),
            ...(options.pause === undefined ? {} : { pause: options.pause }),
          })))
        : await copied(join(options.from, path), file, model, sha256);
    done += files[path].bytes;
    options.onProgress?.(done, model.bytes);
  }
  const { repository, revision } = model;
  const manifest = { model: model.name, repository, revision, from: options.from ?? base, files };
  await writeWhole(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/** Complete models, by name. */
export async function listModels(cache: string): Promise<readonly ModelManifest[]> {
  const found: ModelManifest[] = [];
  if (!existsSync(cache)) return found;
  for await (const file of glob(`*/*/${MANIFEST}`, { cwd: cache })) {
    const manifest = await readManifest(dirname(join(cache, file)));
    if (manifest !== undefined) found.push(manifest);
  }
  return found.sort((a, b) => (a.model < b.model ? -1 : 1));
}

/** Files of a model that are missing or differ from the manifest. */
export async function verifyModel(cache: string, { repository, files }: ModelManifest): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const [path, { sha256 }] of Object.entries(files)) {
    if ((await whole(join(cache, repository, path), sha256)) === undefined) wrong.push(path);
  }
  return wrong;
}

/** Resolves to true if there was anything to remove. */
export async function removeModel(cache: string, name: string): Promise<boolean> {
  const folder = modelFolder(cache, name);
  if (!existsSync(folder)) return false;
  await rm(folder, { recursive: true });
  return true;
}

async function readManifest(folder: string): Promise<ModelManifest | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as ModelManifest;
  } catch {
    return undefined;
  }
}

/** Returns the stored file if it matches the checksum; without a checksum it cannot be verified. */
async function whole(file: string, sha256: string | undefined): Promise<StoredFile | undefined> {
  if (sha256 === undefined || !existsSync(file)) return undefined;
  const stored = await describeFile(file);
  return stored.sha256 === sha256 ? stored : undefined;
}

async function copied(
  source: string,
  file: string,
  model: LocalModel,
  sha256: string | undefined,
): Promise<StoredFile> {
  if (!existsSync(source)) {
    throw new IbidError(
      'INVALID_CONFIG',
      `\`${source}\` is missing. \`${model.name}\` needs ${Object.keys(model.files).join(', ')}.`,
    );
  }
  const stored = await describeFile(source);
  if (sha256 !== undefined && stored.sha256 !== sha256) {
    throw new IbidError(
      'INVALID_CONFIG',
      `\`${source}\` is not the file of \`${model.name}\` at ${model.revision}: its SHA-256 is ${stored.sha256}, not ${sha256}. For weights of your own, name their folder in \`embedder\`.`,
    );
  }
  await mkdir(dirname(file), { recursive: true });
  await copyFile(source, `${file}.part`);
  await rename(`${file}.part`, file);
  return stored;
}

async function writeWhole(file: string, text: string): Promise<void> {
  await writeFile(`${file}.part`, text);
  await rename(`${file}.part`, file);
}
