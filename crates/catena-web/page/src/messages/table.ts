// What a language consists of. English is the source of the keys and of what each message is about; every other language
// has to have the same keys, or it does not compile.
import type { english } from './english';

/** A message that depends on a number `n`: a text for each kind of number that the language tells apart. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

export type Text = string | Plural;

type English = typeof english;
export type Section = keyof English;

/** All messages of a language. */
export type Table = { readonly [S in Section]: { readonly [K in keyof English[S]]: Text } };

/** A message, as `section.name`. */
export type Key = { [S in Section]: `${S}.${keyof English[S] & string}` }[Section];

type TextOf<K extends Key> = K extends `${infer S extends Section}.${infer N}`
  ? N extends keyof English[S]
    ? English[S][N] extends { other: infer Other }
      ? Other
      : English[S][N]
    : never
  : never;

type Places<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never;
type Tags<T> = T extends `${string}</${infer Name}>${infer Rest}` ? Name | Tags<Rest> : never;

/** What a message has to be told: the names in braces. */
export type PlacesOf<K extends Key> = Places<TextOf<K>>;
/** Which parts of a message are more than words: `<name>…</name>`. */
export type TagsOf<K extends Key> = Tags<TextOf<K>>;
