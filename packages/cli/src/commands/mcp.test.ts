import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const LAUNCHER = join(import.meta.dirname, '..', '..', 'bin', 'ibid.js');

test('an agent that starts the program gets answers from the folder, and the program ends with it', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'ibid-mcp-'));
  await mkdir(join(cwd, 'docs'));
  await writeFile(join(cwd, 'docs', 'ports.md'), '# Ports\n\nThe server listens on port 4000.\n');
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [LAUNCHER, 'mcp', 'docs', '--title', 'the Parrot docs'],
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd },
    stderr: 'pipe',
  });
  const client = new Client({ name: 'test', version: '1' });
  try {
    await client.connect(transport);
    const { tools } = await client.listTools();
    expect(tools.map(({ title }) => title)).toContain('Ask the Parrot docs');
    const reply = await client.callTool({
      name: 'ask',
      arguments: { question: 'Which port does the server listen on?' },
    });
    expect(reply.structuredContent).toMatchObject({
      outcome: 'answered',
      citations: [{ quote: 'The server listens on port 4000.' }],
    });
  } finally {
    await client.close();
    await rm(cwd, { recursive: true, force: true });
  }
});
