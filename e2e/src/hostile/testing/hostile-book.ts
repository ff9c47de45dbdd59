import { join } from 'node:path';
import { realSite, write } from '../../../../packages/docusaurus-plugin/src/testing/real-site.ts';
import { serveSite, type ServedSite } from '../../testing/serve-site.ts';
import { writePayload, type Payload } from '../payloads.ts';
import { hitId } from './findings.ts';

/** On one page. */
const EACH = 10;

export interface HostileBook extends AsyncDisposable {
  /** Serves it as `ibid serve` does; with `model`, the address of a service, its model words the answers. */
  serve(model?: string): Promise<ServedSite>;
  /** Path of the page that tells of payload number `at`, with the slash that the site uses. */
  readonly pageOf: (at: number) => string;
  /** Whose answer holds payload number `at`. */
  readonly questionOf: (at: number) => string;
}

/** A site of real Docusaurus whose pages say `texts`, as words, as titles and as code, indexed by the plugin. */
export async function buildHostileBook(texts: readonly Payload[]): Promise<HostileBook> {
  await using cleanup = new AsyncDisposableStack();
  const { folder, run } = cleanup.use(await realSite());
  for (let from = 0; from < texts.length; from += EACH) {
    const title = JSON.stringify(writePayload(texts[from]!, hitId('title', from)));
    const sections = texts.slice(from, from + EACH).map((text, at) => sectionOf(text, from + at));
    await write(folder, `docs/marks-${from / EACH}.md`, `---\ntitle: ${title}\n---\n\n${sections.join('\n')}`);
  }
  await run('build');
  const built = cleanup.move();
  return {
    async serve(baseUrl) {
      const model = baseUrl === undefined ? {} : { model: { name: 'custom/test-model', baseUrl } };
      const config = `ibid-${baseUrl === undefined ? 'plain' : 'model'}.config.json`;
      await write(
        folder,
        config,
        JSON.stringify({ ...model, server: { questionsPerMinute: 0, requestsPerMinute: 0 } }),
      );
      const flags = ['--config', join(folder, config)];
      return serveSite({ site: join(folder, 'build'), index: join(folder, '.ibid/index.db'), flags });
    },
    pageOf: (at) => `/docs/marks-${Math.floor(at / EACH)}/`,
    questionOf: (at) => `What does the rim of gasket ${nameOf(at)} say?`,
    [Symbol.asyncDispose]: () => built.disposeAsync(),
  };
}

/** Expressions keep the text from being read as anything but text. */
function sectionOf(payload: Payload, at: number): string {
  const text = writePayload(payload, hitId('verbatim', at));
  return `## Gasket ${nameOf(at)}

<p>{${JSON.stringify(`The rim of gasket ${nameOf(at)} says ${text} in small letters.`)}}</p>

<pre><code className="language-html">{${JSON.stringify(`${nameOf(at)} ${writePayload(payload, hitId('code', at))}`)}}</code></pre>
`;
}

/** A word that stands nowhere else. */
function nameOf(at: number): string {
  return `zork${String.fromCodePoint(...[...String(at).padStart(4, '0')].map((digit) => 97 + Number(digit)))}`;
}
