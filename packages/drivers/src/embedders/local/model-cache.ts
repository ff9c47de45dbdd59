/**
 * The folder of models. Each model is under its name on the hub, with a manifest of the origin and checksums of its files. Complete models
 * are never downloaded again.
 */
import { IbidError, invalidConfig } from '@ibid/core';
import { existsSync } from 'node:fs';
import { copyFile, glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ensureFolder } from '../../files/ensure-folder.ts';
import { lockFile, sqliteFault, type FileLock } from '../../files/sqlite.ts';
import { checkKind, describeFile, fetchFile, type StoredFile } from './fetch-file.ts';
import { localModel, type LocalModel } from './known-models.ts';

/** Written when all files are complete. */
const MANIFEST = 'ibid-model.json';
/** Locked while a process adds files. */
const LOCK = 'ibid-model.lock';
const LOCK_POLL_MS = 200;
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
  /** Bytes of all files together; `total` is `undefined` for a model that is not in the table. */
  readonly onProgress?: (done: number, total: number | undefined) => void;
  /** Receives what delays the download: failed attempts, another process that fetches the same model. */
  readonly onNote?: ((message: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** See `fetchFile`. */
  readonly pause?: number;
}

/** Folder of the model with that name, whether it exists or not. */
export function modelFolder(cache: string, name: string): string {
  return join(cache, localModel(name).repository);
}

/**
 * Downloads or copies the files that are missing or damaged. One process at a time fetches a model; others wait for it. Rejects as `fetchFile`
 * does, and with `INVALID_CONFIG` for a mirror that is no address and for a folder that lacks a file.
 */
export async function addModel(cache: string, name: string, options: AddOptions = {}): Promise<ModelManifest> {
  const model = localModel(name);
  const base = checkedAddress(options.mirror ?? HUB);
  const folder = join(cache, model.repository);
  const known = await readManifest(folder);
  const isSame = known?.revision === model.revision && options.from === undefined;
  if (isSame && (await verifyModel(cache, known)).length === 0) return known;
  ensureFolder(folder);
  const lock = await untilLocked(join(folder, LOCK), model, options);
  try {
    return await storeModel(folder, model, base, options);
  } finally {
    lock.release();
  }
}

async function untilLocked(path: string, { name }: LocalModel, { signal, onNote }: AddOptions): Promise<FileLock> {
  for (let isFirst = true; ; isFirst = false) {
    const lock = lockModel(path);
    if (lock !== undefined) return lock;
    if (isFirst) onNote?.(`  another process fetches ${name}; waiting for it`);
    await wait(LOCK_POLL_MS, undefined, { signal }).catch(() => undefined);
    if (signal?.aborted === true) throw new IbidError('ABORTED', 'Waiting for the model was stopped.');
  }
}

function lockModel(path: string): FileLock | undefined {
  try {
    return lockFile(path);
  } catch (cause) {
    const { code, message, retryable } = sqliteFault(cause, path, `\`${path}\` is no lock; delete it`);
    throw new IbidError(code, `${message}.`, { retryable, cause });
  }
}

async function storeModel(
  folder: string,
  model: LocalModel,
  base: string,
  options: AddOptions,
): Promise<ModelManifest> {
  const { repository, revision } = model;
  const { from, signal, onNote, pause = 1000 } = options;
  const known = await readManifest(folder);
  const files: Record<string, StoredFile> = {};
  let done = 0;
  for (const [path, pinned] of Object.entries(model.files)) {
    const file = join(folder, path);
    const report = (bytes: number): void => options.onProgress?.(done + bytes, model.bytes);
    if (from === undefined) {
      // The files of a model belong together, so what is damaged is replaced by the same.
      const sha256 = pinned ?? (known?.revision === revision ? known.files[path]?.sha256 : undefined);
      const url = `${base}/${repository}/resolve/${revision}/${path}`;
      const request = { url, file, sha256, signal, onNote, onProgress: report, pause };
      files[path] = (await whole(file, sha256)) ?? (await fetchFile(request));
    } else files[path] = await copied(join(from, path), file, model, pinned);
    const { bytes } = files[path];
    report(bytes);
    done += bytes;
  }
  const manifest = { model: model.name, repository, revision, from: from ?? base, files };
  const file = join(folder, MANIFEST);
  await writeFile(`${file}.part`, `${JSON.stringify(manifest, null, 2)}\n`);
  await rename(`${file}.part`, file);
  return manifest;
}

/** The address without slashes at its end. */
function checkedAddress(address: string): string {
  if (/^https?:$/u.test(URL.parse(address)?.protocol ?? '')) return address.replace(/\/+$/u, '');
  throw invalidConfig(`\`${address}\` is not an address of a mirror. Give one such as \`https://models.example.org\`.`);
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
    throw invalidConfig(`\`${source}\` is missing. \`${model.name}\` needs ${Object.keys(model.files).join(', ')}.`);
  }
  const stored = await describeFile(source);
  if (sha256 !== undefined && stored.sha256 !== sha256) {
    throw invalidConfig(
      `\`${source}\` is not the file of \`${model.name}\` at ${model.revision}: its SHA-256 is ${stored.sha256}, not ${sha256}. For weights of your own, name their folder in \`embedder\`.`,
    );
  }
  if (sha256 === undefined) await checkKind(source, source);
  await mkdir(dirname(file), { recursive: true });
  await copyFile(source, `${file}.part`);
  await rename(`${file}.part`, file);
  return stored;
}
