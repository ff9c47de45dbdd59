/** Every word that the widget shows. `{name}` is filled in. */
export interface Messages {
  readonly launcher: string;
  readonly askAboutThis: string;
  readonly title: string;
  readonly close: string;
}
