import type { Messages } from './messages.ts';

/** Urdu. */
export const messages: Messages = {
  launcher: 'پوچھیں',
  askAboutThis: 'اس کے بارے میں پوچھیں',
  title: 'ان صفحات سے پوچھیں',
  close: 'بند کریں',
  expand: 'چوڑا کریں',
  shrink: 'تنگ کریں',
  back: 'جواب پر واپس جائیں',

  clear: 'سب صاف کریں',
  clearQuestion: 'کیا تمام سوال اور جواب مٹا دیے جائیں؟',
  clearYes: 'مٹا دیں',
  clearNo: 'رہنے دیں',

  log: 'سوال اور جواب',
  latest: 'تازہ ترین پر جائیں',
  youAsked: 'آپ نے پوچھا',
  answer: 'جواب',
  reading: 'صفحات پڑھے جا رہے ہیں…',
  answering: 'جواب دیا جا رہا ہے…',
  emptyTitle: 'آپ کیا جاننا چاہتے ہیں؟',
  emptyText: 'جواب صرف انہی صفحات سے دیے جاتے ہیں۔ ہر جملے کے ساتھ وہ حوالہ ہوتا ہے جو اسے ثابت کرتا ہے۔',
  suggestions: 'شروع کرنے کے لیے چند سوال',

  question: 'آپ کا سوال',
  placeholder: 'سوال پوچھیں…',
  hint: 'بھیجنے کے لیے Enter دبائیں، نئی سطر کے لیے Shift اور Enter۔',
  send: 'بھیجیں',
  stop: 'روکیں',
  counter: '{limit} میں سے {count} حروف',
  tooLong: 'سوال بہت لمبا ہے: زیادہ سے زیادہ {limit} حروف کی گنجائش ہے۔',
  offline: 'آپ آف لائن ہیں۔ رابطہ بحال ہونے پر دوبارہ پوچھا جا سکے گا۔',
  notKept:
    'یہ براؤزر اس سائٹ کے لیے کچھ محفوظ نہیں رکھتا، اس لیے صفحہ دوبارہ کھولنے پر سوال اور جواب باقی نہیں رہیں گے۔',
  panelBroken: 'یہاں کچھ دکھایا نہیں جا سکا۔ تمام سوالات اور جوابات صاف کرنے سے مدد مل سکتی ہے۔',

  scope: 'کہاں تلاش کیا جائے',
  passageFrom: '{place} سے اقتباس',
  passageCut: '{total} میں سے صرف پہلے {count} حروف بھیجے جاتے ہیں۔',
  passageWhole: 'پورا اقتباس دکھائیں',
  passageLess: 'اقتباس کم دکھائیں',
  onlyPassage: 'صرف یہ اقتباس',
  aboutPassage: 'اس اقتباس کے بارے میں',
  removePassage: 'اقتباس ہٹا دیں',
  thisPage: 'یہ صفحہ',
  thisSection: 'یہ حصہ',
  page: 'صفحہ: {title}',
  section: 'حصہ: {title}',
  version: 'نسخہ {version}',
  allVersions: 'تمام نسخے',
  allLanguages: 'تمام زبانیں',
  withEarlierOne: '{count} پچھلے سوال کے ساتھ',
  withEarlierOther: '{count} پچھلے سوالات کے ساتھ',
  withoutEarlier: 'پچھلے سوالات کے بغیر',

  source: 'حوالہ {number}: {place}',
  sourcesOne: '{count} حوالہ',
  sourcesOther: '{count} حوالے',
  nearest: 'قریب ترین حصے',
  further: 'مزید مطالعہ',
  oneSays: 'ایک صفحے کے مطابق',
  otherSays: 'دوسرے صفحے کے مطابق',
  code: 'کوڈ',
  formula: 'فارمولا',

  copyAnswer: 'جواب نقل کریں',
  copyCode: 'کوڈ نقل کریں',
  copied: 'نقل ہو گیا',
  copyFailed: 'نقل نہیں ہو سکا',

  moreFromPages: 'صفحات سے مزید',
  searchedFor: '”{from}“ کی جگہ ”{to}“ تلاش کیا گیا۔',
  asTyped: 'جیسا لکھا ہے ویسا ہی تلاش کریں',
  insufficient: 'ان صفحات میں اس کا جواب نہیں ہے۔',
  refused: 'یہاں اس کا جواب نہیں دیا جا سکتا۔',
  stopped: 'روک دیا گیا۔ جو آ چکا تھا وہ موجود ہے۔',
  stoppedEmpty: 'جواب شروع ہونے سے پہلے روک دیا گیا۔',
  incomplete: 'نامکمل',
  quoted: 'صفحات سے براہِ راست اقتباس',
  notShown: 'یہ جواب ٹھیک طرح دکھایا نہیں جا سکا؛ اس کا متن یہ ہے۔',
  withheldOne: '{count} بیان صفحات سے ثابت نہیں ہو سکا، اس لیے نہیں دکھایا گیا۔',
  withheldOther: '{count} بیانات صفحات سے ثابت نہیں ہو سکے، اس لیے نہیں دکھائے گئے۔',
  warnCodeCut: 'لمبے کوڈ کا صرف ایک حصہ دکھایا گیا ہے؛ پورا کوڈ صفحے پر موجود ہے۔',
  warnContradiction: 'اس بارے میں صفحات ایک دوسرے سے مختلف ہیں۔ دونوں بیانات دکھائے گئے ہیں۔',
  warnSelectionCut: 'اقتباس لمبا تھا: اس کا صرف پہلا حصہ استعمال ہوا۔',
  warnSelectionNotLocated: 'یہ اقتباس فہرست میں نہیں ملا، اس لیے جیسا بھیجا گیا ویسا ہی نقل کیا گیا ہے۔',
  warnByWordsAlone: 'اس بار صرف الفاظ کی مدد سے تلاش کی گئی، اس لیے ممکن ہے کچھ رہ گیا ہو۔',

  failOffline: 'آپ آف لائن ہیں۔ آپ کا سوال محفوظ ہے۔',
  failUnreachable: 'سروس سے رابطہ نہیں ہو سکا۔ آپ کا سوال محفوظ ہے۔',
  failRateLimited: 'تھوڑی دیر میں بہت زیادہ سوال پوچھے گئے۔ براہِ کرم کچھ دیر انتظار کریں۔',
  failUnavailable: 'سروس اس وقت دستیاب نہیں ہے۔ براہِ کرم بعد میں دوبارہ کوشش کریں۔',
  failInvalid: 'سروس یہ سوال سمجھ نہیں سکی۔',
  failTimeout: 'جواب آنے میں بہت دیر لگ گئی۔',
  failCut: 'جواب بیچ میں ٹوٹ گیا۔ جو آ چکا تھا وہ موجود ہے، لیکن جواب مکمل نہیں ہے۔',
  failCutEmpty: 'جواب کا کوئی حصہ آنے سے پہلے ہی رابطہ ٹوٹ گیا۔ سوال محفوظ ہے۔',
  failError: 'جواب لاتے ہوئے کوئی خرابی پیش آ گئی۔',
  retry: 'دوبارہ کوشش کریں',
  retryIn: '{seconds} بعد دوبارہ کوشش کریں',
  askAgain: 'دوبارہ پوچھیں',
  reference: 'حوالہ نمبر: {id}',

  helpful: 'مفید ہے',
  notHelpful: 'مفید نہیں ہے',
  feedbackTitle: 'کیا بات ٹھیک نہیں تھی؟',
  reasonWrong: 'جواب غلط ہے',
  reasonIncomplete: 'کچھ کمی ہے',
  reasonNotFound: 'کچھ نہیں ملا',
  reasonOutdated: 'معلومات پرانی ہیں',
  reasonBadSource: 'حوالہ درست نہیں',
  reasonOther: 'کوئی اور بات',
  note: 'اپنے الفاظ میں (اختیاری)',
  sendFeedback: 'رائے بھیجیں',
  cancel: 'منسوخ کریں',
  thanks: 'رائے دینے کا شکریہ۔',
  sending: 'بھیجا جا رہا ہے…',
  feedbackFailed: 'بھیجا نہیں جا سکا۔ براہِ کرم دوبارہ کوشش کریں۔',

  said: {
    'The pages disagree on this. Both statements are shown.':
      'اس بارے میں صفحات ایک دوسرے سے مختلف ہیں۔ دونوں بیانات دکھائے گئے ہیں۔',
    'The pages may not answer this. These passages come closest.':
      'شاید ان صفحات میں اس کا جواب نہ ہو۔ یہ اقتباسات سب سے قریب ہیں۔',
    'These pages do not answer that. The nearest sections may help.':
      'ان صفحات میں اس کا جواب نہیں ہے۔ شاید قریب ترین حصے مدد کر سکیں۔',
    'Nothing in these pages matches the question.': 'ان صفحات میں اس سوال سے ملتی جلتی کوئی بات نہیں ہے۔',
    'No page or section here fits the scope of the question. Check its name, or ask without it.':
      'سوال جس دائرے تک محدود ہے اس میں کوئی صفحہ یا حصہ نہیں ملا۔ نام جانچ لیں، یا یہ پابندی ہٹا کر پوچھیں۔',
    'This site has no such page. Check its address, or ask without it.':
      'اس سائٹ پر ایسا کوئی صفحہ نہیں ہے۔ پتا جانچ لیں، یا اس کے بغیر پوچھیں۔',
    'This page has no such section. Check its name, or ask about the whole page.':
      'اس صفحے میں ایسا کوئی حصہ نہیں ہے۔ نام جانچ لیں، یا پورے صفحے کے بارے میں پوچھیں۔',
    'No passage is as similar to the question as the threshold asks. The nearest sections may help, or lower the threshold.':
      'کوئی اقتباس سوال سے اتنا قریب نہیں جتنا مقررہ حد مانگتی ہے۔ شاید قریب ترین حصے مدد کر سکیں، یا حد کم کر دیں۔',
    'That could mean many things. The nearest sections may help, or ask in more words.':
      'اس کے کئی مطلب ہو سکتے ہیں۔ شاید قریب ترین حصے مدد کر سکیں، یا ذرا تفصیل سے پوچھیں۔',
    'The selected passage does not answer that. Ask again without the selection to search all pages.':
      'منتخب اقتباس میں اس کا جواب نہیں ہے۔ تمام صفحات میں تلاش کے لیے انتخاب کے بغیر دوبارہ پوچھیں۔',
    'Select a passage first, or ask without one to search all pages.':
      'پہلے کوئی اقتباس منتخب کریں، یا تمام صفحات میں تلاش کے لیے اس کے بغیر پوچھیں۔',
    'The passages that came with the question do not answer it.':
      'سوال کے ساتھ آنے والے اقتباسات میں اس کا جواب نہیں ہے۔',
    'No passage came with the question that could be used, so there is nothing to answer from.':
      'سوال کے ساتھ کوئی قابلِ استعمال اقتباس نہیں آیا، اس لیے جواب دینے کے لیے کچھ نہیں ہے۔',
    'The retrieval behind these passages failed, so nothing is answered from them. Retrieve again.':
      'ان اقتباسات کی تلاش ناکام رہی، اس لیے ان سے جواب نہیں دیا گیا۔ دوبارہ تلاش کریں۔',
    'The passages that came with the selection are not complete, so nothing is answered from them. Retrieve again.':
      'انتخاب کے ساتھ آنے والے اقتباسات مکمل نہیں ہیں، اس لیے ان سے جواب نہیں دیا گیا۔ دوبارہ تلاش کریں۔',
    'None of the passages that came with the question holds the selection. Retrieve again with it.':
      'سوال کے ساتھ آنے والے کسی اقتباس میں منتخب متن موجود نہیں ہے۔ اس کے ساتھ دوبارہ تلاش کریں۔',
    'The pages found do not prove an answer to this question.':
      'جو صفحات ملے ہیں ان سے اس سوال کا کوئی جواب ثابت نہیں ہوتا۔',
    'The model could not answer this time, so only passages to quote were looked for.':
      'اس بار ماڈل جواب نہیں دے سکا، اس لیے صرف نقل کے قابل اقتباسات تلاش کیے گئے۔',
    'The answer could not be worded by the model this time, so the pages are quoted directly.':
      'اس بار ماڈل جواب کو الفاظ نہیں دے سکا، اس لیے صفحات سے براہِ راست اقتباس دیے گئے ہیں۔',
    'The model stopped before its answer was complete.': 'ماڈل جواب مکمل ہونے سے پہلے رک گیا۔',
    'What follows its last sentence is quoted directly from the pages.':
      'اس کے آخری جملے کے بعد جو کچھ ہے وہ صفحات سے براہِ راست اقتباس ہے۔',
    'Hello. Ask a question about these pages, or select a passage and ask about it.':
      'السلام علیکم! ان صفحات کے بارے میں کوئی سوال پوچھیں، یا کوئی اقتباس منتخب کر کے اس کے بارے میں پوچھیں۔',
    'You are welcome.': 'خوش رہیے!',
    'These pages are all this assistant quotes from; it writes nothing of its own. Ask about something that the pages explain.':
      'یہ معاون صرف ان صفحات سے اقتباس پیش کرتا ہے، اپنی طرف سے کچھ نہیں لکھتا۔ کسی ایسی بات کے بارے میں پوچھیں جو ان صفحات میں بیان ہوئی ہو۔',
    'This assistant answers from these pages alone and proves every sentence with a quote. Ask about something that the pages explain.':
      'یہ معاون صرف ان صفحات سے جواب دیتا ہے اور ہر جملے کو اقتباس سے ثابت کرتا ہے۔ کسی ایسی بات کے بارے میں پوچھیں جو ان صفحات میں بیان ہوئی ہو۔',
  },
};
