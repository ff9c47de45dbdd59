import { describe, expect, it } from 'vitest';
import { code } from './code-fixture.ts';
import { question } from './embedding-requests-fixture.ts';
import { open } from './open-embedder-fixture.ts';
import { slow } from './slow-embedder-fixture.ts';
import { vectorOf } from './sound-embedder-fixture.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('openEmbedder, for equal questions that are under way at once (R25)', () => {
  it('sends them once, and gives each asker a vector of its own', async () => {
    const { embedder, calls } = slow();
    const { opened } = open({ embedder });
    const asked = Array.from({ length: 20 }, () => opened.embed(question('port?')));
    await turn();
    calls.forEach(({ end }) => end());
    const vectors = await Promise.all(asked);
    expect(calls).toHaveLength(1);
    vectors[0]![0]!.fill(0);
    expect(vectors.slice(1)).toEqual(Array.from({ length: 19 }, () => [vectorOf('port?')]));
    expect(await opened.embed(question('port?'))).toEqual([vectorOf('port?')]);
  });

  it('sends different ones apart', async () => {
    const { embedder, calls } = slow();
    const { opened } = open({ embedder });
    const asked = ['port?', 'host?', 'port?'].map((text) => opened.embed(question(text)));
    await turn();
    calls.forEach(({ end }) => end());
    expect(await Promise.all(asked)).toEqual([[vectorOf('port?')], [vectorOf('host?')], [vectorOf('port?')]]);
    expect(calls).toHaveLength(2);
  });

  it('goes on for the others when the first asker leaves, and stops when the last one does', async () => {
    const { embedder, calls } = slow();
    const { opened } = open({ embedder });
    const leaving = [new AbortController(), new AbortController()];
    const asked = leaving.map(({ signal }) =>
      opened.embed(question('port?'), { signal }).catch((error: unknown) => error),
    );
    await turn();
    leaving[0]!.abort();
    expect(await asked[0]).toEqual(code('ABORTED'));
    expect(calls[0]!.signal.aborted).toBe(false);
    leaving[1]!.abort();
    expect(await asked[1]).toEqual(code('ABORTED'));
    await turn();
    expect(calls[0]!.signal.aborted).toBe(true);
    const later = opened.embed(question('port?'));
    await turn();
    calls[1]!.end();
    expect(await later).toEqual([vectorOf('port?')]);
  });

  it('fails for all askers, and is told once', async () => {
    const told: string[] = [];
    const { opened, counts } = open({
      faults: { fault: 'throws-for-good' },
      onQuestionFailed: (error) => void told.push(error.code),
    });
    const asked = Array.from({ length: 5 }, () => opened.embed(question('port?')).catch((error: unknown) => error));
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 5 }, () => code('UPSTREAM_FAILED')));
    expect([counts.calls, told]).toEqual([1, ['UPSTREAM_FAILED']]);
  });
});
