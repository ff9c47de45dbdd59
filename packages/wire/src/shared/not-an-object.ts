/** Message for a value that is no object; unknown keys keep their own issue, which names them. */
export function notAnObject(message: string): (issue: { readonly code?: string }) => string | undefined {
  return (issue) => (issue.code === 'unrecognized_keys' ? undefined : message);
}
