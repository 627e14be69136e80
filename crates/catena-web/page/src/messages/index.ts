// The words of the page, in the language of its visitor. docs/languages.md of this crate says how to add a language.
export { follow, onLanguage, unfollow } from './follow';
export { type Language, languages, setLanguage, startLanguage } from './languages';
export {
  dateTime,
  decimal,
  language,
  locale,
  Message,
  number,
  say,
  sentences,
  type Value,
  type Words,
} from './message';
export type { Key, PlacesOf, TagsOf } from './table';
