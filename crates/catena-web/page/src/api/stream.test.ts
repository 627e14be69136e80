import { describe, expect, it } from 'vitest';
import { splitEvents } from './stream';

describe('splitEvents', () => {
  const text = 'event: line\ndata: {"depth": 1}\n\n: keep-alive\n\nevent: best\ndata: {"uci": "e2e4"}\n\n';
  const whole = [
    ['line', { depth: 1 }],
    ['best', { uci: 'e2e4' }],
  ];

  it('reads the events and leaves out comments', () => {
    expect(splitEvents(text)).toEqual([whole, '']);
  });

  it('finds the same events wherever the text is cut', () => {
    for (let cut = 0; cut <= text.length; cut++) {
      const [first, rest] = splitEvents(text.slice(0, cut));
      const [second, end] = splitEvents(rest + text.slice(cut));
      expect([...first, ...second]).toEqual(whole);
      expect(end).toBe('');
    }
  });
});
