import { describe, expect, it } from 'vitest';
import { createMaze, createPace, type Pace } from './crawl.ts';

const at = (path: string): URL => new URL(path, 'https://a.example');

describe('createMaze', () => {
  it('closes the deepest folder in which one text stands for the 20th time', () => {
    const maze = createMaze('/');
    for (let page = 1; page < 20; page += 1) expect(maze.isMadeUp(at(`/x/calendar/${page}`), 'same')).toBe(false);
    expect(maze.isClosed(at('/x/calendar/20'))).toBe(false);
    expect(maze.isMadeUp(at('/x/calendar/20'), 'same')).toBe(true);
    expect(maze.isClosed(at('/x/calendar/21'))).toBe(true);
    expect(maze.isClosed(at('/x/calendar/2025/1'))).toBe(true);
    expect(maze.isClosed(at('/x/guide'))).toBe(false);
  });

  it('closes the folder above when every page has a folder of its own', () => {
    const maze = createMaze('/docs/');
    for (let page = 1; page <= 20; page += 1) maze.isMadeUp(at(`/docs/shop/s${page}/item`), 'same');
    expect(maze.isClosed(at('/docs/shop/s99/item'))).toBe(true);
    expect(maze.isClosed(at('/docs/guide'))).toBe(false);
  });

  it('never closes the whole site, but leaves out the pages', () => {
    const maze = createMaze('/');
    const verdicts = Array.from({ length: 25 }, (_, page) => maze.isMadeUp(at(`/p${page}`), 'same'));
    expect(verdicts.filter(Boolean)).toHaveLength(6);
    expect(maze.isClosed(at('/p99'))).toBe(false);
  });

  it('leaves pages of different words alone', () => {
    const maze = createMaze('/');
    const verdicts = Array.from({ length: 50 }, (_, page) => maze.isMadeUp(at(`/docs/${page}`), `text ${page}`));
    expect(verdicts).not.toContain(true);
  });
});

/** A clock that advances only during sleep. */
function clock(): { readonly pace: Pace; readonly now: () => number } {
  let time = 1_000;
  const now = (): number => time;
  async function sleep(ms: number): Promise<void> {
    const until = time + ms;
    await Promise.resolve();
    time = Math.max(time, until);
  }
  return { pace: createPace({ now, sleep }), now };
}

describe('createPace', () => {
  it('lets requests start at once by default', async () => {
    const { pace, now } = clock();
    await Promise.all([pace.turn(), pace.turn(), pace.turn()]);
    expect(now()).toBe(1_000);
  });

  it('spaces the starts of requests, also when they are asked for at once', async () => {
    const { pace, now } = clock();
    pace.slowDown(200);
    await pace.turn();
    void pace.turn();
    await pace.turn();
    expect(now()).toBe(1_400);
  });

  it('never goes faster than it was told before', async () => {
    const { pace, now } = clock();
    pace.slowDown(200);
    pace.slowDown(50);
    await pace.turn();
    await pace.turn();
    expect(now()).toBe(1_200);
  });

  it('pauses everybody, those who already wait included', async () => {
    const { pace, now } = clock();
    pace.slowDown(100);
    await pace.turn();
    const waiting = pace.turn();
    pace.pause(5_000);
    await waiting;
    expect(now()).toBe(6_000);
    await pace.turn();
    expect(now()).toBeGreaterThanOrEqual(6_000);
  });
});
