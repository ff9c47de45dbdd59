import { IbidError, modelFault } from '@ibid/core';
import type { RequestReport } from '@ibid/server';
import { describe, expect, it } from 'vitest';
import type { LogFormat } from './define-config.ts';
import { openRequestLog, type RequestLog } from './request-log.ts';

const REPORT: RequestReport = {
  requestId: 'req-1',
  method: 'POST',
  route: '/api/ask',
  status: 200,
  milliseconds: 12.3456,
  outcome: 'answered',
  retrievalMilliseconds: 3.14159,
  question: { characters: 21, hash: '0123456789abcdef' },
};

function logged(format: LogFormat, report: RequestReport): string {
  const lines: string[] = [];
  const write = (text: string): void => void lines.push(text);
  openRequestLog(format, { out: write, problem: write }).report(report);
  return lines.join('\n');
}

function troubles(format: LogFormat, ...all: readonly Parameters<RequestLog['trouble']>[]): readonly string[] {
  const lines: string[] = [];
  const write = (text: string): void => void lines.push(text);
  const log = openRequestLog(format, { out: write, problem: write });
  for (const [error, about] of all) log.trouble(error, about);
  return lines;
}

describe('the request log (R20)', () => {
  it('writes one JSON object a request', () => {
    expect(JSON.parse(logged('json', REPORT))).toMatchObject({
      level: 30,
      route: '/api/ask',
      milliseconds: 12.3,
      retrievalMilliseconds: 3.1,
      question: { characters: 21, hash: '0123456789abcdef' },
      time: expect.stringMatching(/^\d{4}-.*Z$/u),
    });
  });

  it('says that a reply was broken off, as an error unless the client has left', () => {
    const broken = { ...REPORT, code: 'INTERNAL', brokenOff: true };
    expect(logged('text', broken)).toContain('INTERNAL broken off');
    expect(JSON.parse(logged('json', { ...broken, cause: new Error('disk') }))).toMatchObject({
      level: 50,
      status: 200,
      brokenOff: true,
    });
    const left = { ...broken, code: 'ABORTED', cause: new IbidError('ABORTED', 'The client has left.') };
    expect(JSON.parse(logged('json', left))).toMatchObject({ level: 30, brokenOff: true });
  });

  it('writes one line for a terminal', () => {
    expect(logged('text', REPORT)).toBe('POST /api/ask 200 12 ms req-1 answered');
  });

  it.each<LogFormat>(['json', 'text'])('keeps texts out of what was thrown, and says where (%s)', (format) => {
    const cause = new TypeError('CANARY what a reader asked');
    const text = logged(format, { ...REPORT, status: 500, code: 'INTERNAL', cause });
    expect(text).not.toContain('CANARY');
    expect(text).toContain('TypeError');
    expect(text).toContain('request-log.test.ts');
  });

  it('shows what our own errors say, which hold no texts', () => {
    const cause = new IbidError('INDEX_DAMAGED', 'The index `site.db` is damaged.');
    const entry = JSON.parse(logged('json', { ...REPORT, status: 503, cause })) as object;
    expect(entry).toMatchObject({
      level: 50,
      error: { code: 'INDEX_DAMAGED', message: 'The index `site.db` is damaged.' },
    });
  });

  it('names why a model gave no answer, without the places in our code', () => {
    const cause = modelFault('unavailable', 'custom/m answered 401. The key is missing or wrong.');
    const report = { ...REPORT, fallback: 'unavailable', cause } as const;
    expect(logged('text', report)).toBe(
      'POST /api/ask 200 12 ms req-1 answered fallback=unavailable\n  custom/m answered 401. The key is missing or wrong.',
    );
    expect(JSON.parse(logged('json', report))).toMatchObject({
      fallback: 'unavailable',
      error: { message: 'custom/m answered 401. The key is missing or wrong.' },
    });
  });
});

describe('trouble outside any request', () => {
  const lost = new IbidError('UPSTREAM_FAILED', 'custom/m is not asked for a while: the key is wrong.');
  const found = new IbidError('UPSTREAM_FAILED', 'custom/m is asked again.');
  const about = { part: 'model', model: 'custom/m' };

  it('keeps texts out of what was thrown by others', () => {
    expect(troubles('text', [new TypeError('CANARY'), { job: 'j1' }])).toEqual(['j1: TypeError']);
  });

  it('reaches an owner without a log where it is of a model, and each once until it changes', () => {
    const told = troubles('off', [lost, about], [lost, about], [found, about], [lost, about]);
    expect(told).toEqual([lost, found, lost].map(({ message }) => `model custom/m: ${message}`));
    expect(troubles('off', [new TypeError('x'), { job: 'j1' }])).toEqual([]);
  });
});
