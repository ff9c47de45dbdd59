import { IbidError } from '@ibid/core';
import type { Question, Warning } from '@ibid/core/types';
import { decodeNative } from '@ibid/wire';

/** Options that restrict a question to a part of the site. */
export interface ScopeFlags {
  readonly page?: string;
  readonly section?: string;
  readonly locale?: string;
  readonly versionLabel?: string;
}

/** Decodes the command line like any other request, so that limits and messages are the same everywhere. `rest` contains further request fields. */
export function readQuestion(
  query: string,
  { page, section, locale, versionLabel: version }: ScopeFlags,
  rest: Readonly<Record<string, unknown>> = {},
): { readonly question: Question; readonly notes: readonly Warning[] } {
  const decoded = decodeNative({ query, page, section, locale, version, ...rest });
  if (decoded.kind === 'ok') return { question: decoded.value.question, notes: decoded.notes };
  // The command line has no field of this name.
  const reason = decoded.issues.map(({ message }) => message.replace(/^`query`/u, 'it')).join('; ');
  throw new IbidError('INVALID_REQUEST', `The question cannot be asked: ${reason}.`);
}
