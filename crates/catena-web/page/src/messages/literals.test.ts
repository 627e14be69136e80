// No view has words of its own: what people read is in the table of each language.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { english } from './english';

const SRC = fileURLToPath(new URL('..', import.meta.url));

/** Texts that look like words and are the same in every language, or are read by nobody. */
const ALLOWED = new Set([
  // Names of formats and of units.
  'FEN',
  'PGN',
  // Keys that browsers name so.
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Backspace',
  'Delete',
  'End',
  'Enter',
  'Escape',
  'Home',
  // Types of drop, tags of PGN files, policies of the browser.
  'Files',
  'White',
  'Black',
  'Event',
  'Date',
  'Result',
  // A reason of the server, with which it begins.
  'out of time',
  // Known as a sentence of the server.
  'the server answered',
]);

const all = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
  name => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('messages/'),
);

/** A program for people: without comments, types' names and what `import` and `throw` say. */
const withoutComments = (source: string): string =>
  source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')
    .replace(/^(?:import|export) [^;]*? from '[^']*';$/gm, '')
    .replace(/class: (?:'[^']*'|`[^`]*`)/g, '')
    .replace(/new (TypeError|Error)\([^)]*\)/g, '');

/** Whether a text is made to be read: it begins like a sentence or a title, or has several words. */
function isProse(text: string): boolean {
  const words = text.replace(/\$\{[^}]*\}/g, ' ').trim();
  if (ALLOWED.has(words)) return false;
  // Classes of elements, selectors, addresses, lists of keys.
  return (
    /^[A-Z][a-z]+\b(?![\w-])/.test(words) ||
    /\b[a-z]{2,} (is|are|of|the|to|and|a|or|in|no|not|more) |^[a-z]{2,}( [a-z]{2,}){2}/.test(words)
  );
}

test.each(all)('%s has no words of its own', name => {
  const source = withoutComments(readFileSync(`${SRC}/${name}`, 'utf8'));
  const texts = [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].map(
    ([, one, other]) => one ?? other ?? '',
  );
  expect(texts.filter(isProse)).toEqual([]);
});

test('every message is said somewhere', () => {
  const sources = [...all, 'messages/server.ts'].map(name => readFileSync(`${SRC}/${name}`, 'utf8'));
  const said = sources.flatMap(source => [...source.matchAll(/['`](\w+\.[^'`\s]+)['`]|say\(`([^`]+)`/g)]);
  const patterns = said.map(([, plain, pattern]) => (plain ?? pattern ?? '').replace(/\$\{[^}]*\}/g, '\\w+'));
  const isSaid = new RegExp(`^(?:${[...new Set(patterns)].filter(text => /^[\w.\\+]+$/.test(text)).join('|')})$`);
  const keys = Object.entries(english).flatMap(([section, texts]) =>
    Object.keys(texts).map(key => `${section}.${key}`),
  );
  expect(keys.filter(key => !isSaid.test(key))).toEqual([]);
});
