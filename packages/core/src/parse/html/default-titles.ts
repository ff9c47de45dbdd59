/**
 * Words that generators print above an admonition that has no title of its own, by kind and over languages. They say no more
 * than the kind, so they are no title.
 */
const DEFAULT_TITLES: Readonly<Record<string, string>> = {
  note: 'note|notes|notiz|hinweis|anmerkung|remarque|nota|notatie|opmerking|notatka|uwaga|примечание|заметка|備註|备注|注|注記|ノート|참고|노트|ملاحظة|not|ghi chú',
  tip: 'tip|tips|tipp|astuce|conseil|consejo|dica|suggerimento|wskazówka|совет|подсказка|提示|ヒント|팁|نصيحة|ipucu|mẹo',
  info: 'info|information|información|informação|informazione|informacja|информация|инфо|信息|資訊|情報|정보|معلومات|bilgi|thông tin',
  warning:
    'warning|warnung|achtung|avertissement|attention|advertencia|aviso|atenção|avviso|attenzione|ostrzeżenie|предупреждение|внимание|警告|注意|경고|주의|تحذير|uyarı|cảnh báo',
  caution:
    'caution|vorsicht|achtung|attention|prudence|precaución|cuidado|attenzione|ostrożnie|осторожно|внимание|警告|注意|주의|تنبيه|dikkat|thận trọng',
  danger:
    'danger|gefahr|peligro|perigo|pericolo|niebezpieczeństwo|опасно|опасность|危险|危險|危険|위험|خطر|tehlike|nguy hiểm',
  important: 'important|wichtig|importante|ważne|важно|重要|중요|مهم|önemli',
};

const titles = new Map(Object.entries(DEFAULT_TITLES).map(([kind, words]) => [kind, new Set(words.split('|'))]));

/** Whether `title` only says in words what `kind` says. */
export function isDefaultTitle(title: string, kind: string): boolean {
  const word = title.toLowerCase().replace(/[\s:：!！]+$/, '');
  return word === kind || titles.get(kind)?.has(word) === true;
}
