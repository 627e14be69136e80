// What is a wall: the threshold over the histogram of the image, and two switches.
import { attribute, button, fill, h, s, toggle } from '../dom';
import { say } from '../messages';
import type { Opened, Settings } from './protocol';

export class Controls {
  readonly element = h('section', { class: 'panel walls-controls', 'aria-label': say('walls.controls') });
  private readonly slider = h('input', {
    type: 'range',
    id: 'walls-threshold',
    min: 0,
    max: 256,
    step: 1,
    oninput: () => this.change({ threshold: Number(this.slider.value) }),
  });
  private readonly value = h('output', { class: 'walls-threshold-value', for: 'walls-threshold' });
  private readonly histogram = s('svg', {
    class: 'walls-histogram',
    viewBox: '0 0 256 40',
    preserveAspectRatio: 'none',
    'aria-hidden': 'true',
  });
  private settings: Settings = { threshold: 128, light: false, rim: 'open' };
  private otsu = 128;

  constructor(private readonly onChange: (settings: Settings) => void) {}

  /** Shows the settings of another image. */
  open({ settings, otsu, counts }: Opened): void {
    this.settings = settings;
    this.otsu = otsu;
    this.drawHistogram(counts);
    fill(
      this.element,
      h(
        'div',
        { class: 'walls-threshold' },
        h('label', { for: 'walls-threshold' }, say('walls.threshold')),
        this.value,
        button(say('walls.auto'), () => this.change({ threshold: this.otsu }), {
          'aria-label': say('walls.autoLabel'),
          title: say('walls.autoTitle'),
        }),
      ),
      h('div', { class: 'walls-slider' }, this.histogram, this.slider),
      h(
        'div',
        { class: 'row' },
        toggle(say('walls.light'), settings.light, light => this.change({ light })),
        toggle(say('walls.edge'), settings.rim === 'wall', wall => this.change({ rim: wall ? 'wall' : 'open' })),
      ),
    );
    this.show();
  }

  private change(change: Partial<Settings>): void {
    this.settings = { ...this.settings, ...change };
    this.show();
    this.onChange(this.settings);
  }

  private show(): void {
    const { threshold, light } = this.settings;
    this.slider.value = String(threshold);
    const words = say(light ? 'walls.lighter' : 'walls.darker', { value: threshold });
    attribute(this.slider, 'aria-valuetext', say('walls.isWall', { range: words }));
    fill(this.value, words);
  }

  /** How often each value occurs. A scan is mostly paper, so the bars are square roots. */
  private drawHistogram(counts: number[]): void {
    const most = Math.sqrt(Math.max(...counts, 1));
    // Drawings have a few values only; their bars are wider, to be seen.
    const width = counts.filter(count => count > 0).length > 32 ? 1 : 4;
    const bar = (count: number, value: number): string =>
      `M${value + (1 - width) / 2} 40V${(40 - Math.max((38 * Math.sqrt(count)) / most, 1)).toFixed(1)}h${width}V40z`;
    const bars = counts.map((count, value) => (count ? bar(count, value) : '')).join('');
    this.histogram.replaceChildren(s('path', { d: bars }));
  }
}
