// The links that are sent to a friend, and to those who want to watch.
import type { FriendUpdate } from '../api';
import { copyText } from '../clipboard';
import { button, fill, h } from '../dom';
import { say, type Words } from '../messages';
import { keptWords } from './words';

export const addressOf = (link: string): string => `${location.origin}/friend#${link}`;

/** Whether the page was opened by an address that others cannot reach. */
const isLocal = (): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);

function linkRow(label: Words, link: string): HTMLElement {
  const field = h('input', {
    readonly: true,
    value: addressOf(link),
    'aria-label': label,
    onfocus: () => field.select(),
  });
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(field.value);
    fill(copyButton, say(isCopied ? 'friend.copied' : 'friend.pressCopy'));
    if (!isCopied) field.select();
  };
  const copyButton = button(say('friend.copy'), () => void copy(), {
    'aria-label': say('friend.copyLink', { link: label }),
  });
  return h('div', { class: 'link-row' }, h('label', { class: 'field' }, h('span', {}, label), field), copyButton);
}

/** What to send while the friend has not come. */
export function invitePanel(update: FriendUpdate): HTMLElement {
  const { friend, watch } = update.links;
  return h(
    'section',
    { class: 'panel invite', 'aria-label': say('friend.links') },
    h('h2', {}, say(friend ? 'friend.send' : 'friend.forWatchers')),
    friend ? linkRow(say('friend.friendsSeat'), friend) : null,
    watch ? linkRow(say('friend.toWatch'), watch) : null,
    friend ? h('p', { class: 'hint' }, say('friend.secret')) : null,
    isLocal() ? h('p', { class: 'hint local' }, say('friend.local')) : null,
    h('p', { class: 'hint' }, keptWords(update)),
  );
}

/** The links again, folded, while the game goes on. */
export function linkDetails({ links: { friend, watch } }: FriendUpdate): HTMLElement | null {
  if (!watch) return null;
  return h(
    'details',
    { class: 'panel link-details' },
    h('summary', {}, say('friend.links')),
    friend ? linkRow(say('friend.friendsSeat'), friend) : null,
    linkRow(say('friend.toWatch'), watch),
  );
}
