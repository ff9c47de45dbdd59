import { Command, InvalidArgumentError, Option } from 'commander';
import type { CommonFlags } from './config.ts';
import type { Context } from './main.ts';
import { EXIT_CODES_HELP, type ExitCode } from './exit-codes.ts';
import { EMBEDDER_NAMES, LOG_FORMATS, SOURCE_KINDS } from './define-config.ts';

const DAY_MS = 86_400_000;
const MOST_SECONDS = 300;

/** Variables that deployments set; the guide lists all of them. */
const ENVIRONMENT_HELP = `Environment:
  IBID_INDEX      index file or collection, unless --index names one
  IBID_STATE_URL  postgres://… for conversations, feedback, jobs and costs (default: files beside the index)
  QDRANT_API_KEY  key of the Qdrant that holds the index
  IBID_MODELS     folder of local models (default: ibid/models in the user's cache folder)
  IBID_TOKEN      who has it may start indexing over HTTP (unset: nobody)`;

export type RunCommand = (flags: CommonFlags, command: (context: Context) => Promise<ExitCode>) => Promise<void>;

/** Builds the grammar of the command line. The code of a command is loaded when it runs, so that `ask` need not load parsers. */
export function buildProgram(run: RunCommand): Command {
  const program = new Command('ibid')
    .description('Answers from your documentation, every sentence proved.')
    .version('0.1.0')
    .exitOverride()
    .showHelpAfterError('(`ibid --help` shows what there is; put `--` before words that begin with a dash)')
    .addHelpText(
      'after',
      `\n${examples(['ibid index docs', 'ibid ask "How do I install it?"', 'ibid serve'])}\n\n${ENVIRONMENT_HELP}\n\n${EXIT_CODES_HELP}`,
    );
  addIndex(program, run);
  addAnswers(program, run);
  addIndexTools(program, run);
  addModels(program, run);
  addChecks(program, run);
  return program;
}

function addIndex(program: Command, run: RunCommand): void {
  add(program, 'index', 'Read a folder or a site and bring its index up to date', [
    'ibid index docs --site-url https://docs.example.org',
    'ibid index build --index site.db',
    'ibid index build --index qdrant:http://127.0.0.1:6333/physical_ai_book',
    'ibid index docs --watch',
    'ibid index site --site-url https://docs.example.org --static site/ibid',
    'ibid index https://docs.example.org --dry-run',
  ])
    .argument('[source]', 'folder of Markdown or built HTML, or a web address')
    .option('--site-url <url>', 'address under which the pages are published')
    .option('--locale <tag>', 'language of Markdown pages, or the only one to index')
    .option('--locales <tags>', 'languages of a Docusaurus site, such as en,zh-CN', tags)
    .addOption(new Option('--source-kind <kind>', 'do not guess what the source is').choices(SOURCE_KINDS))
    .addOption(new Option('--embedder <name>', 'how passages are compared by meaning').choices(EMBEDDER_NAMES))
    .option('--exclude <path>', 'leave out pages by path, such as "/blog/**"; may be given several times', collected)
    .option('--allow-private', 'let the name of a site lead into a private network')
    .option('--max-pages <n>', 'most pages of a site (default: 10000)', wholeNumber(1, 1_000_000))
    .option('--fresh', 'read every page again; only vectors that cost money are kept')
    .option('--dry-run', 'only list what would change')
    .option('--allow-shrink', 'accept that more than 30 % of the pages are gone')
    .option('--partial-ok', 'end with 0 and a warning, not with 4, when single pages could not be indexed')
    .addOption(
      new Option('--watch', 'go on, and index a folder again whenever it changes').conflicts([
        'dryRun',
        'partialOk',
        'static',
      ]),
    )
    .option('--static <folder>', 'write the index as static files, too, for a site without a server')
    .option('--offline', 'with --static: browsers keep these files, and answer without a network')
    .option(
      '--device-model',
      'with --static: a model of the browser, where there is one, chooses the passage that answers',
    )
    .option(
      '--feedback <address>',
      'with --static: where browsers send what readers think of answers, or `browser` to keep it there',
    )
    .action(calls(run, async () => (await import('./commands/index-command.ts')).indexCommand));
}

