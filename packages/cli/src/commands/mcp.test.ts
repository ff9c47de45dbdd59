import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { LAUNCHER, openWorkplace } from '../testing/run-ibid.ts';

test('an agent that starts the program gets answers from the folder, and the program ends with it', async () => {
  await using place = await openWorkplace();
  await place.write({ 'docs/ports.md': '# Ports\n\nThe server listens on port 4000.\n' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [LAUNCHER, 'mcp', 'docs', '--title', 'the Parrot docs'],
    cwd: place.path,
    env: { PATH: process.env['PATH'] ?? '', HOME: place.path },
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
  }
});
