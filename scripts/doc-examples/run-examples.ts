import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PRINTED_ADDRESS = 'http://127.0.0.1:3210';
const LONGEST_MS = 30_000;
/** A shell example, with the block of its output if there is one. */
const EXAMPLE = /```sh\n([\s\S]*?)```\n(?:\n```(?:json|text)\n[\s\S]*?```\n)?/gu;

/** Returns the page with the output of each shell example below it. Rejects if an example fails, because it would also fail for readers. */
export async function runExamples(page: string, address: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-doc-examples-'));
  try {
    let fresh = '';
    let reached = 0;
    for (const match of page.matchAll(EXAMPLE)) {
      const code = match[1]!;
      const output = await outputOf(code.replaceAll(PRINTED_ADDRESS, address), folder);
      fresh += page.slice(reached, match.index) + `\`\`\`sh\n${code}\`\`\`\n${output === '' ? '' : `\n${output}\n`}`;
      reached = match.index + match[0].length;
    }
    return fresh + page.slice(reached);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Output in a code block, as indented JSON or else unchanged; `''` if there is none. */
async function outputOf(code: string, folder: string): Promise<string> {
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', code], {
    cwd: folder,
    timeout: LONGEST_MS,
    env: { ...process.env, SESSION: '', TOKEN: '' },
  });
  const text = stdout.trim();
  if (text === '') return '';
  try {
    return `\`\`\`json\n${JSON.stringify(JSON.parse(text), null, 2)}\n\`\`\``;
  } catch {
    return `\`\`\`text\n${text}\n\`\`\``;
  }
}
