import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, test } from 'vitest';
import { english } from './english';
import { german } from './german';
import { firstKnown } from './languages';
import { Message, number, say, sentences, speak } from './message';
import { CANNOT_BE_PLAYED, SERVER_SENTENCES, serverWords } from './server';
import type { Key, Section, Table, Text } from './table';

const LANGUAGES: Record<string, Table> = { en: english, de: german };
const KEYS = Object.entries(english).flatMap(([section, texts]) =>
  Object.keys(texts).map(name => `${section}.${name}` as Key),
);

function textOf(table: Table, key: Key): Text {
  const [section, name] = key.split('.') as [Section, string];
  return (table[section] as Record<string, Text>)[name]!;
}

const variants = (text: Text): string[] => (typeof text === 'string' ? [text] : Object.values(text));

/** What a text has to be told, and its parts that are more than words. */
const names = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}|<(\w+)>.*?<\/\2>/g)].map(([, place, tag]) => place ?? `<${tag}>`))].sort();

/** The same for all kinds of number; the number itself may be left unsaid: "this cell". */
const places = (text: Text): string[] =>
  [...new Set([...variants(text).flatMap(names), ...(typeof text === 'string' ? [] : ['n'])])].sort();

afterEach(() => speak('en', english));

describe.each(Object.entries(LANGUAGES))('the messages in %s', (language, table) => {
  it('are told the same as in English', () => {
    for (const key of KEYS)
      expect([key, ...places(textOf(table, key))]).toEqual([key, ...places(textOf(english, key))]);
  });

  it('are whole', () => {
    const texts = KEYS.flatMap(key => variants(textOf(table, key)));
    // Nothing is left of a brace or a tag that was not closed.
    const rest = texts.map(text => text.replace(/\{\w+\}|<\/?\w+>/g, '#'));
    expect(rest.filter(text => !text.trim() || / {2}|[<>{}'"]/.test(text))).toEqual([]);
  });

  it('have a text for each kind of number', () => {
    const kinds = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const key of KEYS) {
      const text = textOf(table, key);
      if (typeof text !== 'string') expect([key, ...Object.keys(text).sort()]).toEqual([key, ...[...kinds].sort()]);
    }
  });
});

describe('a message', () => {
  it('is said in the language of then', () => {
    const words = say('board.toMove', { color: say('color.white') });
    expect(String(words)).toBe('White to move');
    speak('de', german);
    expect(String(words)).toBe('Weiß am Zug');
  });

  it('has the number of its language', () => {
    const cells = (n: number) => String(say('cells.cells', { n }));
    expect([0, 1, 2, 12345].map(cells)).toEqual(['0 cells', '1 cell', '2 cells', '12,345 cells']);
    speak('de', german);
    expect([0, 1, 2, 12345].map(cells)).toEqual(['0 Zellen', '1 Zelle', '2 Zellen', '12.345 Zellen']);
    expect(number(1e6)).toBe('1.000.000');
  });

  it('comes apart at its tags', () => {
    const parts = say('learn.task', { task: 'Mate.' }).parts((name, words) => [name, words]);
    expect(parts).toEqual(['', ['strong', 'Your task:'], ' Mate.']);
  });

  it('is left out of sentences when it is empty', () => {
    expect(sentences('One.', '', say('game.chain'))).toBe('One. Chain.');
  });
});

describe('the language', () => {
  it('is the first of the browser that there is, and English otherwise', () => {
    expect(firstKnown(['fr', 'de-AT', 'en'])).toBe('de');
    expect(firstKnown(['en-GB', 'de'])).toBe('en');
    expect(firstKnown(['fr'])).toBe('en');
    expect(firstKnown([])).toBe('en');
    expect(firstKnown(['constructor'])).toBe('en');
  });
});

describe('what the server says', () => {
  const rust = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
  const sources = [
    'catena-chess/src/setup.rs',
    'catena-chess/src/outcome.rs',
    'catena-web/src/error.rs',
    'catena-web/src/friend/game.rs',
    'catena-web/src/routes/paper.rs',
  ].map(rust);

  test.each(Object.keys(SERVER_SENTENCES))('is known word for word: %s', sentence => {
    expect(sources.some(source => source.includes(`"${sentence}"`))).toBe(true);
    // In English nothing changes.
    expect(String(serverWords(sentence))).toBe(sentence);
  });

  it('may be several reasons', () => {
    expect(sources[0]).toContain(`"${CANNOT_BE_PLAYED}{reasons}"`);
    const text = `${CANNOT_BE_PLAYED}a king is missing, a pawn is on the first or last rank`;
    expect(String(serverWords(text))).toBe(text);
    speak('de', german);
    expect(String(serverWords(text))).toBe(
      'die Stellung ist nicht spielbar: ein König fehlt, ein Bauer steht auf der ersten oder letzten Reihe',
    );
  });

  it('has the number of games that the server keeps', () => {
    expect(sources[2]).toContain('"the server has {0} games already; try again later"');
    const text = 'the server has 10000 games already; try again later';
    expect(String(serverWords(text))).toBe(text);
    speak('de', german);
    expect(String(serverWords(text))).toBe('der Server hat schon 10000 Partien; versuche es später noch einmal');
  });

  it('stays as it is if nobody knows it', () => {
    expect(String(serverWords('the server answered 500'))).toBe('the server answered 500');
    for (const text of ['', 'something else', 'a king is missing, and more', 'toString']) {
      expect(serverWords(text)).toBeNull();
    }
  });
});

test('the page begins with the English words', () => {
  const html = readFileSync(new URL('../../index.html', import.meta.url), 'utf8');
  for (const key of ['page.skip', 'page.views', 'page.analyse', 'page.play', 'page.learn', 'page.walls'] as const) {
    expect(html).toContain(String(new Message(key)));
  }
});
