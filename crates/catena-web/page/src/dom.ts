// Building elements without a framework.
import { follow, type Key, language, Message, type TagsOf, unfollow, type Words } from './messages';
import { serverWords } from './messages/server';
import { whenReleased } from './press';

type Child = Node | Words | null | undefined | false;
type Props = Record<string, unknown>;

/** An element. Functions become listeners, `class` and `aria-*` attributes; `false` and `null` leave a property out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: (Child | Child[])[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  apply(element, props);
  element.append(...nodes(children));
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/** An SVG element. */
export function s(tag: string, props: Props = {}, ...children: Node[]): SVGElement {
  const element = document.createElementNS(SVG, tag);
  apply(element, props);
  element.append(...children);
  return element;
}

/** Replaces what an element holds; while the pointer is pressed in it, after the release. */
export function fill(element: Element, ...children: (Child | Child[])[]): void {
  whenReleased(element, () => element.replaceChildren(...nodes(children)));
}

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** What tells a control from its neighbours. */
function identity(control: Element): string {
  const name =
    control.getAttribute('data-ply') ??
    control.getAttribute('aria-label') ??
    control.closest('label')?.textContent ??
    control.textContent;
  return `${control.tagName} ${name}`;
}

/** Replaces what an element holds, and keeps the focus on the same control. */
export function refill(element: Element, ...children: (Child | Child[])[]): void {
  whenReleased(element, () => {
    const focused = document.activeElement;
    const wanted = focused && element.contains(focused) ? identity(focused) : null;
    element.replaceChildren(...nodes(children));
    if (!wanted) return;
    const again = [...element.querySelectorAll<HTMLElement>(CONTROLS)].find(control => identity(control) === wanted);
    again?.focus({ preventScroll: true });
  });
}

function nodes(children: (Child | Child[])[]): (Node | string)[] {
  const present = children.flat().filter((child): child is Node | Words => !!child);
  return present.map(child => (child instanceof Message ? textOf(child) : child));
}

/** A message as text that follows the language. */
function textOf(message: Message): Text {
  const text = document.createTextNode('');
  follow(text, '', () => {
    text.data = String(message);
  });
  return text;
}

/** Sets an attribute that people read; a message follows the language. */
export function attribute(element: Element, name: string, words: Words): void {
  if (words instanceof Message) follow(element, name, () => element.setAttribute(name, String(words)));
  else {
    unfollow(element, name);
    element.setAttribute(name, words);
  }
}

/** Fills an element with a message; `make` makes of the parts between tags what is more than words. */
export function rich<E extends Element, K extends Key>(
  element: E,
  message: Message<K>,
  make: Record<TagsOf<K>, (words: string) => Node>,
): E {
  follow(element, '', () => element.replaceChildren(...message.parts((name, words) => make[name as TagsOf<K>](words))));
  return element;
}

function apply(element: Element, props: Props): void {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener);
    else if (value instanceof Message) attribute(element, name, value);
    else if (name === 'value' || name === 'checked' || name === 'selected') Reflect.set(element, name, value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/** Tells people who do not see the board what has happened. */
export function announce(words: Words): void {
  const announcer = document.getElementById('announcer');
  if (announcer) announcer.textContent = String(words);
}

/** A button with a label. */
export function button(
  label: Child | Child[],
  onclick: (event: MouseEvent) => void,
  props: Props = {},
): HTMLButtonElement {
  return h('button', { type: 'button', onclick, ...props }, label);
}

/** A labelled choice among a few values. */
export function choice<T extends string>(
  label: Words,
  values: readonly (readonly [T, Words])[],
  current: T,
  onchange: (value: T) => void,
): HTMLElement {
  const select = h(
    'select',
    { onchange: () => onchange(select.value as T) },
    values.map(([value, text]) => h('option', { value, selected: value === current }, text)),
  );
  return h('label', { class: 'field' }, h('span', {}, label), select);
}

/** A labelled number; what is out of bounds is put right when the field is left. */
export function numberField(
  label: Words,
  { value, min, max, step }: { value: number; min: number; max: number; step: number },
  onchange: (value: number) => void,
): HTMLElement {
  const input = h('input', {
    type: 'number',
    value: String(value),
    min,
    max,
    step,
    onchange: () => {
      const wanted = Math.round((Number(input.value) || min) / step) * step;
      const bounded = Math.min(Math.max(wanted, min), max);
      input.value = String(bounded);
      onchange(bounded);
    },
  });
  return h('label', { class: 'field' }, h('span', {}, label), input);
}

/** A labelled switch. */
export function toggle(label: Words, checked: boolean, onchange: (checked: boolean) => void): HTMLElement {
  const input = h('input', { type: 'checkbox', checked, onchange: () => onchange(input.checked) });
  return h('label', { class: 'toggle' }, input, h('span', {}, label));
}

/** Saves text or a blob as a file. */
export function download(name: string, content: Blob | string, type = 'text/plain'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const href = URL.createObjectURL(blob);
  h('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

/** A sentence about something that went wrong. What only the server can say is English. */
export function problem(error: unknown): HTMLElement {
  const words = reasonOf(error);
  const lang = words instanceof Message || language() === 'en' ? null : 'en';
  return h('p', { class: 'problem', role: 'alert', lang }, words);
}

/** What went wrong, in the language of the page if it can be. */
export function reasonOf(error: unknown): Words {
  if (error instanceof Message) return error;
  const text = error instanceof Error ? error.message : String(error);
  return serverWords(text) ?? text;
}
