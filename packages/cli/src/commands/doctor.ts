import { IbidError, openEmbedder } from '@ibid/core';
import { resolveModel } from '@ibid/drivers/models/resolve-model';
import { existsSync } from 'node:fs';
import type { CommonFlags } from '../config.ts';
import { EXIT, messageOf, type ExitCode } from '../exit-codes.ts';
import { mayExist } from '../stores.ts';
import type { Context } from '../main.ts';
import { modelsOf } from '../open-answering.ts';
import { openForQuestions } from '../open-embedder-source.ts';
import { openEngine, openIndex } from '../open-index.ts';
import { openStateDrivers, stateLocation } from '../state-drivers.ts';
import { plain, type Terminal } from '../terminal.ts';

export interface DoctorFlags extends Pick<CommonFlags, 'model'> {
  /** Folder of a static index, which is checked instead. */
  readonly static?: string;
}

/** Result of one check. */
export interface Finding {
  readonly part: string;
  /** `absent`: the part does not exist, or it works with a caveat. */
  readonly state: 'ok' | 'absent' | 'failed';
  readonly text: string;
}

const WIDTH = 19;
const QUESTION = 'documentation';

/** Opens each part once and prints the result. Fails if a required part does not work. Calls a model only with `--model`. */
export async function doctor(flags: DoctorFlags, context: Context): Promise<ExitCode> {
  if (flags.static !== undefined) return (await import('./doctor-static.ts')).doctorStatic(flags.static, context);
  const { terminal, settings } = context;
  const findings: Finding[] = [];
  for await (const finding of check(flags, context)) {
    findings.push(finding);
    if (!terminal.json) printFinding(finding, terminal);
  }
  const { indexNamed: _, secret: __, index, ownerToken, stateUrl, ...shown } = settings;
  const masked = { index: index.setting, ...shown, ownerToken: setOrNot(ownerToken), stateUrl: setOrNot(stateUrl) };
  if (terminal.json) terminal.outJson({ findings, settings: masked });
  return exitCode(findings);
}

export function printFinding({ part, state, text }: Finding, { color, out }: Terminal): void {
  const sign = { ok: color.green('✔'), absent: color.yellow('–'), failed: color.red('✖') };
  out(`${sign[state]} ${part.padEnd(WIDTH)} ${plain(text)}\n`);
}

export function exitCode(findings: readonly Finding[]): ExitCode {
  return findings.some(({ state }) => state === 'failed') ? EXIT.failure : EXIT.ok;
}

function setOrNot(secret: string | undefined): string {
  return secret === undefined ? 'not set' : 'set';
}

async function* check(flags: Pick<CommonFlags, 'model'>, context: Context): AsyncGenerator<Finding> {
  const { settings } = context;
  const { configFile } = settings;
  yield { part: 'Node', state: 'ok', text: process.versions.node };
  yield { part: 'SQLite', state: 'ok', text: process.versions['sqlite'] ?? '' };
  yield { part: 'configuration', state: 'ok', text: configFile === '' ? 'no file; defaults' : configFile };
  const index = await probe('index', () => openParts(context));
  yield index;
  yield await probe('state', () => openState(context));
  // The index determines the embedder. If the index is on a remote server that cannot be reached, do not wait for it a second time.
  if (index.state === 'failed') {
    yield { part: 'embedder', state: 'absent', text: 'not tried, for the index cannot be opened' };
  } else yield await probe('embedder', () => probeEmbedder(context));
  if (flags.model === undefined) yield await probe('model', async () => Promise.resolve(modelText(settings)));
  else yield* (await import('./doctor-model.ts')).doctorModel(context);
}

/** Runs one check. Its text is reported as `ok`, or as `absent` if it returns `{ absent }`; a thrown error is reported as `failed`. */
async function probe(part: string, run: () => Promise<string | { readonly absent: string }>): Promise<Finding> {
  try {
    const text = await run();
    return typeof text === 'string' ? { part, state: 'ok', text } : { part, state: 'absent', text: text.absent };
  } catch (error) {
    if (IbidError.is(error, 'ABORTED')) throw error;
    return { part, state: 'failed', text: messageOf(error) };
  }
}

async function openParts({ settings, signal }: Context): Promise<string | { readonly absent: string }> {
  const { name } = settings.index;
  const none = { absent: `none at ${name}; \`ibid index <folder|url>\` makes one` };
  try {
    await using engine = await openEngine(settings);
    const info = await engine.info({ signal });
    if (info === undefined) return none;
    await engine.search({ text: 'index', limit: 1 }, { signal });
    return `${name}: ${info.pages} pages, ${info.chunks} passages from ${info.sourceId}, generation ${info.generation} of ${info.publishedAt}, vectors ${info.space.id}`;
  } catch (error) {
    if (IbidError.is(error, 'NOT_INDEXED')) return none;
    throw error;
  }
}

/** Opens the state store (conversations, feedback, jobs). A missing state file is not created; in a database, all tables are created. */
async function openState({ settings, signal }: Context): Promise<string | { readonly absent: string }> {
  const location = stateLocation(settings);
  if (settings.stateUrl === undefined && !existsSync(location)) return { absent: `none yet in ${location}` };
  await using state = await openStateDrivers(settings);
  signal.throwIfAborted();
  await state.replicas?.checkWrites();
  return `${location}: ${await state.sessions.count()} conversations`;
}

/** Embeds one short question in the same way as readers' questions. With a hosted embedder this costs one request. */
async function probeEmbedder({ settings, signal }: Context): Promise<string> {
  const space = await spaceOf(settings);
  const source = await openForQuestions({ settings, space, signal });
  if (source.kind === 'fitted') return 'builtin, in this process';
  await using embedder = openEmbedder(source.embedder, { retries: 0 });
  const started = performance.now();
  await embedder.embed({ purpose: 'query', texts: [QUESTION] }, { signal });
  return `${embedder.id} answers in ${Math.round(performance.now() - started)} ms`;
}

async function spaceOf(settings: Context['settings']): Promise<Parameters<typeof openForQuestions>[0]['space']> {
  if (!mayExist(settings.index)) return undefined;
  await using store = await openIndex(settings);
  return (await store.info())?.space;
}

/** Describes the configured model and checks that its key is set, without calling it. */
function modelText(settings: Context['settings']): string {
  const chosen = modelsOf(settings);
  if (chosen === undefined) return 'none; answers are quoted from the pages';
  for (const model of chosen) resolveModel(model);
  const names = chosen.map(({ name }) => name).join(', then ');
  return `${names}; \`ibid doctor --model\` asks it a question`;
}
