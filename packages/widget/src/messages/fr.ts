import type { Messages } from './messages.ts';

/** French. */
export const messages: Messages = {
  launcher: 'Demander',
  askAboutThis: 'Poser une question là-dessus',
  title: 'Interroger ces pages',
  close: 'Fermer',
  expand: 'Élargir',
  shrink: 'Rétrécir',
  back: 'Revenir à la réponse',

  clear: 'Tout effacer',
  clearQuestion: 'Effacer toutes les questions et réponses ?',
  clearYes: 'Effacer',
  clearNo: 'Garder',

  log: 'Questions et réponses',
  latest: 'Aller à la fin',
  youAsked: 'Votre question',
  answer: 'Réponse',
  reading: 'Lecture des pages…',
  answering: 'Réponse en cours…',
  emptyTitle: 'Que voulez-vous savoir ?',
  emptyText: 'Les réponses viennent uniquement de ces pages. Chaque phrase porte la source qui la prouve.',
  suggestions: 'Questions pour commencer',

  question: 'Votre question',
  placeholder: 'Posez une question…',
  hint: 'Entrée envoie. Maj et Entrée commencent une nouvelle ligne.',
  send: 'Envoyer',
  stop: 'Arrêter',
  counter: '{count} caractères sur {limit}',
  tooLong: 'Trop long : {limit} caractères au plus.',
  offline: 'Vous êtes hors ligne. Vous pourrez de nouveau poser des questions au retour de la connexion.',
  notKept: 'Ce navigateur ne garde rien pour ce site : questions et réponses sont oubliées au rechargement.',
  panelBroken: 'Quelque chose n’a pas pu être affiché ici. Effacer toutes les questions et réponses peut aider.',

  scope: 'Où chercher',
  passageFrom: 'Passage de {place}',
  passageCut: 'Seuls les {count} premiers caractères sur {total} sont envoyés.',
  passageWhole: 'Afficher tout le passage',
  passageLess: 'Réduire le passage',
  onlyPassage: 'Ce passage seulement',
  aboutPassage: 'À propos de ce passage',
  removePassage: 'Retirer le passage',
  thisPage: 'Cette page',
  thisSection: 'Cette section',
  page: 'Page : {title}',
  section: 'Section : {title}',
  version: 'Version {version}',
  allVersions: 'Toutes les versions',
  allLanguages: 'Toutes les langues',
  withEarlierOne: 'Avec {count} question précédente',
  withEarlierOther: 'Avec {count} questions précédentes',
  withoutEarlier: 'Sans les questions précédentes',

  source: 'Source {number} : {place}',
  sourcesOne: '{count} source',
  sourcesOther: '{count} sources',
  nearest: 'Sections les plus proches',
  further: 'Pour aller plus loin',
  oneSays: 'Une page dit',
  otherSays: 'Une autre page dit',
  code: 'Code',
  formula: 'Formule',

  copyAnswer: 'Copier la réponse',
  copyCode: 'Copier le code',
  copied: 'Copié',
  copyFailed: 'Copie impossible',

  moreFromPages: 'Autres passages des pages',
  searchedFor: 'Recherche effectuée avec « {to} » au lieu de « {from} ».',
  asTyped: 'Chercher comme saisi',
  insufficient: 'Ces pages ne répondent pas à cela.',
  refused: 'Il n’est pas possible d’y répondre ici.',
  stopped: 'Arrêté. Ce qui était arrivé est gardé.',
  stoppedEmpty: 'Arrêté avant le début de la réponse.',
  incomplete: 'Incomplet',
  quoted: 'Cité des pages',
  notShown: 'Cette réponse n’a pas pu être affichée comme il faut ; voici son texte.',
  withheldOne: '{count} affirmation n’a pas pu être prouvée par les pages et n’est pas affichée.',
  withheldOther: '{count} affirmations n’ont pas pu être prouvées par les pages et ne sont pas affichées.',
  warnCodeCut: 'Le code, trop long, est montré en partie ; la page l’a en entier.',
  warnContradiction: 'Les pages se contredisent sur ce point. Les deux affirmations sont montrées.',
  warnSelectionCut: 'Le passage était long : seule sa première partie a servi.',
  warnSelectionNotLocated: 'Le passage n’est pas dans l’index ; il est cité tel qu’il a été envoyé.',
  warnByWordsAlone: 'Cette fois, la recherche s’est faite par les mots seuls ; il peut manquer quelque chose.',

  failOffline: 'Vous êtes hors ligne. La question est gardée.',
  failUnreachable: 'Le service est injoignable. La question est gardée.',
  failRateLimited: 'Trop de questions en peu de temps. Patientez un instant.',
  failUnavailable: 'Le service n’est pas disponible pour le moment. Réessayez plus tard.',
  failInvalid: 'Le service n’a pas pu comprendre la question.',
  failTimeout: 'La réponse a pris trop de temps.',
  failCut: 'La réponse s’est interrompue. Ce qui était arrivé est gardé, mais n’est pas complet.',
  failCutEmpty: 'La réponse s’est interrompue avant que rien n’arrive. La question est gardée.',
  failError: 'Une erreur est survenue en préparant la réponse.',
  retry: 'Réessayer',
  retryIn: 'Réessayer dans {seconds}',
  askAgain: 'Redemander',
  reference: 'Référence : {id}',

  helpful: 'Utile',
  notHelpful: 'Pas utile',
  feedbackTitle: 'Qu’est-ce qui n’allait pas ?',
  reasonWrong: 'C’est faux',
  reasonIncomplete: 'Il manque quelque chose',
  reasonNotFound: 'Rien n’a été trouvé',
  reasonOutdated: 'C’est dépassé',
  reasonBadSource: 'La source ne convient pas',
  reasonOther: 'Autre chose',
  note: 'Avec vos mots (facultatif)',
  sendFeedback: 'Envoyer l’avis',
  cancel: 'Annuler',
  thanks: 'Merci de nous l’avoir dit.',
  sending: 'Envoi…',
  feedbackFailed: 'Envoi impossible. Réessayez.',

  said: {
    'The pages disagree on this. Both statements are shown.':
      'Les pages se contredisent sur ce point. Les deux affirmations sont montrées.',
    'The pages may not answer this. These passages come closest.':
      'Les pages n’y répondent peut-être pas. Ces passages s’en approchent le plus.',
    'These pages do not answer that. The nearest sections may help.':
      'Ces pages ne répondent pas à cela. Les sections les plus proches aideront peut-être.',
    'Nothing in these pages matches the question.': 'Rien dans ces pages ne correspond à la question.',
    'No page or section here fits the scope of the question. Check its name, or ask without it.':
      'Aucune page ni section n’entre dans le cadre de la question. Vérifiez le nom, ou demandez sans lui.',
    'This site has no such page. Check its address, or ask without it.':
      'Ce site n’a pas cette page. Vérifiez l’adresse, ou demandez sans elle.',
    'This page has no such section. Check its name, or ask about the whole page.':
      'Cette page n’a pas cette section. Vérifiez le nom, ou demandez sur toute la page.',
    'No passage is as similar to the question as the threshold asks. The nearest sections may help, or lower the threshold.':
      'Aucun passage n’est aussi proche de la question que le seuil le demande. Les sections les plus proches aideront peut-être, ou un seuil plus bas.',
    'That could mean many things. The nearest sections may help, or ask in more words.':
      'Cela peut vouloir dire bien des choses. Les sections les plus proches aideront peut-être, ou précisez la question.',
    'The selected passage does not answer that. Ask again without the selection to search all pages.':
      'Le passage choisi ne répond pas à cela. Demandez sans lui pour chercher dans toutes les pages.',
    'Select a passage first, or ask without one to search all pages.':
      'Choisissez d’abord un passage, ou demandez sans lui pour chercher dans toutes les pages.',
    'The passages that came with the question do not answer it.':
      'Les passages joints à la question n’y répondent pas.',
    'No passage came with the question that could be used, so there is nothing to answer from.':
      'Aucun passage utilisable n’est venu avec la question ; il n’y a rien d’où répondre.',
    'The retrieval behind these passages failed, so nothing is answered from them. Retrieve again.':
      'La recherche de ces passages a échoué ; ils ne servent pas à répondre. Relancez la recherche.',
    'The passages that came with the selection are not complete, so nothing is answered from them. Retrieve again.':
      'Les passages de la sélection ne sont pas complets ; ils ne servent pas à répondre. Relancez la recherche.',
    'None of the passages that came with the question holds the selection. Retrieve again with it.':
      'Aucun des passages joints à la question ne contient la sélection. Relancez la recherche avec elle.',
    'The pages found do not prove an answer to this question.':
      'Les pages trouvées ne prouvent pas de réponse à cette question.',
    'The model could not answer this time, so only passages to quote were looked for.':
      'Le modèle n’a pas pu répondre cette fois ; seuls des passages à citer ont été cherchés.',
    'The answer could not be worded by the model this time, so the pages are quoted directly.':
      'Le modèle n’a pas pu formuler la réponse cette fois ; les pages sont citées directement.',
    'The model stopped before its answer was complete.': 'Le modèle s’est arrêté avant la fin de sa réponse.',
    'What follows its last sentence is quoted directly from the pages.':
      'Ce qui suit sa dernière phrase est cité directement des pages.',
    'Hello. Ask a question about these pages, or select a passage and ask about it.':
      'Bonjour. Posez une question sur ces pages, ou choisissez un passage et interrogez-le.',
    'You are welcome.': 'Je vous en prie.',
    'These pages are all this assistant quotes from; it writes nothing of its own. Ask about something that the pages explain.':
      'Cet assistant ne fait que citer ces pages ; il n’écrit rien de lui-même. Demandez quelque chose que les pages expliquent.',
    'This assistant answers from these pages alone and proves every sentence with a quote. Ask about something that the pages explain.':
      'Cet assistant répond avec ces pages seules et prouve chaque phrase par une citation. Demandez quelque chose que les pages expliquent.',
  },
};
