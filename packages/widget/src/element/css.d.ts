/** The bundle contains style sheets as text, because styles of the page do not apply in a shadow root. */
declare module '*.css' {
  const text: string;
  export default text;
}
