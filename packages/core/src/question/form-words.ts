import type { QuestionKind } from './analyse-question.ts';
import { tokenize } from '../text/tokenize.ts';
import { STOP_WORDS } from '../text/word-tokens.ts';
import { readWords } from './read-words.ts';

/** Words that describe the form of the answer and not its topic. Pages that answer rarely repeat them. */
const FORM_WORDS: Readonly<Record<QuestionKind, string>> = {
  comparison: 'difference differences differ different distinction compare compared comparison versus vs choose better',
  definition:
    'mean means meaning meant stand stands define defined definition people refer refers explain explanation describe concept term',
  'how-to': 'step steps way ways possible best someone tell show explain guide',
  number: 'many much number amount total often long far',
  when: 'year date day month century decade time',
  where: 'place located location find',
  who: 'person people name',
  why: 'reason reasons cause causes',
  'yes-no': 'possible true',
  example: 'example examples sample snippet snippets code show',
  error: 'error errors message getting get getting fix fixed solve problem issue happens mean means',
  open: 'tell explain describe show help info information question thing things stuff something anything everything',
};

/** Question words and particles of languages without stop words in the tokenizer; none is an English word. */
const OTHER_LANGUAGES = [
  'ما ماذا هو هي من أين متى كيف لماذا هل كم في على عن إلى مع چه چیست چیست؟ کجا کجاست کی چگونه چرا آیا است را از به در که',
  'و کیا کیسے کب کہاں کون کیوں ہے ہیں کا کی کے میں سے پر کو نے یہ وہ',
  'что как где когда почему зачем кто какой какая какие какое сколько ли это для чего мне я мы вы он она оно они в на с из по к у о об от до и или а но не можно нужно такое',
  'nasıl nerede nereden nereye zaman neden niçin kim kaç hangi hangisi için ile ve veya olarak yok nedir mı mü bir',
  'wie wo wann warum weshalb wer wen wem welche welcher welches wieviel ist sind der dem des ein eine einen einem eines und oder ich wir für zu auf nicht kann gibt',
  'quoi où quand pourquoi quel quelle quels quelles combien qué cómo dónde cuándo cuál cuáles cuánto cuántos perché dove quando quale quali quanto onde quais',
  'est que qui je puis peut les des du une dans avec sans cette para por puedo puede cuando los las una del posso uma não com sem isso isto della sono',
  'wenn mein meine kann können muss soll dass als auch bei beim mit von vom zum zur ohne werden wird sich mir mich es er sie',
  'если при чтобы так есть быть был будет',
].join(' ');

const OTHER_WORDS: ReadonlySet<string> = new Set(OTHER_LANGUAGES.split(' '));

/** False if most letters of a text are not Latin, or if it has more words of grammar of other languages than of English. */
export function isEnglish(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  if (letters.filter((letter) => !/\p{Script=Latin}/u.test(letter)).length * 2 > letters.length) return false;
  const words = readWords(text).map(({ lower }) => lower);
  const others = words.filter((word) => OTHER_WORDS.has(word)).length;
  return others === 0 || others <= words.filter((word) => STOP_WORDS.has(word)).length;
}

const known = new Map<QuestionKind, ReadonlySet<string>>();

/** Returns the tokens to ignore when measuring how well a passage covers a question of this kind. */
export function formTokens(kind: QuestionKind): ReadonlySet<string> {
  let tokens = known.get(kind);
  if (tokens === undefined) known.set(kind, (tokens = new Set(tokenize(`${FORM_WORDS[kind]} ${OTHER_LANGUAGES}`))));
  return tokens;
}
