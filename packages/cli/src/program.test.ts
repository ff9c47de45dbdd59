import { describe, expect, it } from 'vitest';
import { buildProgram } from './program.ts';

/** Output of `--help` of a command. */
function help(name: string): string {
  const program = buildProgram(async () => undefined);
  const command = name === 'ibid' ? program : program.commands.find((candidate) => candidate.name() === name)!;
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.outputHelp();
  return text;
}

function options(name: string): readonly string[] {
  return help(name).match(/--[a-z-]+/gu) ?? [];
}

describe('--help', () => {
  it.each(['ibid', 'index', 'ask', 'search', 'serve', 'verify', 'copy', 'doctor', 'feedback', 'eval'])(
    'of %s has examples and exit codes',
    (name) => {
      expect(help(name)).toMatch(/\nExamples:\n {2}\$ (?:ibid|echo) [^]*\nExit codes:\n/u);
    },
  );

  it('names the variables of the environment that deployments rely on', () => {
    const named = help('ibid').split('\nEnvironment:\n')[1] ?? '';
    const names = [...named.matchAll(/^ {2}([A-Z_]+) /gmu)].map(([, name]) => name);
    expect(names).toEqual(['IBID_INDEX', 'IBID_STATE_URL', 'QDRANT_API_KEY', 'IBID_MODELS', 'IBID_TOKEN']);
  });

  it('names every option that scripts rely on', () => {
    const common = ['--index', '--config', '--json', '--no-color', '--quiet', '--debug'];
    const scope = ['--page', '--section', '--locale', '--version-label', '--limit', '--explain'];
    const index = ['--site-url', '--source-kind', '--fresh', '--dry-run', '--allow-shrink', '--partial-ok'];
    const serve = ['--site', '--site-base', '--port', '--host', '--origin', '--title'];
    for (const [name, own] of Object.entries({ index, ask: scope, search: scope, serve })) {
      expect(options(name)).toEqual(expect.arrayContaining([...common, ...own]));
    }
  });
});

/** The value of a flag after a command line is read. */
async function valueOf(flag: string, ...line: readonly string[]): Promise<unknown> {
  let value: unknown;
  const program = buildProgram(async (flags) => void (value = Reflect.get(flags, flag)));
  for (const command of program.commands) command.configureOutput({ writeErr: () => undefined });
  await program.parseAsync(line, { from: 'user' });
  return value;
}

const since = (text: string): Promise<unknown> => valueOf('since', 'feedback', '--since', text);
const locales = (text: string): Promise<unknown> => valueOf('locales', 'index', 'docs', '--locales', text);

it('--since takes a day, an instant and days back, and refuses anything else', async () => {
  expect(await since('2026-11-01')).toEqual(new Date('2026-11-01'));
  expect(await since('2026-11-01T12:00:00Z')).toEqual(new Date('2026-11-01T12:00:00Z'));
  expect(await since('0d')).toBeInstanceOf(Date);
  for (const wrong of ['7', 'yesterday', '2026', '', '7 d', '2026-13-01']) {
    await expect(since(wrong)).rejects.toThrow(/days back/);
  }
});

it('--locales takes tags with commas between them and refuses anything else', async () => {
  expect(await locales('en,zh-CN, zh-TW')).toEqual(['en', 'zh-CN', 'zh-TW']);
  await expect(locales('en,,fr')).rejects.toThrow(/language tags/);
});