function addAnswers(program: Command, run: RunCommand): void {
  scoped(
    add(program, 'ask', 'Answer a question, every sentence with a footnote', [
      'ibid ask "How do I install it?"',
      'ibid ask "Which ports are used?" docs',
      'ibid ask "What does `retries` do?" --page /guide/client --json',
      'ibid ask "How do I install it?" --model ollama/llama3.2:3b',
    ]),
  )
    .argument('<question>', 'in your own words')
    .argument('[source]', 'folder or address to index first')
    .option('--limit <n>', 'most footnotes, 1 to 20', wholeNumber(1, 20))
    .option('--selection <text>', 'answer from this passage alone')
    .option('--exact', 'search the words as typed, also those that look misspelt')
    .option('--explain', 'show on standard error why passages were found')
    .option('--model <service/model>', 'let this model word the answer, such as ollama/llama3.2:3b; none = quote')
    .action(calls(run, async () => (await import('./commands/ask.ts')).ask));

  scoped(
    add(program, 'search', 'Find passages without answering', [
      'ibid search "retry after timeout"',
      'ibid search retries --limit 10 --explain',
    ]),
  )
    .argument('<text>', 'words or a question')
    .argument('[source]', 'folder or address to index first')
    .option('--limit <n>', 'most passages, 1 to 100', wholeNumber(1, 100))
    .option('--explain', 'show the share of each leg in every score')
    .action(calls(run, async () => (await import('./commands/search.ts')).search));

  add(program, 'mcp', 'Let an agent on this machine search, read and ask, over standard input and output', [
    'ibid mcp',
    'ibid mcp docs --title "the Parrot docs"',
    'claude mcp add docs -- npx ibid mcp docs',
  ])
    .argument('[source]', 'folder or address to index first')
    .option('--title <name>', 'what the docs are called')
    .action(calls(run, async () => (await import('./commands/mcp.ts')).mcp));

  add(program, 'serve', 'Serve the API, the question page and a built site', [
    'ibid serve',
    'ibid serve docs --port 8080',
    'ibid serve --site build',
    'ibid serve --host 0.0.0.0 --origin https://docs.example.org',
    'ibid serve --index qdrant:http://qdrant:6333/physical_ai_book --drain 5',
  ])
    .argument('[source]', 'folder or address to index first')
    .option('--site <folder>', 'built site to show on the same port')
    .option('--site-base <path>', 'path below which the site is published (default: as it was built)')
    .option('--port <n>', 'port, 0 for any free one (default: 3210)', wholeNumber(0, 65_535))
    .option('--host <address>', 'address to listen at (default: 127.0.0.1, this machine only)')
    .option('--origin <url...>', 'sites whose pages may ask')
    .option('--title <name>', 'name of the site in the page')
    .option('--model <service/model>', 'let this model word answers, such as gemini/gemini-flash-latest; none = quote')
    .addOption(
      new Option('--log <format>', 'one line for each request, without texts; json goes to standard output').choices(
        LOG_FORMATS,
      ),
    )
    .option(
      '--questions-per-minute <n>',
      'questions of one client a minute, half of them at once; 0 = any number (default: 60)',
      wholeNumber(0, 999_999_999),
    )
    .option('--drain <seconds>', 'when told to stop, say so at /ready and answer on for so long (default: 0)', seconds)
    .action(calls(run, async () => (await import('./commands/serve.ts')).serveCommand));
}

function addIndexTools(program: Command, run: RunCommand): void {
  add(program, 'verify', 'Read the whole index and report what does not fit', [
    'ibid verify',
    'ibid verify --index site.db --json',
  ]).action(calls(run, async () => (await import('./commands/verify.ts')).verify));

  add(program, 'export', 'Write the pages as Markdown into a folder, with llms.txt, for agents', [
    'ibid export build',
    'ibid export build --site-url https://docs.example.org/book/',
    'ibid export out --title "the Parrot docs" --json',
  ])
    .argument('<folder>', 'of the built site, or any other')
    .option('--site-url <url>', 'address under which the folder is published')
    .option('--title <name>', 'what the docs are called')
    .option('--force', 'overwrite files that Ibid has not written')
    .action(calls(run, async () => (await import('./commands/export.ts')).exportCommand));

  add(program, 'copy', 'Copy an index into another store, vectors and all', [
    'ibid copy --to qdrant:http://127.0.0.1:6333/physical_ai_book',
    'ibid copy --from qdrant:http://qdrant:6333/physical_ai_book --to sqlite:backup.db',
    'ibid copy --to "qdrant:http://qdrant:6333/book?shards=6&replicas=2" --dry-run',
  ])
    .requiredOption('--to <address>', 'file or qdrant:http://host:6333/collection to copy into')
    .option('--from <address>', 'index to copy (default: that of --index)')
    .option('--fresh', 'write every page again, and take over a target that shows another site')
    .option('--dry-run', 'only count what would be copied')
    .addHelpText(
      'after',
      `
Replicas in Qdrant:
  More than half of the copies of a shard must have taken a write; a search asks one copy.`,
    )
    .action(calls(run, async () => (await import('./commands/copy.ts')).copyCommand));
}

