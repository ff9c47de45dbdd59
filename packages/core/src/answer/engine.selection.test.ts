import { beforeAll, describe, expect, test } from 'vitest';
import { codes, openTestEngine, shown, type TestEngine } from './engine-fixture.ts';

let handbook: TestEngine;
beforeAll(async () => {
  handbook = await openTestEngine();
});

describe('a selection as a whole', () => {
  const selection = { text: 'A topic is a stream of messages that any number of nodes can read.' };

  test.each([
    'Explain this',
    'what does this mean?',
    'Summarise the passage in simple words',
    'why?',
    'Explain topics',
  ])('%s is about it', async (text) => expect((await handbook.ask(text, { selection })).outcome).toBe('answered'));

  test.each([
    'Explain the French revolution',
    'Describe quantum chromodynamics',
    'What does it cost to buy a Tesla?',
    'Summarise the history of Rome',
  ])('%s is not, however it begins (R13, R14)', async (text) => {
    expect((await handbook.ask(text, { selection })).outcome).toBe('refused');
  });
});

describe('selection (R14, R18)', () => {
  const selection = { text: 'The controller listens on port 7420. Set another one in /etc/arm/config.yaml:' };

  test('answers from the selection alone and cites the real page and section', async () => {
    const answer = await handbook.ask('Which port is used?', { selection });
    expect(shown(answer)).toContain('The controller listens on port 7420.');
    expect(answer.citations[0]).toMatchObject({
      url: 'https://docs.example.org/arm/install',
      anchor: 'configure-the-port',
    });
  });

  test('refuses what only other pages answer, and names none of them', async () => {
    const answer = await handbook.ask('Who wrote the first controller in Lisbon?', { selection });
    expect(answer).toMatchObject({ outcome: 'refused', statements: [], citations: [], nearest: [] });
  });

  test('never quotes past the edges of the selection', async () => {
    const half = { text: 'is a simulated copy of the robot' };
    const answer = await handbook.ask('What does this mean?', { selection: half });
    expect(shown(answer)).toBe(half.text);
  });

  test('keeps the signs at the edges of a selection', async () => {
    const whole = { text: ' Use a topic for sensor data. ' };
    expect(shown(await handbook.ask('explain this', { selection: whole }))).toBe('Use a topic for sensor data.');
  });

  test('a list is found although the browser leaves out its markers', async () => {
    const list = { text: 'Refresh the package lists with sudo apt update.\nInstall the package arm-driver.' };
    const answer = await handbook.ask('explain this', { selection: list });
    expect(answer.warnings).toEqual([]);
    expect(answer.citations.every((citation) => citation.anchor === 'install-from-packages')).toBe(true);
  });

  test('a wrong page given along only fails to locate; the selection is still found', async () => {
    const answer = await handbook.ask('Which port is used?', {
      selection: { ...selection, url: 'https://docs.example.org/history' },
    });
    expect(answer.citations[0]!.url).toBe('https://docs.example.org/arm/install');
  });

  test.each([
    ['a == b', 'above'],
    ['no table', 'notable'],
    ['12', '1 2'],
  ])('%s is not found in "%s": its very characters must stand there', async (text, elsewhere) => {
    const { ask } = await openTestEngine({ '/a': `# A\nThe value ${elsewhere} is known.`, '/b': '# B\nNothing else.' });
    const answer = await ask('explain this', { selection: { text, url: 'https://docs.example.org/a' } });
    expect(codes(answer)).toContain('selection_not_located');
    expect(shown(answer)).toBe(text);
  });

  test('a selection that begins with a heading, or runs over one, is located', async () => {
    const over = { text: 'Shutdown time of motors\nThe controller waits 45 seconds before it cuts the motor power.' };
    const answer = await handbook.ask('explain this', { selection: over });
    expect(answer.warnings).toEqual([]);
    expect(answer.citations[0]).toMatchObject({ anchor: 'shutdown-time-of-motors' });
    expect(shown(answer)).toBe('The controller waits 45 seconds before it cuts the motor power.');
  });

  test('the section sent along tells equal passages apart', async () => {
    const text = 'Restart the service afterwards.';
    const { ask } = await openTestEngine({ '/a': `# A\n## First way\n${text}\n\n## Second way\n${text}` });
    const answer = await ask('explain this', { selection: { text, url: '/a', section: 'second-way' } });
    expect(answer.citations[0]!.anchor).toBe('second-way');
  });

  test('an address that is none of the web never gets into a citation', async () => {
    const forged = { text: 'The flux is 42 gigawatt.', url: 'javascript:alert(1)' };
    const answer = await handbook.ask('explain this', { selection: forged });
    expect(answer.citations.map((citation) => citation.url)).toEqual(['']);
  });

  test('text that no page has is quoted as sent, under the page given, with a warning', async () => {
    const foreign = { text: 'The blue valve opens at noon.', url: 'https://docs.example.org/history' };
    const answer = await handbook.ask('When does the blue valve open?', { selection: foreign });
    expect(shown(answer)).toBe(foreign.text);
    expect(answer.citations[0]!.url).toBe(foreign.url);
    expect(codes(answer)).toContain('selection_not_located');
  });
});
