import { beforeAll, describe, expect, test } from 'vitest';
import { codes, openTestEngine, shown, type TestEngine } from './engine-fixture.ts';

let handbook: TestEngine;
beforeAll(async () => {
  handbook = await openTestEngine();
});

const about = { text: 'The controller listens on port 7420.' };

describe('a passage that the reader points at', () => {
  test('says what "it" means, and other pages may answer', async () => {
    const topic = { text: 'A topic is a stream of messages that any number of nodes can read.' };
    const alone = await handbook.ask('What should I use it for?');
    const answer = await handbook.ask('What should I use it for?', { about: topic });
    expect(alone.asked).toBe('What should I use it for?');
    expect(answer.asked).toMatch(/topic/u);
    expect(shown(answer)).toContain('Use a topic for sensor data.');
    const confined = await handbook.ask('What should I use it for?', { selection: topic });
    expect(shown(confined)).not.toContain('sensor data');
  });

  test('answers by itself where it does', async () => {
    const answer = await handbook.ask('What does this mean?', { about });
    expect(answer.outcome).toBe('answered');
    expect(shown(answer)).toContain('The controller listens on port 7420.');
  });

  test('changes nothing of a question that stands alone', async () => {
    const answer = await handbook.ask('What is a digital twin?', { about });
    expect(shown(answer)).toMatch(/^A digital twin is a simulated copy/u);
    expect(answer.asked).toBe('What is a digital twin?');
  });

  test('that is not in the index is no source, and the reader is told', async () => {
    const answer = await handbook.ask('Which port does it use?', {
      about: { text: 'The controller of the moon base listens on port 99.' },
    });
    expect(codes(answer)).toContain('selection_not_located');
    expect(answer.citations.map(({ quote }) => quote).join()).not.toContain('99');
  });
});