function addModels(program: Command, run: RunCommand): void {
  const models = program.command('models').description('Keep models for the embedder `local` on this machine');
  add(models, 'list', 'Show which models are there, and which are known', ['ibid models list']).action(
    calls(run, async () => (await import('./commands/models.ts')).listCommand),
  );
  add(models, 'add', 'Fetch a model once, or take it from a folder', [
    'ibid models add bge-small-en-v1.5',
    'ibid models add bge-small-en-v1.5 --from /media/usb/bge-small-en-v1.5',
    'ibid models add multilingual-e5-small --mirror https://models.example.org',
  ])
    .argument('<name>', 'a known name, or owner/name on the Hugging Face hub')
    .option('--from <folder>', 'take its files from here instead')
    .option('--mirror <url>', 'address that stands for https://huggingface.co')
    .action(calls(run, async () => (await import('./commands/models.ts')).addCommand));
  add(models, 'verify', 'Compare the files with their checksums', ['ibid models verify'])
    .argument('[name]', 'only this one')
    .action(calls(run, async () => (await import('./commands/models.ts')).verifyCommand));
  add(models, 'remove', 'Delete a model from this machine', ['ibid models remove multilingual-e5-small'])
    .argument('<name>')
    .action(calls(run, async () => (await import('./commands/models.ts')).removeCommand));
}

function addChecks(program: Command, run: RunCommand): void {
  add(program, 'doctor', 'Open every part once and say what works', [
    'ibid doctor',
    'ibid doctor --json',
    'ibid doctor --model gemini/gemini-flash-latest',
    'ibid doctor --static build/ibid',
  ])
    .option('--model [service/model]', 'ask the model one real question, and show each stage')
    .option('--static <folder>', 'check a static index instead: its files, and what a reader loads')
    .action(calls(run, async () => (await import('./commands/doctor.ts')).doctor));

  add(program, 'feedback', 'Show what readers think of answers', [
    'ibid feedback',
    'ibid feedback --since 7d --limit 50',
    'ibid feedback --since 2026-11-01 --json',
  ])
    .option('--since <when>', 'from this day or instant on, or so many days back, such as 7d', since)
    .option('--limit <n>', 'how many are shown one by one (default: 20; with --json all)', wholeNumber(1, 10_000))
    .action(calls(run, async () => (await import('./commands/feedback.ts')).feedbackCommand));

  add(program, 'eval', 'Measure the index with your own questions', [
    'ibid eval questions.jsonl',
    `echo '{"question": "How do I install it?", "url": "/guide/install"}' > questions.jsonl`,
  ])
    .argument('<file>', 'one JSON object per line: question, and url, answer or both')
    .option('--model <service/model>', 'let this model answer every question of the file, at its cost')
    .action(calls(run, async () => (await import('./commands/eval.ts')).evaluate));
}

/** Adds a command with the options that all have. */
function add(parent: Command, name: string, summary: string, exampleLines: readonly string[]): Command {
  const help = `\n${examples(exampleLines)}\n\n${EXIT_CODES_HELP}`;
  return common(parent.command(name).description(summary).exitOverride()).addHelpText('after', help);
}

type Load = () => Promise<(flags: never, context: Context) => Promise<ExitCode>>;

/** Makes the action of a command from what loads its code. The code gets the arguments by name, together with the flags. */
function calls(run: RunCommand, load: Load): (...given: unknown[]) => Promise<void> {
  return async (...given) => {
    const command = given.at(-1) as Command;
    const named = command.registeredArguments.map((argument, at) => [argument.name(), given[at]] as const);
    const flags = { ...command.opts(), ...Object.fromEntries(named) };
    await run(flags, async (context) => (await load())(flags as never, context));
  };
}

function common(command: Command): Command {
  return command
    .option('--index <address>', 'index file, or qdrant:http://host:6333/collection (default: .ibid/index.db)')
    .option('--config <file>', 'configuration file (default: ibid.config.ts or .json, if there is one)')
    .option('--json', 'write JSON to standard output')
    .option('--no-color', 'plain text')
    .option('--quiet', 'write nothing but results and errors')
    .option('--debug', 'show stacks and requests');
}

function scoped(command: Command): Command {
  return command
    .option('--page <path>', 'only this page')
    .option('--section <heading>', 'only sections with this heading')
    .option('--locale <tag>', 'only pages in this language')
    .option('--version-label <label>', 'only pages of this version');
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/u.test(text) ? Number(text) : NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
  };
}

function seconds(text: string): number {
  const value = Number(text);
  if (/^\d+(?:\.\d+)?$/u.test(text) && value <= MOST_SECONDS) return value;
  throw new InvalidArgumentError(`Give seconds from 0 to ${MOST_SECONDS}.`);
}

function collected(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function tags(text: string): readonly string[] {
  const list = text.split(',').map((tag) => tag.trim());
  if (list.every((tag) => /^[a-z]{2,8}(?:[-_][a-z0-9]{1,8})*$/iu.test(tag))) return list;
  throw new InvalidArgumentError('Give language tags with commas between them, such as en,zh-CN.');
}

function since(text: string): Date {
  const days = /^(\d{1,4})d$/u.exec(text)?.[1];
  const time = days === undefined ? Date.parse(text) : Date.now() - Number(days) * DAY_MS;
  if (!Number.isNaN(time) && (days !== undefined || /^\d{4}-\d\d-\d\d/u.test(text))) return new Date(time);
  throw new InvalidArgumentError('Give a day such as 2026-11-01, an instant in ISO 8601, or days back such as 7d.');
}

function examples(lines: readonly string[]): string {
  return `Examples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
}
