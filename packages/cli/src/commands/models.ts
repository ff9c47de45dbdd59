import { type IbidError, invalidConfig } from '@ibid/core';
import { KNOWN_MODELS, localModel } from '@ibid/drivers/embedders/local/known-models';
import { addModel, listModels, modelFolder, removeModel, verifyModel } from '@ibid/drivers/embedders/local/model-cache';
import type { Context } from '../main.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { inMegabytes, megabytes, withProgress } from '../progress.ts';
import { plain } from '../terminal.ts';

export interface ModelFlags {
  readonly name: string;
  readonly from?: string;
  readonly mirror?: string;
}

/** Lists the models in the local cache, then the known models that are not in it. */
export async function listCommand(_: object, { terminal, settings }: Context): Promise<ExitCode> {
  const cached = await listModels(settings.modelCache);
  if (terminal.json) {
    terminal.outJson({ folder: settings.modelCache, models: cached });
    return EXIT.ok;
  }
  for (const { model, revision, files } of cached) {
    const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
    terminal.out(
      `${terminal.color.green('✔')} ${plain(model)}  ${megabytes(bytes)} MB  ${plain(revision).slice(0, 12)}\n`,
    );
  }
  for (const { name, bytes, languages, licence } of KNOWN_MODELS) {
    if (cached.some(({ model }) => model === name)) continue;
    terminal.out(
      `${terminal.color.dim('–')} ${name}  ${megabytes(bytes ?? 0)} MB to fetch  ${licence}  ${languages}\n`,
    );
  }
  terminal.note(terminal.color.dim(`  in ${settings.modelCache}`));
  return EXIT.ok;
}

export async function addCommand({ name, ...flags }: ModelFlags, context: Context): Promise<ExitCode> {
  const { terminal, settings, signal } = context;
  const labels = { fetch: `Fetching ${localModel(name).name} (MB)` };
  const manifest = await withProgress(terminal, labels, (show, onNote) =>
    addModel(settings.modelCache, name, {
      ...flags,
      signal,
      onProgress: (done, total) => show(inMegabytes(done, total)),
      onNote,
    }),
  );
  if (terminal.json) terminal.outJson(manifest);
  terminal.note(`${localModel(name).name} is in ${modelFolder(settings.modelCache, name)}`);
  return EXIT.ok;
}

/** Verifies every file of the cached models, or of one model, against its recorded or expected checksum. */
export async function verifyCommand({ name }: Partial<ModelFlags>, { terminal, settings }: Context): Promise<ExitCode> {
  const wanted = name === undefined ? undefined : localModel(name).name;
  const models = (await listModels(settings.modelCache)).filter(
    ({ model }) => wanted === undefined || model === wanted,
  );
  if (wanted !== undefined && models.length === 0) throw absent(wanted, settings.modelCache);
  if (models.length === 0) terminal.note(`There is no model in \`${settings.modelCache}\`, so nothing was verified.`);
  let isWhole = true;
  for (const manifest of models) {
    const wrong = await verifyModel(settings.modelCache, manifest);
    isWhole &&= wrong.length === 0;
    const sign = wrong.length === 0 ? terminal.color.green('✔') : terminal.color.red('✖');
    const problem = wrong.length === 0 ? '' : `: ${wrong.map(plain).join(', ')} changed or missing`;
    terminal.out(`${sign} ${plain(manifest.model)}${problem}\n`);
  }
  if (!isWhole) terminal.problem('Fetch what is wrong again: `ibid models add <name>`.');
  return isWhole ? EXIT.ok : EXIT.failure;
}

export async function removeCommand({ name }: ModelFlags, { terminal, settings }: Context): Promise<ExitCode> {
  if (!(await removeModel(settings.modelCache, name))) throw absent(name, settings.modelCache);
  terminal.note(`${localModel(name).name} is removed`);
  return EXIT.ok;
}

function absent(name: string, cache: string): IbidError {
  return invalidConfig(`There is no model \`${name}\` in \`${cache}\`. See \`ibid models list\`.`);
}
