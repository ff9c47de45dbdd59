import { IbidError, openEmbedder } from '@ibid/core';
import { resolveModel } from '@ibid/drivers/models/resolve-model';
import type { CommonFlags } from '../config.ts';
import type { Context } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { indexName, mayExist } from '../index-address.ts';
import { modelsOf } from '../model-options.ts';
import { openForIndexing, openForQuestions } from '../open-embedder-source.ts';
import { openEngine, openIndex } from '../open-index.ts';
import { plain, type Terminal } from '../terminal.ts';
import { doctorState } from './doctor-state.ts';

const WIDTH = 19;
const LEAST_NODE = [22, 13, 0];

const QUESTION = 'documentation';

/** Opens every part once and says what works; fails when one that is needed does not. A model is asked only when the flag says so. */
export async function doctor(flags: Pick<CommonFlags, 'model'>, context: Context): Promise<ExitCode> {
  const { terminal, settings } = context;
  const findings: Finding[] = [];
  for await (const finding of check(flags, context)) {
    findings.push(finding);
    if (!terminal.json) printFinding(finding, terminal);
  }
  if (terminal.json) {
    const { indexNamed: _, secret: __, ownerToken, stateUrl, ...shown } = settings;
    const masked = { ...shown, ownerToken: setOrNot(ownerToken), stateUrl: setOrNot(stateUrl) };
    terminal.out(`${JSON.stringify({ findings, settings: masked }, null, 2)}\n`);
  }
  return findings.some(({ state }) => state === 'failed') ? EXIT.failure : EXIT.ok;
}

export function printFinding({ part, state, text }: Finding, { color, out }: Terminal): void {
  const sign = { ok: color.green('✔'), absent: color.yellow('–'), failed: color.red('✖') };
  out(`${sign[state]} ${part.padEnd(WIDTH)} ${plain(text)}\n`);
}

async function* check(flags: Pick<CommonFlags, 'model'>, context: Context): AsyncGenerator<Finding> {
  const { settings } = context;
  const { configFile, index } = settings;
  yield version('Node', process.versions.node, LEAST_NODE);
  yield { part: 'SQLite', state: 'ok', text: process.versions['sqlite'] ?? '' };
  yield { part: 'configuration', state: 'ok', text: configFile === '' ? 'no file; defaults' : configFile };
  yield await probe('parser', () => openParser(context));
  const found = mayExist(index) ? await probeIndex(context) : noIndex(index);
  yield found;
  yield* doctorState(context);
  yield found.state === 'failed' ? UNASKED : await probe('embedder', () => probeEmbedder(context));
  if (flags.model === undefined) yield modelFinding(settings);
  else yield* (await import('./doctor-model.ts')).doctorModel(context);
}

/** Without a call: what is configured, and whether its key is there. */
function modelFinding(settings: Context['settings']): Finding {
  try {
    const chosen = modelsOf(settings);
    if (chosen === undefined) return { part: 'model', state: 'ok', text: 'none; answers are quoted from the pages' };
    for (const model of chosen) resolveModel(model);
    const names = chosen.map(({ name }) => name).join(', then ');
    return { part: 'model', state: 'ok', text: `${names}; \`ibid doctor --model\` asks it a question` };
  } catch (error) {
    return { part: 'model', state: 'failed', text: error instanceof Error ? error.message : String(error) };
  }
}

function version(part: string, found: string, least: readonly number[]): Finding {
  const numbers = found.split('.').map(Number);
  const at = least.findIndex((number, index) => number !== (numbers[index] ?? 0));
  const enough = at < 0 || (numbers[at] ?? 0) > least[at]!;
  return {
    part,
    state: enough ? 'ok' : 'failed',
    text: enough ? found : `${found}; at least ${least.join('.')} is needed`,
  };
}

async function probe(part: string, run: () => Promise<string>): Promise<Finding> {
  try {
    return { part, state: 'ok', text: await run() };
  } catch (error) {
    if (IbidError.is(error, 'ABORTED')) throw error;
    return { part, state: 'failed', text: error instanceof Error ? error.message : String(error) };
  }
}

/** Which embedder it is follows from the index, and one that is far away is not waited for twice. */
const UNASKED: Finding = { part: 'embedder', state: 'absent', text: 'not tried, for the index cannot be opened' };

function setOrNot(secret: string | undefined): string {
  return secret === undefined ? 'not set' : 'set';
}

function noIndex(index: string): Finding {
  return { part: 'index', state: 'absent', text: `none at ${indexName(index)}; \`ibid index <folder|url>\` makes one` };
}

async function probeIndex(context: Context): Promise<Finding> {
  try {
    return { part: 'index', state: 'ok', text: await openParts(context) };
  } catch (error) {
    if (IbidError.is(error, 'NOT_INDEXED')) return noIndex(context.settings.index);
    return probe('index', () => Promise.reject(error));
  }
}

async function openParser({ signal }: Context): Promise<string> {
  const { workerParser } = await import('@ibid/drivers/parsers/worker');
  const parser = workerParser();
  try {
    const raw = { format: 'markdown' as const, body: '# Title\n\nText.', title: '', imports: {} };
    const place = { url: 'http://localhost/page', sourceFile: 'page.md', locale: 'en', version: '', module: 'root' };
    const { page } = await parser.parse({ ...raw, ...place }, { signal });
    if (page?.title !== 'Title') throw new IbidError('UPSTREAM_FAILED', 'The parser thread does not read Markdown.');
    return 'reads pages in its own thread';
  } finally {
    await parser.close();
  }
}

async function openParts({ settings, signal }: Context): Promise<string> {
  const engine = await openEngine(settings);
  try {
    const info = await engine.info({ signal });
    if (info === undefined) throw new IbidError('NOT_INDEXED', 'Nothing is published.');
    await engine.search({ text: 'index', limit: 1 }, { signal });
    return `${indexName(settings.index)}: ${info.pages} pages, ${info.chunks} passages from ${info.sourceId}, generation ${info.generation} of ${info.publishedAt}, vectors ${info.space.id}`;
  } finally {
    await engine.close();
  }
}

/** Embeds one short question as readers' questions are embedded; of a hosted embedder this costs one request. */
export async function probeEmbedder({ settings, signal }: Context): Promise<string> {
  const space = await spaceOf(settings);
  const source = await (space === undefined
    ? openForIndexing(undefined, { settings, space, signal })
    : openForQuestions({ settings, space, signal }));
  if (source.kind === 'fitted') return 'builtin, in this process';
  await using embedder = openEmbedder(source.embedder, { retries: 0 });
  const started = performance.now();
  await embedder.embed({ purpose: 'query', texts: [QUESTION] }, { signal });
  return `${embedder.id} answers in ${Math.round(performance.now() - started)} ms`;
}

async function spaceOf(settings: Context['settings']): Promise<Parameters<typeof openForQuestions>[0]['space']> {
  if (!mayExist(settings.index)) return undefined;
  const store = await openIndex(settings);
  try {
    return (await store.info())?.space;
  } finally {
    await store.close();
  }
}

/** What one part of a check-up came to. */
export interface Finding {
  readonly part: string;
  /** `absent`: not there, or working with something to know. */
  readonly state: 'ok' | 'absent' | 'failed';
  readonly text: string;
}
