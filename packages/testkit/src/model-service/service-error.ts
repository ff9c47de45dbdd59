/** A refusal as the service words it: status and the four fields of its error body. */
export interface ServiceError {
  readonly status: number;
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
}

export function refusal(
  status: number,
  message: string,
  code: string | null = null,
  param: string | null = null,
): ServiceError {
  return { status, message, type: 'invalid_request_error', param, code };
}

export function errorBody({ message, type, param, code }: ServiceError): string {
  return `${JSON.stringify({ error: { message, type, param, code } }, undefined, 2)}\n`;
}
