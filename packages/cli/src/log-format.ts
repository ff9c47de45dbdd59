export const LOG_FORMATS = ['off', 'text', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];
