/**
 * Every word that the widget shows. `{name}` is filled in. A pair `…One` and `…Other` is chosen by the language's plural rules
 * from `{count}`.
 */
export interface Messages {
  readonly launcher: string;
  readonly askAboutThis: string;
  readonly title: string;
  readonly close: string;
  readonly expand: string;
  readonly shrink: string;
  readonly back: string;

  readonly clear: string;
  readonly clearQuestion: string;
  readonly clearYes: string;
  readonly clearNo: string;

  readonly log: string;
  readonly latest: string;
  readonly youAsked: string;
  readonly answer: string;
  readonly reading: string;
  readonly answering: string;
  readonly emptyTitle: string;
  readonly emptyText: string;
  readonly suggestions: string;

  readonly question: string;
  readonly placeholder: string;
  readonly hint: string;
  readonly send: string;
  readonly stop: string;
  /** Of `{count}` and `{limit}` characters. */
  readonly counter: string;
  /** Of `{limit}`. */
  readonly tooLong: string;
  readonly offline: string;
  readonly notKept: string;
  readonly panelBroken: string;

  readonly scope: string;
  /** Of `{place}`. */
  readonly passageFrom: string;
  /** Of `{count}` and `{total}`. */
  readonly passageCut: string;
  readonly passageWhole: string;
  readonly passageLess: string;
  readonly onlyPassage: string;
  readonly aboutPassage: string;
  readonly removePassage: string;
  readonly thisPage: string;
  readonly thisSection: string;
  /** Of `{title}`. */
  readonly page: string;
  /** Of `{title}`. */
  readonly section: string;
  /** Of `{version}`. */
  readonly version: string;
  readonly allVersions: string;
  readonly allLanguages: string;
  readonly withEarlierOne: string;
  readonly withEarlierOther: string;
  readonly withoutEarlier: string;

  /** Of `{number}` and `{place}`. */
  readonly source: string;
  readonly sourcesOne: string;
  readonly sourcesOther: string;
  readonly allSources: string;
  readonly nearest: string;
  readonly further: string;
  readonly oneSays: string;
  readonly otherSays: string;
  readonly code: string;
  /** Names a block of TeX. */
  readonly formula: string;

  readonly copyAnswer: string;
  readonly copyCode: string;
  readonly copied: string;
  readonly copyFailed: string;

  /** Opens further passages below an answer. */
  readonly moreFromPages: string;
  /** Of `{from}`, as it was typed, and `{to}`. */
  readonly searchedFor: string;
  /** Asks again without another spelling. */
  readonly asTyped: string;
  readonly insufficient: string;
  readonly refused: string;
  readonly stopped: string;
  readonly stoppedEmpty: string;
  readonly incomplete: string;
  readonly quoted: string;
  /** Above the bare text of an answer. */
  readonly notShown: string;
  readonly withheldOne: string;
  readonly withheldOther: string;
  readonly warnCodeCut: string;
  readonly warnContradiction: string;
  readonly warnSelectionCut: string;
  readonly warnSelectionNotLocated: string;
  readonly warnByWordsAlone: string;

  readonly failOffline: string;
  readonly failUnreachable: string;
  readonly failRateLimited: string;
  readonly failUnavailable: string;
  readonly failInvalid: string;
  readonly failTimeout: string;
  readonly failCut: string;
  readonly failCutEmpty: string;
  readonly failError: string;
  readonly retry: string;
  /** Of `{seconds}`, which is a number with its unit. */
  readonly retryIn: string;
  readonly askAgain: string;
  /** Of `{id}`. */
  readonly reference: string;

  readonly helpful: string;
  readonly notHelpful: string;
  readonly feedbackTitle: string;
  readonly reasonWrong: string;
  readonly reasonIncomplete: string;
  readonly reasonNotFound: string;
  readonly reasonOutdated: string;
  readonly reasonBadSource: string;
  readonly reasonOther: string;
  readonly note: string;
  readonly sendFeedback: string;
  readonly cancel: string;
  readonly thanks: string;
  readonly sending: string;
  readonly feedbackFailed: string;

  /** What the server says, sentence by sentence, in this language; what is missing is shown as it came. */
  readonly said: Readonly<Record<string, string>>;
}
