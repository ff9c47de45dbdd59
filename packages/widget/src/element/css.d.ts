/** The bundle holds style sheets as text, since a shadow root takes none from the page. */
declare module '*.css' {
  const text: string;
  export default text;
}
