import type { Messages } from './messages.ts';

/** Spanish. */
export const messages: Messages = {
  launcher: 'Preguntar',
  askAboutThis: 'Preguntar sobre esto',
  title: 'Pregunta a estas páginas',
  close: 'Cerrar',
  expand: 'Ensanchar',
  shrink: 'Estrechar',
  back: 'Volver a la respuesta',

  clear: 'Borrar todo',
  clearQuestion: '¿Borrar todas las preguntas y respuestas?',
  clearYes: 'Borrar',
  clearNo: 'Conservar',

  log: 'Preguntas y respuestas',
  latest: 'Ir a lo último',
  youAsked: 'Tu pregunta',
  answer: 'Respuesta',
  reading: 'Leyendo las páginas…',
  answering: 'Respondiendo…',
  emptyTitle: '¿Qué quieres saber?',
  emptyText: 'Las respuestas salen solo de estas páginas. Cada frase lleva la fuente que la prueba.',
  suggestions: 'Preguntas para empezar',

  question: 'Tu pregunta',
  placeholder: 'Haz una pregunta…',
  hint: 'Intro envía. Mayús e Intro empiezan una línea nueva.',
  send: 'Enviar',
  stop: 'Detener',
  counter: '{count} de {limit} caracteres',
  tooLong: 'Demasiado larga: como máximo {limit} caracteres.',
  offline: 'Estás sin conexión. Podrás volver a preguntar cuando se recupere.',
  notKept: 'Este navegador no guarda nada de este sitio; al recargar se olvidan preguntas y respuestas.',
  panelBroken: 'Algo no se pudo mostrar aquí. Puede ayudar borrar todas las preguntas y respuestas.',

  scope: 'Dónde buscar',
  passageFrom: 'Pasaje de {place}',
  passageCut: 'Solo se envían los primeros {count} de {total} caracteres.',
  passageWhole: 'Ver el pasaje completo',
  passageLess: 'Ver menos del pasaje',
  onlyPassage: 'Solo este pasaje',
  aboutPassage: 'Sobre este pasaje',
  removePassage: 'Quitar el pasaje',
  thisPage: 'Esta página',
  thisSection: 'Esta sección',
  page: 'Página: {title}',
  section: 'Sección: {title}',
  version: 'Versión {version}',
  allVersions: 'Todas las versiones',
  allLanguages: 'Todos los idiomas',
  withEarlierOne: 'Con {count} pregunta anterior',
  withEarlierOther: 'Con {count} preguntas anteriores',
  withoutEarlier: 'Sin preguntas anteriores',

  source: 'Fuente {number}: {place}',
  sourcesOne: '{count} fuente',
  sourcesOther: '{count} fuentes',
  nearest: 'Secciones más cercanas',
  further: 'Para seguir leyendo',
  oneSays: 'Una página dice',
  otherSays: 'Otra página dice',
  code: 'Código',
  formula: 'Fórmula',

  copyAnswer: 'Copiar la respuesta',
  copyCode: 'Copiar el código',
  copied: 'Copiado',
  copyFailed: 'No se pudo copiar',

  moreFromPages: 'Más de las páginas',
  searchedFor: 'Se ha buscado «{to}» en lugar de «{from}».',
  asTyped: 'Buscar tal como se escribió',
  insufficient: 'Estas páginas no responden a eso.',
  refused: 'Aquí no se puede responder a eso.',
  stopped: 'Detenida. Lo que había llegado se conserva.',
  stoppedEmpty: 'Detenida antes de que empezara la respuesta.',
  incomplete: 'Incompleta',
  quoted: 'Citado de las páginas',
  notShown: 'Esta respuesta no se pudo mostrar como es debido; este es su texto.',
  withheldOne: '{count} afirmación no se pudo probar con las páginas y no se muestra.',
  withheldOther: '{count} afirmaciones no se pudieron probar con las páginas y no se muestran.',
  warnCodeCut: 'El código largo se muestra en parte; la página lo tiene entero.',
  warnContradiction: 'Las páginas se contradicen en esto. Se muestran ambas afirmaciones.',
  warnSelectionCut: 'El pasaje era largo: solo se usó su primera parte.',
  warnSelectionNotLocated: 'El pasaje no está en el índice, así que se cita tal como se envió.',
  warnByWordsAlone: 'Esta vez se buscó solo por palabras; puede faltar algo.',

  failOffline: 'Estás sin conexión. La pregunta se conserva.',
  failUnreachable: 'No se pudo contactar con el servicio. La pregunta se conserva.',
  failRateLimited: 'Demasiadas preguntas en poco tiempo. Espera un momento.',
  failUnavailable: 'El servicio no está disponible ahora. Inténtalo más tarde.',
  failInvalid: 'El servicio no pudo entender la pregunta.',
  failTimeout: 'La respuesta tardó demasiado.',
  failCut: 'La respuesta se cortó. Lo que había llegado se conserva, pero no está completo.',
  failCutEmpty: 'La respuesta se cortó antes de que llegara nada. La pregunta se conserva.',
  failError: 'Algo falló de camino a la respuesta.',
  retry: 'Reintentar',
  retryIn: 'Reintentar en {seconds}',
  askAgain: 'Preguntar de nuevo',
  reference: 'Referencia: {id}',

  helpful: 'Útil',
  notHelpful: 'No es útil',
  feedbackTitle: '¿Qué no estaba bien?',
  reasonWrong: 'Es incorrecta',
  reasonIncomplete: 'Falta algo',
  reasonNotFound: 'No encontró nada',
  reasonOutdated: 'Está desactualizada',
  reasonBadSource: 'La fuente no corresponde',
  reasonOther: 'Otra cosa',
  note: 'Con tus palabras (opcional)',
  sendFeedback: 'Enviar opinión',
  cancel: 'Cancelar',
  thanks: 'Gracias por decírnoslo.',
  sending: 'Enviando…',
  feedbackFailed: 'No se pudo enviar. Inténtalo de nuevo.',

  said: {
    'The pages disagree on this. Both statements are shown.':
      'Las páginas se contradicen en esto. Se muestran ambas afirmaciones.',
    'The pages may not answer this. These passages come closest.':
      'Puede que las páginas no respondan a esto. Estos pasajes son los más cercanos.',
    'These pages do not answer that. The nearest sections may help.':
      'Estas páginas no responden a eso. Quizá ayuden las secciones más cercanas.',
    'Nothing in these pages matches the question.': 'Nada en estas páginas corresponde a la pregunta.',
    'No page or section here fits the scope of the question. Check its name, or ask without it.':
      'Ninguna página ni sección entra en el ámbito de la pregunta. Revisa el nombre o pregunta sin él.',
    'This site has no such page. Check its address, or ask without it.':
      'Este sitio no tiene esa página. Revisa la dirección o pregunta sin ella.',
    'This page has no such section. Check its name, or ask about the whole page.':
      'Esta página no tiene esa sección. Revisa el nombre o pregunta sobre la página entera.',
    'No passage is as similar to the question as the threshold asks. The nearest sections may help, or lower the threshold.':
      'Ningún pasaje se parece a la pregunta tanto como pide el umbral. Quizá ayuden las secciones más cercanas o un umbral más bajo.',
    'That could mean many things. The nearest sections may help, or ask in more words.':
      'Eso puede significar muchas cosas. Quizá ayuden las secciones más cercanas, o pregunta con más palabras.',
    'The selected passage does not answer that. Ask again without the selection to search all pages.':
      'El pasaje elegido no responde a eso. Pregunta sin él para buscar en todas las páginas.',
    'Select a passage first, or ask without one to search all pages.':
      'Elige primero un pasaje, o pregunta sin él para buscar en todas las páginas.',
    'The passages that came with the question do not answer it.':
      'Los pasajes que acompañan a la pregunta no la responden.',
    'No passage came with the question that could be used, so there is nothing to answer from.':
      'Con la pregunta no llegó ningún pasaje utilizable, así que no hay de dónde responder.',
    'The retrieval behind these passages failed, so nothing is answered from them. Retrieve again.':
      'Falló la búsqueda de estos pasajes, así que no se responde con ellos. Busca de nuevo.',
    'The passages that came with the selection are not complete, so nothing is answered from them. Retrieve again.':
      'Los pasajes de la selección no están completos, así que no se responde con ellos. Busca de nuevo.',
    'None of the passages that came with the question holds the selection. Retrieve again with it.':
      'Ninguno de los pasajes que acompañan a la pregunta contiene la selección. Busca de nuevo con ella.',
    'The pages found do not prove an answer to this question.':
      'Las páginas encontradas no prueban una respuesta a esta pregunta.',
    'The model could not answer this time, so only passages to quote were looked for.':
      'Esta vez el modelo no pudo responder, así que solo se buscaron pasajes para citar.',
    'The answer could not be worded by the model this time, so the pages are quoted directly.':
      'Esta vez el modelo no pudo redactar la respuesta, así que se citan las páginas directamente.',
    'The model stopped before its answer was complete.': 'El modelo se detuvo antes de completar su respuesta.',
    'What follows its last sentence is quoted directly from the pages.':
      'Lo que sigue a su última frase se cita directamente de las páginas.',
    'Hello. Ask a question about these pages, or select a passage and ask about it.':
      'Hola. Haz una pregunta sobre estas páginas, o elige un pasaje y pregunta sobre él.',
    'You are welcome.': 'De nada.',
    'These pages are all this assistant quotes from; it writes nothing of its own. Ask about something that the pages explain.':
      'Este asistente solo cita estas páginas; no escribe nada propio. Pregunta por algo que las páginas expliquen.',
    'This assistant answers from these pages alone and proves every sentence with a quote. Ask about something that the pages explain.':
      'Este asistente responde solo con estas páginas y prueba cada frase con una cita. Pregunta por algo que las páginas expliquen.',
  },
};
