// A message: what is said, and with which numbers and names. It becomes words when it is shown, in the language of then.
import type { Key, PlacesOf, Plural, Section, Table, Text } from './table';

/** What is put in the place of a name in braces. */
export type Value = string | number | Message;
/** What people read: a message, or a text that is the same in every language. */
export type Words = string | Message;

interface Speech {
  table: Table;
  language: string;
  plurals: Intl.PluralRules;
  numbers: Intl.NumberFormat;
}

let speech: Speech | null = null;

/** Says everything in this language from now on. */
export function speak(language: string, table: Table): void {
  const locale = localeOf(language);
  speech = {
    table,
    language,
    plurals: new Intl.PluralRules(locale),
    numbers: new Intl.NumberFormat(locale),
  };
}

/** The language in the kind that the browser prefers: British rather than American English. */
function localeOf(language: string): string {
  const preferred = typeof navigator === 'undefined' ? [] : (navigator.languages ?? []);
  return preferred.find(tag => tag === language || tag.startsWith(`${language}-`)) ?? language;
}

export const language = (): string => speech?.language ?? 'en';
export const locale = (): string => localeOf(language());

export class Message<K extends Key = Key> {
  constructor(
    readonly key: K,
    readonly values: Readonly<Record<string, Value>> = {},
  ) {}

  /** The text with its braces, chosen by the number `n` if there is one. */
  private get text(): string {
    if (!speech) return this.key;
    const [section, name] = this.key.split('.') as [Section, string];
    const text: Text = (speech.table[section] as Record<string, Text>)[name] ?? this.key;
    return typeof text === 'string' ? text : chosen(text, Number(this.values['n'] ?? 0), speech.plurals);
  }

  toString(): string {
    return this.text.replace(/\{(\w+)\}/g, (_, name: string) => valueText(this.values[name] ?? ''));
  }

  /** The message as its parts: words, and for those that are more than words what `make` makes of them. */
  parts<T>(make: (name: string, words: string) => T): (string | T)[] {
    const parts: (string | T)[] = [];
    let from = 0;
    const text = this.toString();
    for (const tag of text.matchAll(/<(\w+)>(.*?)<\/\1>/g)) {
      parts.push(text.slice(from, tag.index), make(tag[1]!, tag[2]!));
      from = tag.index + tag[0].length;
    }
    return [...parts, text.slice(from)];
  }
}

const chosen = (text: Plural, n: number, rules: Intl.PluralRules): string => text[rules.select(n)] ?? text.other;

const valueText = (value: Value): string =>
  typeof value === 'number' && speech ? speech.numbers.format(value) : String(value);

type Told<Names extends string> = [Names] extends [never] ? [] : [values: Readonly<Record<Names, Value>>];

/** A message of the table. The names in braces have to be told. */
export const say = <K extends Key>(key: K, ...[values]: Told<PlacesOf<K>>): Message<K> => new Message(key, values);

/** "12,345" as the language writes it. */
export const number = (value: number): string => valueText(value);

/** "1.5", with so many digits after the point. */
export const decimal = (value: number, digits: number): string =>
  value.toLocaleString(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A day and a time of day. */
export const dateTime = (ms: number): string =>
  new Date(ms).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });

/** Several sentences, one after the other. Those that are empty are left out. */
export const sentences = (...parts: Words[]): string => parts.map(String).filter(Boolean).join(' ');
