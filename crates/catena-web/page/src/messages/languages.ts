// The languages of the page: which there are, which is chosen, and loading it. Only the chosen one is loaded.
import { load, save } from '../store';
import { onLanguage, showAnew } from './follow';
import { language, speak } from './message';
import type { Table } from './table';

interface Choice {
  /** Its own name for itself. */
  name: string;
  load: () => Promise<Table>;
  /** Names the page when it is installed. */
  manifest: string;
}

const LANGUAGES = {
  en: {
    name: 'English',
    load: async () => (await import('./english')).english,
    manifest: '/manifest.webmanifest',
  },
  de: {
    name: 'Deutsch',
    load: async () => (await import('./german')).german,
    manifest: '/manifest.de.webmanifest',
  },
} satisfies Record<string, Choice>;

export type Language = keyof typeof LANGUAGES;

const isLanguage = (tag: unknown): tag is Language => typeof tag === 'string' && Object.hasOwn(LANGUAGES, tag);

/** The languages to choose from. */
export const languages = (): [Language, string][] =>
  Object.entries(LANGUAGES).map(([tag, { name }]) => [tag as Language, name]);

/** The first language of a list of preferences that there is. */
export function firstKnown(preferred: readonly string[]): Language {
  return preferred.map(tag => tag.toLowerCase().split('-')[0]).find(isLanguage) ?? 'en';
}

/** What was chosen; otherwise what the browser asks for. */
function wanted(): Language {
  const kept = load<unknown>('language');
  return isLanguage(kept) ? kept : firstKnown(navigator.languages);
}

/** The language that was asked for last: it counts, whichever is loaded first. */
let asked: Language | null = null;

/** Loads the language of the visitor. */
export const startLanguage = (): Promise<void> => use(wanted());

/** Changes the language of all that is shown. */
export async function setLanguage(tag: Language): Promise<void> {
  await use(tag);
  if (asked === tag) save('language', tag);
}

async function use(tag: Language): Promise<void> {
  asked = tag;
  const table = await LANGUAGES[tag].load();
  if (asked !== tag) return;
  speak(tag, table);
  document.documentElement.lang = tag;
  document.querySelector('link[rel=manifest]')?.setAttribute('href', LANGUAGES[tag].manifest);
  showAnew();
}

export { language, onLanguage };
