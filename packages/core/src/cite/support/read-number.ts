/** A number as the check compares it. */
export interface NumberReading {
  /** Canonical digits; versions and dates keep their dots and dashes. */
  readonly value: string;
  /** In one spelling, `''` for none. */
  readonly unit: string;
}

const UNITS: ReadonlyMap<string, string> = new Map(
  `s sec secs second seconds|ms msec millisecond milliseconds|us µs μs microsecond microseconds|ns nanosecond nanoseconds|min mins minute minutes|h hr hrs hour hours
day days|week weeks|month months|year years|decade decades|century centuries|% percent percentage pct
b byte bytes|kb kilobyte kilobytes|mb megabyte megabytes|gb gigabyte gigabytes|tb terabyte terabytes|kib kibibyte kibibytes|mib mebibyte mebibytes|gib gibibyte gibibytes|tib
bit bits|kbps|mbps|gbps|hz hertz|khz kilohertz|mhz megahertz|ghz gigahertz|rpm|fps|px pixel pixels|rem|em|pt|dpi
mm millimetre millimetres millimeter millimeters|cm centimetre centimetres centimeter centimeters|m metre metres meter meters|km kilometre kilometres kilometer kilometers|inch inches|ft foot feet|mile miles mi|yd yard yards
mg milligram milligrams|g gram grams|kg kilogram kilograms kilo kilos|lb lbs pound pounds|ton tons tonne tonnes|ml|l litre litres liter liters
v volt volts|mv|kv|a amp amps ampere amperes|ma|w watt watts|kw kilowatt kilowatts|mw|n newton newtons|nm|pa|kpa|mpa|bar|° deg degree degrees|°c celsius|°f fahrenheit
$ dollar dollars usd|€ euro euros eur|£ gbp|k thousand|million|billion|trillion|x times`
    .split(/[|\n]/u)
    .flatMap((group) => {
      const names = group.trim().split(' ');
      return names.map((name): [string, string] => [name, names[0]!]);
    }),
);

const SMALL: ReadonlyMap<string, string> = new Map(
  `zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty`
    .split(' ')
    .map((word, index) => [word, String(index === 0 ? 0 : index + 1)]),
);
const TENS: ReadonlyMap<string, string> = new Map(
  'thirty forty fifty sixty seventy eighty ninety hundred'
    .split(' ')
    .map((word, index) => [word, String(index * 10 + 30)]),
);

const ORDINALS: ReadonlyMap<string, string> = new Map(
  'second third fourth fifth sixth seventh eighth ninth tenth'
    .split(' ')
    .map((word, index) => [word, `${index + 2}th`]),
);

const FIGURES = /^([-\u2212]?\d+(?:\.\d+)?)(%|°[cf]?|[a-zµμ]+)?$/u;
const VERSION = /^v?(\d+(?:[._-]\d+)+(?:-?(?:alpha|beta|rc|next|dev)[.\d]*)?|(?<=v)\d+)$/u;

/** The number that a word in lower case is, `undefined` when it is none. Ordinals are numbers; thousands separators are gone already. */
export function readNumber(word: string): NumberReading | undefined {
  const spelled = SMALL.get(word) ?? TENS.get(word) ?? ORDINALS.get(word);
  if (spelled !== undefined) return { value: spelled, unit: '' };
  const version = VERSION.exec(word);
  if (version !== null && !/^-?\d+\.\d+$/u.test(word)) return { value: version[1]!, unit: '' };
  const figures = FIGURES.exec(word);
  if (figures === null) return undefined;
  const value = figures[1]!.replace('\u2212', '-');
  const unit = figures[2] ?? '';
  if (unit === '') return { value, unit };
  if (/^(?:st|nd|rd|th)$/u.test(unit)) return { value: `${value}th`, unit: '' };
  const known = UNITS.get(unit);
  return known === undefined ? undefined : { value, unit: known };
}

/** The unit that a word in lower case names, `''` for none. */
export function readUnit(word: string): string {
  return UNITS.get(word) ?? '';
}
