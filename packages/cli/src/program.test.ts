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
    expect(options('index')).toEqual(
      expect.arrayContaining([
        ...common,
        '--site-url',
        '--source-kind',
        '--fresh',
        '--dry-run',
        '--allow-shrink',
        '--partial-ok',
      ]),
    );
    expect(options('ask')).toEqual(expect.arrayContaining([...common, ...scope]));
    expect(options('search')).toEqual(expect.arrayContaining([...common, ...scope]));
    expect(options('serve')).toEqual(
      expect.arrayContaining([...common, '--site', '--site-base', '--port', '--host', '--origin', '--title']),
    );
  });
});

describe('--since', () => {
  it('takes a day, an instant and days back, and refuses anything else', async () => {
    const seen: (Date | undefined)[] = [];
    const run = async (...line: readonly string[]): Promise<void> => {
      const program = buildProgram(async (flags) => void seen.push((flags as { since?: Date }).since));
      for (const command of program.commands) command.configureOutput({ writeErr: () => undefined });
      await program.parseAsync(['feedback', ...line], { from: 'user' });
    };
    await run('--since', '2026-11-01');
    await run('--since', '2026-11-01T12:00:00Z');
    await run('--since', '0d');
    expect(seen.slice(0, 2)).toEqual([new Date('2026-11-01'), new Date('2026-11-01T12:00:00Z')]);
    expect(seen[2]!.getTime()).toBeGreaterThan(new Date('2026-11-01').getTime());
    for (const wrong of ['7', 'yesterday', '2026', '', '7 d', '2026-13-01']) {
      await expect(run('--since', wrong)).rejects.toThrow(/days back/);
    }
  });
});

describe('--locales', () => {
  it('takes tags with commas between them and refuses anything else', async () => {
    const seen: unknown[] = [];
    const run = async (...line: readonly string[]): Promise<void> => {
      const program = buildProgram(async (flags) => void seen.push((flags as { locales?: unknown }).locales));
      for (const command of program.commands) command.configureOutput({ writeErr: () => undefined });
      await program.parseAsync(['index', 'docs', ...line], { from: 'user' });
    };
    await run('--locales', 'en,zh-CN, zh-TW');
    await run();
    expect(seen).toEqual([['en', 'zh-CN', 'zh-TW'], undefined]);
    await expect(run('--locales', 'en,,fr')).rejects.toThrow(/language tags/);
  });
});
