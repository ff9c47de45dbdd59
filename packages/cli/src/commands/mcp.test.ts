import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, test } from 'vitest';
import { LAUNCHER, openWorkplace } from '../testing/run-ibid.ts';

type Program = ConstructorParameters<typeof StdioClientTransport>[0];

const AGENTS = {
  'version 1': async (program: Program) => {
    const client = new ClientV1({ name: 'test', version: '1' });
    await client.connect(new TransportV1(program as ConstructorParameters<typeof TransportV1>[0]));
    return client;
  },
  'version 2': async (program: Program) => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StdioClientTransport(program));
    return client;
  },
};

test.each(Object.entries(AGENTS))(
  'an agent with %s of the SDK starts the program and gets answers',
  async (_, start) => {
    await using place = await openWorkplace();
    await place.write({ 'docs/ports.md': '# Ports\n\nThe server listens on port 4000.\n' });
    const cwd = place.path;
    const client = await start({
      command: process.execPath,
      args: [LAUNCHER, 'mcp', 'docs', '--title', 'the Parrot docs'],
      cwd,
      env: { PATH: process.env['PATH'] ?? '', HOME: cwd },
      stderr: 'pipe',
    });
    try {
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
  },
);
