import { IbidError } from '@ibid/core';

export type Purpose = 'document' | 'query';

/** One way of asking one model of one service; what differs between drivers. */
export interface HostedService {
  /** For people, such as `Cohere`. */
  readonly label: string;
  readonly model: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Where the key comes from. */
  readonly keyName: string;
  /** What to do when the service does not know the model, and when a text is too long for it. */
  readonly advice: { readonly missing: string; readonly tooLong: string };
  /** May throw for texts that the service would read only in part. */
  body(texts: readonly string[], purpose: Purpose): unknown;
  /** Vectors as the service writes them, in the order of the texts; throws by `unusable`. */
  read(reply: unknown, count: number): readonly unknown[];
}

/** What a service said makes no sense; it may the next time. */
export function unusable({ label, url }: Pick<HostedService, 'label' | 'url'>, what: string): IbidError {
  return new IbidError(
    'UPSTREAM_FAILED',
    `${label} at ${hostOf(url)} ${what}. Nothing of it was used. Try again; if it stays so, check \`baseUrl\` and \`model\` of the embedder.`,
    { retryable: true, details: { service: label } },
  );
}

export function hostOf(url: string): string {
  return new URL(url).host;
}

/** The named field of whatever was parsed. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
