// A dialog over the page, with a heading and a button that closes it.
import { button, h } from './dom';
import { say, type Words } from './messages';

let current: HTMLDialogElement | null = null;

/** Opens a dialog, in the place of one that is open. It closes with its button, with Escape and with a press outside. */
export function openDialog(title: Words, content: (close: () => void) => HTMLElement[]): void {
  current?.close();
  const close = (): void => dialog.close();
  const heading = h('h2', { id: 'dialog-title' }, title);
  const dialog = h('dialog', { class: 'sheet-dialog', 'aria-labelledby': 'dialog-title' });
  dialog.append(
    h(
      'div',
      { class: 'sheet-dialog-content' },
      h('div', { class: 'row spread' }, heading, button(say('page.close'), close, { class: 'quiet' })),
      ...content(close),
    ),
  );
  // The content covers all of the dialog, so what the dialog itself receives was outside.
  dialog.addEventListener('click', event => event.target === dialog && close());
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (current === dialog) current = null;
  });
  document.body.append(dialog);
  current = dialog;
  dialog.showModal();
}
