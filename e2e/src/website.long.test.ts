/** Ibid's own documentation, as a static site that answers by itself. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docusaurusBin } from '../../scripts/build/build-book.ts';
import { buildPackages } from '../../scripts/build/build-packages.ts';
import { launchChromium } from '../../scripts/chromium.ts';
import { docusaurusEnvironment } from './sites/testing/built-site.ts';
import { askWorker } from './testing/ask-worker.ts';
import { panelDriver } from './testing/panel-driver.ts';
import { serveFiles, type ServedFiles } from './testing/serve-files.ts';
import { visit } from './testing/visit.ts';

const WEBSITE = join(import.meta.dirname, '../../website');

/** Suggestions of the site, questions as users ask them, and words that each answer must show. */
const QUESTIONS: readonly (readonly [question: string, shown: string])[] = [
  ['How do I change the port?', 'ibid serve --port 8080'],
  ['How do I use OpenAI or Ollama?', 'OPENAI_API_KEY'],
  ['How do I publish without a server?', 'docusaurus build writes the index into ibid/'],
  ['change the port', 'ibid serve --port 8080'],
  ['use ollama', 'ollama/llama3.2:3b'],
  ['deploy on kubernetes', 'kustomize'],
  ['How do I install it?', 'npm install --omit=peer'],
  ['does it need an API key', 'no API key'],
  ['How do I index a live website?', 'ibid index https://docs.example.org'],
  ['what is kept about readers', 'no tracking'],
  ['How do I use it with Docusaurus?', '@ibid/docusaurus-plugin'],
  ['put it on GitHub Pages without a server', 'Any host of static files will do: GitHub Pages'],
  ['How do I change the language of the panel?', 'data-locale'],
  ['How do I use it from Claude or Cursor?', 'claude mcp add'],
  ['exit codes of ibid ask', 'stopped by Ctrl-C'],
  ['what is the gate', 'An answerer only proposes'],
  ['How do I use a different embedder?', 'To use another embedder'],
  ['run several servers behind a load balancer', 'IBID_STATE_URL'],
  ['turn off the keyboard shortcut', 'empty turns it off'],
  ['How many questions per minute may a reader ask?', '60 a minute'],
  ['back up postgres', 'pg_dump --schema=ibid'],
  ['Does it work with OpenAI clients?', 'Open WebUI'],
  ['where is the index stored', '.ibid/index.db'],
  ['where is the data stored', '.ibid/index.db'],
  ['is it free', 'under the MIT licence'],
  ['how many pages can it handle', '300,000 passages'],
  ['how much memory does it need', '160 MB'],
  ['which node version', '22.13'],
  ['does it work without a server', 'answer from files beside the pages'],
  ['can it answer from pdf', 'Markdown, MDX'],
  ['private pages', 'no logins'],
  ['exclude a folder from the index', '/blog/**'],
  ['why is a page missing', 'left out deliberately'],
  ['cors error', '--origin https://docs.example.org'],
  ['make the answers better', '--embedder local'],
  ['see what readers asked', 'server.feedbackQuestions'],
  ['how do I upgrade', 'run ibid index again'],
];

let site: ServedFiles;
let browser: Browser;
beforeAll(async () => {
  await buildPackages();
  await promisify(execFile)(process.execPath, [docusaurusBin(), 'build'], {
    cwd: WEBSITE,
    env: docusaurusEnvironment(),
  });
  [site, browser] = await Promise.all([serveFiles(join(WEBSITE, 'build'), '/'), launchChromium()]);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await site?.[Symbol.asyncDispose]();
});

test.each(QUESTIONS.slice(0, 3))('the panel answers its suggestion `%s`', async (question, shown) => {
  await using visited = await visit(browser, site.root, { viewport: { width: 1400, height: 900 } });
  const panel = panelDriver(visited.page);
  await panel.open();
  const answer = await panel.ask(question);
  expect((await answer.innerText()).replaceAll(/\s+/gu, ' ')).toContain(shown);
  expect(visited.foreign()).toEqual([]);
  expect(visited.errors).toEqual([]);
});

test('typical questions of users are answered', async () => {
  await using visited = await visit(browser, `${site.root}ibid/index.json`);
  const asked = QUESTIONS.map(([query]) => ({ path: '/api/ask/stream', body: { query, locale: 'en' } }));
  const replies = await askWorker(visited.page, '/ibid/', asked);
  const answers = QUESTIONS.map(([question, shown], at) => ({ question, shown, text: textOf(replies[at]!) }));
  expect(answers.filter(({ shown, text }) => !text.includes(shown))).toEqual([]);
});

/** The words of an answer in order, with the headings above them. */
function textOf(stream: string): string {
  const [, data] = /^event: run-end\ndata: (.*)$/mu.exec(stream)!;
  const { statements } = JSON.parse(data!) as { readonly statements: readonly { readonly text: string }[] };
  return statements
    .map(({ text }) => text)
    .join(' ')
    .replaceAll(/\s+/gu, ' ');
}
