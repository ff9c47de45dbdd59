import type { Messages } from './messages.ts';

/** German. */
export const messages: Messages = {
  launcher: 'Fragen',
  askAboutThis: 'Dazu fragen',
  title: 'Diese Seiten fragen',
  close: 'Schließen',
  expand: 'Breiter machen',
  shrink: 'Schmaler machen',
  back: 'Zurück zur Antwort',

  clear: 'Alles löschen',
  clearQuestion: 'Alle Fragen und Antworten löschen?',
  clearYes: 'Löschen',
  clearNo: 'Behalten',

  log: 'Fragen und Antworten',
  latest: 'Zum Neuesten',
  youAsked: 'Ihre Frage',
  answer: 'Antwort',
  reading: 'Die Seiten werden gelesen …',
  answering: 'Die Antwort kommt …',
  emptyTitle: 'Was möchten Sie wissen?',
  emptyText: 'Antworten kommen allein aus diesen Seiten. Jeder Satz trägt die Quelle, die ihn belegt.',
  suggestions: 'Fragen für den Anfang',

  question: 'Ihre Frage',
  placeholder: 'Frage stellen …',
  hint: 'Enter sendet. Umschalt und Enter beginnen eine neue Zeile.',
  send: 'Senden',
  stop: 'Anhalten',
  counter: '{count} von {limit} Zeichen',
  tooLong: 'Zu lang: höchstens {limit} Zeichen.',
  offline: 'Sie sind offline. Fragen lassen sich wieder stellen, sobald die Verbindung zurück ist.',
  notKept: 'Dieser Browser speichert nichts für diese Website; Fragen und Antworten sind nach dem Neuladen vergessen.',
  panelBroken: 'Hier ließ sich etwas nicht zeigen. Vielleicht hilft es, alle Fragen und Antworten zu löschen.',

  scope: 'Wo gesucht wird',
  passageFrom: 'Textstelle aus {place}',
  passageCut: 'Nur die ersten {count} von {total} Zeichen werden geschickt.',
  passageWhole: 'Ganze Textstelle zeigen',
  passageLess: 'Weniger von der Textstelle zeigen',
  onlyPassage: 'Nur diese Textstelle',
  aboutPassage: 'Zu dieser Textstelle',
  removePassage: 'Textstelle entfernen',
  thisPage: 'Diese Seite',
  thisSection: 'Dieser Abschnitt',
  page: 'Seite: {title}',
  section: 'Abschnitt: {title}',
  version: 'Version {version}',
  allVersions: 'Alle Versionen',
  allLanguages: 'Alle Sprachen',
  withEarlierOne: 'Mit {count} früheren Frage',
  withEarlierOther: 'Mit {count} früheren Fragen',
  withoutEarlier: 'Ohne frühere Fragen',

  source: 'Quelle {number}: {place}',
  sourcesOne: '{count} Quelle',
  sourcesOther: '{count} Quellen',
  nearest: 'Nächstliegende Abschnitte',
  further: 'Zum Weiterlesen',
  oneSays: 'Eine Seite sagt',
  otherSays: 'Eine andere Seite sagt',
  code: 'Code',
  formula: 'Formel',

  copyAnswer: 'Antwort kopieren',
  copyCode: 'Code kopieren',
  copied: 'Kopiert',
  copyFailed: 'Kopieren nicht möglich',

  moreFromPages: 'Mehr von den Seiten',
  searchedFor: 'Gesucht wurde nach „{to}“ statt „{from}“.',
  asTyped: 'Wie eingegeben suchen',
  insufficient: 'Diese Seiten beantworten das nicht.',
  refused: 'Das lässt sich hier nicht beantworten.',
  stopped: 'Angehalten. Was schon da war, bleibt stehen.',
  stoppedEmpty: 'Angehalten, bevor die Antwort begann.',
  incomplete: 'Nicht vollständig',
  quoted: 'Aus den Seiten zitiert',
  notShown: 'Diese Antwort ließ sich nicht zeigen, wie sie soll; hier ist ihr Text.',
  withheldOne: '{count} Aussage ließ sich nicht aus den Seiten belegen und wird nicht gezeigt.',
  withheldOther: '{count} Aussagen ließen sich nicht aus den Seiten belegen und werden nicht gezeigt.',
  warnCodeCut: 'Langer Code ist nur zum Teil zu sehen; auf der Seite steht er ganz.',
  warnContradiction: 'Die Seiten widersprechen sich hier. Beide Aussagen sind gezeigt.',
  warnSelectionCut: 'Die Textstelle war lang: nur ihr erster Teil wurde verwendet.',
  warnSelectionNotLocated: 'Die Textstelle steht nicht im Index und wird so zitiert, wie sie geschickt wurde.',
  warnByWordsAlone: 'Diesmal wurde nur nach Wörtern gesucht; etwas kann fehlen.',

  failOffline: 'Sie sind offline. Die Frage bleibt stehen.',
  failUnreachable: 'Der Dienst ist nicht zu erreichen. Die Frage bleibt stehen.',
  failRateLimited: 'Zu viele Fragen in kurzer Zeit. Bitte einen Augenblick warten.',
  failUnavailable: 'Der Dienst ist gerade nicht verfügbar. Bitte später noch einmal versuchen.',
  failInvalid: 'Der Dienst konnte mit der Frage nichts anfangen.',
  failTimeout: 'Die Antwort hat zu lange gebraucht.',
  failCut: 'Die Antwort ist abgebrochen. Was schon da war, bleibt stehen, ist aber nicht vollständig.',
  failCutEmpty: 'Die Antwort ist abgebrochen, bevor etwas von ihr da war. Die Frage bleibt stehen.',
  failError: 'Auf dem Weg zur Antwort ist etwas schiefgegangen.',
  retry: 'Noch einmal versuchen',
  retryIn: 'Noch einmal versuchen in {seconds}',
  askAgain: 'Noch einmal fragen',
  reference: 'Kennung: {id}',

  helpful: 'Hilfreich',
  notHelpful: 'Nicht hilfreich',
  feedbackTitle: 'Was hat nicht gepasst?',
  reasonWrong: 'Es ist falsch',
  reasonIncomplete: 'Es fehlt etwas',
  reasonNotFound: 'Es wurde nichts gefunden',
  reasonOutdated: 'Es ist veraltet',
  reasonBadSource: 'Die Quelle passt nicht',
  reasonOther: 'Etwas anderes',
  note: 'In eigenen Worten (freiwillig)',
  sendFeedback: 'Rückmeldung senden',
  cancel: 'Abbrechen',
  thanks: 'Danke für die Rückmeldung.',
  sending: 'Wird gesendet …',
  feedbackFailed: 'Senden nicht möglich. Bitte noch einmal versuchen.',

  said: {
    'The pages disagree on this. Both statements are shown.':
      'Die Seiten widersprechen sich hier. Beide Aussagen sind gezeigt.',
    'The pages may not answer this. These passages come closest.':
      'Vielleicht beantworten die Seiten das nicht. Diese Stellen kommen dem am nächsten.',
    'These pages do not answer that. The nearest sections may help.':
      'Diese Seiten beantworten das nicht. Vielleicht helfen die nächstliegenden Abschnitte.',
    'Nothing in these pages matches the question.': 'Nichts in diesen Seiten passt zu der Frage.',
    'No page or section here fits the scope of the question. Check its name, or ask without it.':
      'Keine Seite und kein Abschnitt liegt in dem Bereich, auf den die Frage beschränkt ist. Prüfen Sie den Namen oder fragen Sie ohne ihn.',
    'This site has no such page. Check its address, or ask without it.':
      'Diese Website hat keine solche Seite. Prüfen Sie die Adresse oder fragen Sie ohne sie.',
    'This page has no such section. Check its name, or ask about the whole page.':
      'Diese Seite hat keinen solchen Abschnitt. Prüfen Sie den Namen oder fragen Sie zur ganzen Seite.',
    'No passage is as similar to the question as the threshold asks. The nearest sections may help, or lower the threshold.':
      'Keine Textstelle ist der Frage so ähnlich, wie die Schwelle verlangt. Vielleicht helfen die nächstliegenden Abschnitte oder eine niedrigere Schwelle.',
    'That could mean many things. The nearest sections may help, or ask in more words.':
      'Das kann vieles heißen. Vielleicht helfen die nächstliegenden Abschnitte, oder fragen Sie ausführlicher.',
    'The selected passage does not answer that. Ask again without the selection to search all pages.':
      'Die gewählte Textstelle beantwortet das nicht. Fragen Sie ohne sie, um alle Seiten zu durchsuchen.',
    'Select a passage first, or ask without one to search all pages.':
      'Wählen Sie zuerst eine Textstelle, oder fragen Sie ohne, um alle Seiten zu durchsuchen.',
    'The passages that came with the question do not answer it.':
      'Die mitgeschickten Textstellen beantworten die Frage nicht.',
    'No passage came with the question that could be used, so there is nothing to answer from.':
      'Mit der Frage kam keine brauchbare Textstelle; es gibt nichts, woraus zu antworten wäre.',
    'The retrieval behind these passages failed, so nothing is answered from them. Retrieve again.':
      'Die Suche nach diesen Textstellen schlug fehl; daraus wird nicht geantwortet. Bitte neu suchen.',
    'The passages that came with the selection are not complete, so nothing is answered from them. Retrieve again.':
      'Die Textstellen zur Auswahl sind nicht vollständig; daraus wird nicht geantwortet. Bitte neu suchen.',
    'None of the passages that came with the question holds the selection. Retrieve again with it.':
      'Keine der mitgeschickten Textstellen enthält die Auswahl. Bitte mit ihr neu suchen.',
    'The pages found do not prove an answer to this question.':
      'Die gefundenen Seiten belegen keine Antwort auf diese Frage.',
    'The model could not answer this time, so only passages to quote were looked for.':
      'Das Modell konnte diesmal nicht antworten; gesucht wurde nur, was sich zitieren lässt.',
    'The answer could not be worded by the model this time, so the pages are quoted directly.':
      'Das Modell konnte die Antwort diesmal nicht formulieren; die Seiten werden wörtlich zitiert.',
    'The model stopped before its answer was complete.': 'Das Modell hörte auf, bevor seine Antwort vollständig war.',
    'What follows its last sentence is quoted directly from the pages.':
      'Was nach seinem letzten Satz steht, ist wörtlich aus den Seiten zitiert.',
    'Hello. Ask a question about these pages, or select a passage and ask about it.':
      'Guten Tag. Stellen Sie eine Frage zu diesen Seiten, oder wählen Sie eine Textstelle und fragen Sie dazu.',
    'You are welcome.': 'Gern geschehen.',
    'These pages are all this assistant quotes from; it writes nothing of its own. Ask about something that the pages explain.':
      'Hier wird nur aus diesen Seiten zitiert und nichts Eigenes geschrieben. Fragen Sie nach etwas, das die Seiten erklären.',
    'This assistant answers from these pages alone and proves every sentence with a quote. Ask about something that the pages explain.':
      'Hier wird allein aus diesen Seiten geantwortet und jeder Satz mit einem Zitat belegt. Fragen Sie nach etwas, das die Seiten erklären.',
  },
};
