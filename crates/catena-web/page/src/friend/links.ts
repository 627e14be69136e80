// The links that are sent to a friend, and to those who want to watch.
import type { FriendUpdate } from '../api';
import { copyText } from '../clipboard';
import { button, h } from '../dom';
import { keptWords } from './words';

export const addressOf = (link: string): string => `${location.origin}/friend#${link}`;

/** Whether the page was opened by an address that others cannot reach. */
const isLocal = (): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);

function linkRow(label: string, link: string): HTMLElement {
  const field = h('input', {
    readonly: true,
    value: addressOf(link),
    'aria-label': label,
    onfocus: () => field.select(),
  });
  const copyButton = button('Copy', async () => {
    const isCopied = await copyText(field.value);
    copyButton.textContent = isCopied ? 'Copied' : 'Press Ctrl+C';
    if (!isCopied) field.select();
  });
  copyButton.setAttribute('aria-label', `Copy: ${label}`);
  return h('div', { class: 'link-row' }, h('label', { class: 'field' }, h('span', {}, label), field), copyButton);
}

/** What to send while the friend has not come. */
export function invitePanel(update: FriendUpdate): HTMLElement {
  const { friend, watch } = update.links;
  return h(
    'section',
    { class: 'panel invite', 'aria-label': 'Links' },
    h('h2', {}, friend ? 'Send this link to your friend' : 'For those who want to watch'),
    friend ? linkRow('Your friend’s seat', friend) : null,
    watch ? linkRow('To watch', watch) : null,
    friend
      ? h('p', { class: 'hint' }, 'Whoever has a link has that seat. Your own is the address of this page: keep it.')
      : null,
    isLocal()
      ? h(
          'p',
          { class: 'hint local' },
          'These links work on this machine only. For others, open catena by its address in your network.',
        )
      : null,
    h('p', { class: 'hint' }, keptWords(update)),
  );
}

/** The links again, folded, while the game goes on. */
export function linkDetails({ links: { friend, watch } }: FriendUpdate): HTMLElement | null {
  if (!watch) return null;
  return h(
    'details',
    { class: 'panel link-details' },
    h('summary', {}, 'Links'),
    friend ? linkRow('Your friend’s seat', friend) : null,
    linkRow('To watch', watch),
  );
}
