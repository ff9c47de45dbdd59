import { plurals } from './plurals.ts';

/** Nouns that say what is wanted of a topic, and are one only where nothing else is named: "what is a parameter?". */
export const LIGHT_NOUNS: ReadonlySet<string> = new Set(
  plurals(`usage thing stuff kind type sort part piece difference similarity reason purpose point benefit advantage disadvantage pro con
drawback feature option choice alternative step requirement prerequisite limit limitation restriction price fee problem issue solution
case condition circumstance version name number amount list place time year day result effect impact role value default parameter
argument setting syntax definition symptom consequence size length duration age date approach side`),
);
