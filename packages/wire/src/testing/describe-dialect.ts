import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerRuns } from './answer-runs.ts';
import type { DialectSubject } from './dialect-subject.ts';
import { failureFindings } from './failure-findings.ts';
import { requestBodies, requestFindings } from './request-checks.ts';
import { runChecks } from './run-checks.ts';

/** Test suite that every dialect must pass, for one of its answering endpoints. */
export function describeDialect(name: string, subject: DialectSubject): void {
  describe(`${name}, as every vocabulary`, () => {
    it.each(runChecks(subject))('$title', ({ runs, find }) => {
      fc.assert(
        fc.property(answerRuns(runs), (run) => {
          expect(find(run)).toEqual([]);
        }),
      );
    });

    it('has the shared body for every failure, without text for the owner (R26)', () => {
      expect(failureFindings(subject.endpoint)).toEqual([]);
    });

    it('accepts the request of its subject', () => {
      const decoded = subject.endpoint.decode({
        query: new URLSearchParams(),
        params: {},
        body: subject.request,
      });
      expect(decoded.kind).toBe('ok');
    });

    it('decodes every body to a question or to reasons', () => {
      fc.assert(
        fc.property(requestBodies(subject), (body) => {
          expect(requestFindings(subject, body)).toEqual([]);
        }),
        { numRuns: 300 },
      );
    });
  });
}
