import { openModelService, quotingModel, type ModelScript, type ModelService } from '@ibid/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ibid, openWorkplace, runIbid, type Finished, type Workplace } from '../testing/run-ibid.ts';

// Each case starts real processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const CHINESE = '服务器默认监听四千号端口，除非另有配置。';
const WORDLESS = Array.from({ length: 20 }, (_, at) => [`drafts-${at}.md`, '![](a.png)\n'] as const);
const SITES = {
  parrot: {
    ...Object.fromEntries(WORDLESS),
    'install.md': '# Install\n\nParrot needs Node 24 or newer.\n',
    'settings.md': '# Settings\n\nThe server listens on port 4000 unless `PARROT_PORT` names another one.\n',
  },
  chinese: { 'index.md': `# 设置\n\n${CHINESE}\n` },
} as const;
const FINE = /^model (?:configuration|connection|reply|stream|tools)$/u;

interface Finding {
  readonly part: string;
  readonly state: string;
  readonly text: string;
}

let place: Workplace;
let service: ModelService;

const saying =
  (text: string): ModelScript =>
  () => ({ kind: 'text', text });

/** Behaves correctly in the steps before the question. */
const thenAnswering =
  (answer: ModelScript): ModelScript =>
  (call) =>
    call.tools[0]?.name === 'search_docs' && !JSON.stringify(call).includes('SOURCES')
      ? { kind: 'tool', name: 'search_docs', arguments: '{"query_text":"topics"}' }
      : JSON.stringify(call).includes('SOURCES')
        ? answer(call)
        : { kind: 'text', text: 'One, two, three.' };

beforeAll(async () => {
  place = await openWorkplace();
  service = await openModelService({ answer: thenAnswering(quotingModel()) });
  for (const [site, files] of Object.entries(SITES)) {
    await place.write(Object.fromEntries(Object.entries(files).map(([name, text]) => [`${site}/${name}`, text])));
    const { code, stderr } = await ibid(place.path, 'index', site, '--index', `${site}.db`);
    if (code !== 0) throw new Error(`${site} cannot be indexed: ${stderr}`);
  }
});
afterAll(async () => {
  await service.close();
  await place[Symbol.asyncDispose]();
});

async function doctor(
  model: string,
  site: keyof typeof SITES,
  env: Readonly<Record<string, string>> = {},
  ...more: readonly string[]
): Promise<Finished & { readonly findings: readonly Finding[] }> {
  const args = ['doctor', '--model', model, '--index', `${site}.db`, '--json', ...more];
  const own = { IBID_MODEL_URL: service.url, IBID_MODEL_API_KEY: service.apiKey, ...env };
  const finished = await runIbid(place.path, args, own);
  const { findings } = JSON.parse(finished.stdout) as { findings: readonly Finding[] };
  return { ...finished, findings };
}

const of = (findings: readonly Finding[], part: string): Finding | undefined =>
  findings.find((finding) => finding.part === part);

describe('ibid doctor --model', () => {
  it.each(Object.keys(SITES) as (keyof typeof SITES)[])('asks what the pages of %s do answer', async (site) => {
    const quoting = site === 'chinese' ? saying(`${CHINESE} [p1]`) : quotingModel();
    service.answerWith(thenAnswering(quoting));
    const before = service.requests.length;
    const { code, findings } = await doctor('custom/test-model', site);
    expect(of(findings, 'passages')?.text).toMatch(/^[1-9]\d* found/u);
    expect(service.requests.slice(before).filter(({ body }) => JSON.stringify(body).includes('SOURCES'))).not.toEqual(
      [],
    );
    expect(of(findings, 'answer')?.text).not.toMatch(/no model/u);
    expect(code).toBe(0);
    expect(of(findings, 'answer')).toMatchObject({ state: 'ok' });
    expect(of(findings, 'proved')).toMatchObject({ state: 'ok' });
  });

  it('names a model without a price beside its answer', async () => {
    service.answerWith(thenAnswering(quotingModel()));
    await place.write({
      'priced.json': JSON.stringify({ model: { name: 'custom/test-model', prices: { currency: 'USD', models: {} } } }),
    });
    const { code, findings } = await doctor('custom/test-model', 'parrot', {}, '--config', 'priced.json');
    expect(of(findings, 'prices')).toMatchObject({
      state: 'absent',
      text: expect.stringContaining('no price for `test-model`') as string,
    });
    expect(code).toBe(0);
  });

  it('fails where the model fails at the question alone', async () => {
    service.answerWith(thenAnswering(() => ({ kind: 'fault', fault: '500' })));
    const { code, findings } = await doctor('custom/test-model', 'parrot');
    expect(findings.filter(({ part }) => FINE.test(part)).every(({ state }) => state !== 'failed')).toBe(true);
    expect(of(findings, 'answer')).toMatchObject({
      state: 'failed',
      text: expect.stringMatching(/the pages are quoted, for the model is unavailable: .*answered 500/u) as string,
    });
    expect(code).toBe(1);
  });

  it.each([
    [
      'Nothing of this was ever written by anybody. [p1]',
      /the model answered, but nothing of it could be proved.* 1 withheld/u,
    ],
    ['NOT_IN_SOURCES', /the model answered that the passages found do not say/u],
  ])('says that nothing could be proved of %j', async (text, words) => {
    service.answerWith(thenAnswering(saying(text)));
    const { code, findings } = await doctor('custom/test-model', 'parrot');
    expect(of(findings, 'answer')).toMatchObject({ state: 'absent', text: expect.stringMatching(words) as string });
    expect(code).toBe(0);
  });

  it('tells of a name that cannot be read beside all else', async () => {
    const { code, findings } = await doctor('gemni/x', 'parrot');
    expect(of(findings, 'index')).toMatchObject({ state: 'ok' });
    expect(of(findings, 'model')).toMatchObject({
      state: 'failed',
      text: expect.stringContaining('`gemni/x` does not say which service') as string,
    });
    expect(code).toBe(1);
  });
});
