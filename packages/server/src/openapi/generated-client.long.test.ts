import { dialects } from '@ibid/wire';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiDescription } from './api-description.ts';

const api = apiDescription(dialects);
const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');

/** A program that sends and reads every contract; `body<path>` is what a client may send. */
const PROGRAM = `
import type { components, paths } from './client.ts';
type Schemas = components['schemas'];
type Content<T> = T extends { content: { 'application/json': infer C } } ? C : never;
type Posted = { [P in keyof paths]: paths[P] extends { post: { requestBody: infer B } } ? Content<B> : never };
type Got = { [P in keyof paths]: paths[P] extends { post: { responses: { 200: infer R } } } ? Content<R> : never };
declare function post<P extends keyof paths>(path: P, body: Posted[P]): Got[P];

const asked = post('/agent/ask', { query: 'What?', section_constraint: null });
export const texts: string[] = [asked.answer, ...asked.citations.map((one: Schemas['Citation']) => one.raw_text_snippet)];
const agent: Schemas['AgentResponse'] = post('/api/agent/query', { query_text: 'What?', top_k: 3 });
export const chunk: Schemas['RetrievedChunk'] | undefined = agent.retrieved_chunks[0];
post('/api/agent/conversation', { query_text: 'What?', conversation_id: agent.conversation_id });
declare const session: Schemas['AgentSession'];
export const turns: Schemas['ConversationTurn'][] = session.conversation_history;
export const configuration: Schemas['AgentConfiguration'] = session.metadata.agent_configuration;
const context_bundle = post('/api/retrieve', { query: 'What?' });
const input: Schemas['AgentInput'] = { query: 'What?', mode: 'global', context_bundle };
const output: Schemas['AgentOutput'] = post('/api/answer', input);
export const references: Schemas['ChunkReference'][] = output.citations;
export const own: Schemas['ContextBundle'] = { status: 'no_matches', chunks: [] };
export const sources: Schemas['Source'][] = post('/query', { query: 'What?' }).sources;
export const statements: object[] = post('/api/ask', { query: 'What?' }).statements;
`;

const REFUSED = [
  `post('/agent/ask', {})`,
  `post('/agent/ask', { query: null })`,
  `post('/api/ask', {})`,
  `post('/api/agent/query', {})`,
  `post('/api/agent/query', { query_text: null })`,
  `post('/api/agent/conversation', { query_text: 'What?' })`,
  `post('/api/answer', { query: 'What?', mode: 'global' })`,
  `post('/api/answer', { query: 'What?', mode: 'global', context_bundle: {} })`,
  `post('/api/retrieve', {})`,
  `post('/query', {})`,
  `post('/query', { query: 7 })`,
];

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-client-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('gives types to a generated client that read every contract, and refuse what the server refuses', async () => {
  await writeFile(join(folder, 'client.ts'), astToString(await openapiTS(structuredClone(api) as never)));
  const refused = REFUSED.map((line) => `// @ts-expect-error\n${line};\n`).join('');
  await writeFile(join(folder, 'program.ts'), PROGRAM + refused);
  const flags = ['--noEmit', '--strict', '--module', 'preserve', '--allowImportingTsExtensions'];
  const told = await new Promise((resolve) => {
    execFile(process.execPath, [TSC, ...flags, 'program.ts'], { cwd: folder }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
  expect(told).toBe('');
});
