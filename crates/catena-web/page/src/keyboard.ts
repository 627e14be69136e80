// Which keys belong to the control that has the focus, and which to the view.

const TAKES_KEYS = [
  'textarea',
  'select',
  '[contenteditable]',
  'input:not([type=checkbox]):not([type=button]):not([type=submit]):not([type=file])',
  'dialog *',
].join();

/** Whether a key pressed here is meant for the view: not typed into a field, not part of a shortcut of the browser. */
export function isForView(event: KeyboardEvent): boolean {
  const target = event.target as Element | null;
  return !event.ctrlKey && !event.metaKey && !event.altKey && !target?.closest(TAKES_KEYS);
}
