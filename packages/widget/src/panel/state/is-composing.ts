/** Whether the key belongs to a word that is being put together, as in Japanese. Safari says so of the last one only by its old code. */
export function isComposing({ nativeEvent }: { readonly nativeEvent: KeyboardEvent }): boolean {
  // eslint-disable-next-line typescript/no-deprecated -- there is nothing else in that browser
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
