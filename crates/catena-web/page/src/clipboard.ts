// Copying text. Browsers have a clipboard for pages only over HTTPS or on the same machine; elsewhere, as in the network of
// friends, a field that is selected can be copied.

/** Copies a text. Returns whether the browser allowed it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const focused = document.activeElement as HTMLElement | null;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  field.setAttribute('aria-hidden', 'true');
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  focused?.focus({ preventScroll: true });
  return isCopied;
}
