// Walls: is it closed, where does it leak, and what would close it?
import '../style/walls.css';
import { report } from '../connection';
import { announce, button, fill, h, problem } from '../dom';
import type { Life } from '../latest';
import { number, onLanguage, say, sentences, type Words } from '../messages';
import { type Place, replaceAddress, type View } from '../router';
import { AnswerPanel, headline } from './answer';
import type { Area, Cell } from './api';
import { Controls } from './controls';
import type { Opened, Settings, Survey, Verdict, WorkerEvent } from './protocol';
import { SAMPLES, type Sample } from './samples';
import { Stage } from './stage';
import { areaWords, closedWords, command, countCells, leakWords, patchWords, sightWords, surveyWords } from './words';
import { newestOnly, Workshop } from './workshop';

/** How long nothing must change before it is announced, in milliseconds. */
const PAUSE = 350;

export function openWalls({ query }: Place, life: Life): View {
  const page = new WallsPage();
  return { element: page.element, title: say('page.walls'), shown: () => page.start(query, life) };
}

class WallsPage {
  private readonly workshop = new Workshop(event => this.heard(event));
  private readonly stage = new Stage(this.workshop, {
    over: cell => this.lookAt(cell),
    move: cell => this.read(cell),
    choose: cell => this.choose(cell),
    step: by => this.step(by),
  });
  private readonly controls = new Controls(settings => this.change(settings));
  private readonly answer = new AnswerPanel({
    fill: () => void this.workshop.call('fill', null),
    undo: () => void this.workshop.call('undo', null),
    radius: radius => void this.workshop.call('radius', radius),
    retry: () => void this.workshop.call('retry', null),
  });
  private readonly file = h('input', {
    type: 'file',
    accept: 'image/*',
    class: 'visually-hidden',
    id: 'walls-file',
    onchange: () => this.chosenFile(),
  });
  private readonly problemPlace = h('div', { class: 'walls-problem' });
  private readonly sight = h('p', { class: 'walls-sight' });
  private readonly list = h('tbody', {});
  private readonly areaCount = h('summary', {}, say('walls.areas'));
  private readonly commandLine = h('code', {});
  readonly element = this.build();

  private sample: Sample | null = null;
  private fileName = '';
  private settings: Settings | null = null;
  private survey: Survey | null = null;
  private verdict: Verdict | null = null;
  /** The area that the keyboard came to last, in the list. */
  private listed = -1;
  private said = 0;

  /** The settings that the worker does not have yet. */
  private unsent: Settings | null = null;
  private readonly sendSettings = newestOnly((settings: Settings) =>
    this.workshop.call('set', settings).finally(() => {
      if (this.unsent === settings) this.unsent = null;
    }),
  );
  private readonly look = newestOnly(async (cell: Cell | null) => {
    const sight = await this.workshop.call('look', cell);
    this.sight.textContent = sight ? capital(sightWords(sight)) : '';
    if (this.reads) this.tell(this.sight.textContent);
  });
  /** Whether what is seen is to be announced: the keyboard asked, not the mouse. */
  private reads = false;

  private build(): HTMLElement {
    return h(
      'div',
      { class: 'walls' },
      h(
        'section',
        { class: 'panel walls-source', 'aria-labelledby': 'walls-title' },
        h('h1', { id: 'walls-title' }, say('page.walls')),
        h('p', { class: 'hint' }, say('walls.intro')),
        h(
          'div',
          { class: 'row' },
          this.file,
          h('label', { class: 'button primary', for: 'walls-file' }, say('walls.choose')),
          h('span', { class: 'hint walls-drop-hint' }, say('walls.orDrop')),
        ),
        h(
          'ul',
          { class: 'walls-samples', 'aria-label': say('walls.samples') },
          SAMPLES.map(sample => h('li', {}, this.sampleButton(sample))),
        ),
        this.problemPlace,
      ),
      h(
        'section',
        { class: 'walls-stage', 'aria-label': say('walls.stage') },
        this.stage.surface,
        h('div', { class: 'walls-bar' }, this.sight, this.stage.zoomButtons),
        h('p', { id: 'walls-keys', class: 'visually-hidden' }, say('walls.keys')),
      ),
      h(
        'div',
        { class: 'walls-side' },
        this.controls.element,
        this.answer.element,
        h(
          'details',
          { class: 'panel walls-areas', ontoggle: () => this.survey && this.listAreas(this.survey) },
          this.areaCount,
          h(
            'div',
            { class: 'walls-table', tabindex: 0, role: 'region', 'aria-label': say('walls.areasTable') },
            h(
              'table',
              {},
              h(
                'thead',
                {},
                h(
                  'tr',
                  {},
                  [say('walls.area'), say('walls.cells'), say('walls.wallCells'), say('walls.opensBy')].map(title =>
                    h('th', { scope: 'col' }, title),
                  ),
                ),
              ),
              this.list,
            ),
          ),
        ),
        h(
          'details',
          { class: 'panel walls-command' },
          h('summary', {}, say('walls.sameCommand')),
          h('pre', { tabindex: 0, role: 'region', 'aria-label': say('walls.command') }, this.commandLine),
        ),
      ),
    );
  }

  private sampleButton(sample: Sample): HTMLElement {
    const { url, width, height, title } = sample;
    return button(
      [h('img', { src: url, width, height, alt: '', loading: 'lazy' }), h('span', {}, title)],
      () => void this.open(sample.url, sample, {}),
      { 'data-sample': sample.name },
    );
  }

  start(query: URLSearchParams, life: Life): void {
    this.stage.shown();
    for (const type of ['dragover', 'dragleave']) life.on<DragEvent>(window, type, event => this.dragged(event));
    life.on<DragEvent>(window, 'drop', event => this.dropped(event));
    life.on<ClipboardEvent>(window, 'paste', event => this.pasted(event));
    life.onEnd(() => this.leave());
    onLanguage(() => this.retell(), life.signal);
    const sample = SAMPLES.find(({ name }) => name === query.get('sample')) ?? SAMPLES[0]!;
    void this.open(sample.url, sample, readSettings(query), readCell(query.get('at')));
  }

  private leave(): void {
    clearTimeout(this.said);
    this.stage.leave();
    this.workshop.close();
  }

  /** Opens an image; what is wrong with it is said, and the old one stays. */
  private async open(
    source: Blob | string,
    sample: Sample | null,
    settings: Partial<Settings>,
    at: Cell | null = null,
  ): Promise<void> {
    fill(this.problemPlace);
    this.element.classList.add('loading');
    try {
      const opened = await this.workshop.call('open', { source, settings });
      this.sample = sample;
      this.fileName = sample ? `${sample.name}.png` : source instanceof File ? source.name : 'image.png';
      this.show(opened);
      if (at && at[0] < opened.width && at[1] < opened.height) this.choose(at);
    } catch (error) {
      fill(this.problemPlace, problem(error));
    } finally {
      this.element.classList.remove('loading');
    }
  }

  private show(opened: Opened): void {
    this.settings = opened.settings;
    [this.survey, this.verdict, this.listed] = [null, null, -1];
    for (const other of this.element.querySelectorAll('[data-sample]')) {
      other.setAttribute('aria-pressed', String(other.getAttribute('data-sample') === this.sample?.name));
    }
    this.lookAt(null);
    this.answer.clear();
    this.answer.wait();
    this.controls.open(opened);
    this.stage.open(opened, this.sample?.start ?? null);
    this.remember();
  }

  private chosenFile(): void {
    const file = this.file.files?.[0];
    // The same file can be chosen again, after it was changed.
    this.file.value = '';
    if (file) void this.open(file, null, {});
  }

  private dragged(event: DragEvent): void {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.element.classList.toggle('dropping', event.type === 'dragover');
  }

  private dropped(event: DragEvent): void {
    this.element.classList.remove('dropping');
    const file = event.dataTransfer?.files[0];
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    if (file) void this.open(file, null, {});
  }

  private pasted(event: ClipboardEvent): void {
    const file = event.clipboardData?.files[0];
    if (file) void this.open(file, null, {});
  }

  private change(settings: Settings): void {
    this.settings = settings;
    this.unsent = settings;
    this.answer.wait();
    this.sendSettings(settings);
  }

  private lookAt(cell: Cell | null): void {
    this.reads = false;
    this.look(cell);
  }

  /** The keyboard has come to a cell: says what is there. */
  private read(cell: Cell): void {
    this.reads = true;
    this.look(cell);
  }

  private choose(cell: Cell | null): void {
    if (cell) this.stage.moveTo(cell);
    void this.workshop.call('ask', cell);
  }

  /** Says in another language what is put together of several messages. */
  private retell(): void {
    if (this.survey) this.listAreas(this.survey);
    this.answer.retell();
    this.remember();
  }

  /** Goes to the next or the previous area of the list. */
  private step(by: 1 | -1): void {
    const areas = this.survey?.largest ?? [];
    if (!areas.length) return announce(say('walls.noArea'));
    this.listed = (this.listed + by + areas.length) % areas.length;
    const area = areas[this.listed]!;
    this.stage.moveTo(area.inside);
    this.read(area.inside);
  }

  private heard(event: WorkerEvent): void {
    if (event.kind === 'survey') this.heardSurvey(event);
    else if (event.kind === 'failure') this.answer.fail(event.reason);
    else if (event.kind === 'connection') report(!event.lost);
    else {
      this.verdict = event.kind === 'verdict' ? event : null;
      this.answer.setVerdict(this.verdict);
      this.remember();
      if (!this.verdict) return;
      // A finger hovers over nothing: what it chose is said below the image, where the answer may be out of sight.
      this.lookAt(this.verdict.at);
      this.tell(verdictWords(this.verdict));
    }
  }

  private heardSurvey(heard: Survey): void {
    // The worker's newest walls are old while newer settings are on their way to it.
    const survey = { ...heard, isCurrent: heard.isCurrent && !this.unsent };
    this.survey = survey;
    this.answer.setSurvey(survey);
    if (!survey.isCurrent) return;
    this.listAreas(survey);
    this.remember();
    if (!this.verdict) this.tell(surveyWords(survey));
  }

  /** Announces what has come to rest. */
  private tell(words: Words): void {
    clearTimeout(this.said);
    this.said = window.setTimeout(() => announce(words), PAUSE);
  }

  private listAreas({ largest, count }: Survey): void {
    const isOpen = this.areaCount.parentElement?.hasAttribute('open');
    const shown = largest.length;
    fill(
      this.areaCount,
      count > shown ? say('walls.areasLargest', { shown, count }) : say('walls.areasCount', { count }),
    );
    // A table that nobody sees is not built.
    fill(this.list, isOpen ? largest.map(area => this.areaRow(area)) : []);
  }

  private areaRow(area: Area): HTMLElement {
    return h(
      'tr',
      {},
      h(
        'th',
        { scope: 'row' },
        button(number(area.id), () => this.choose(area.inside), { class: 'link', title: capital(areaWords(area)) }),
      ),
      [number(area.cells), number(area.walls), area.opening === null ? '–' : countCells(area.opening)].map(text =>
        h('td', {}, text),
      ),
    );
  }

  /** Keeps the address and the command in step with what is shown. */
  private remember(): void {
    if (!this.settings) return;
    const { threshold, light, rim } = this.settings;
    const at = this.verdict?.at ?? null;
    const radius = this.verdict?.patch?.radius ?? null;
    this.commandLine.textContent =
      command(this.fileName, this.settings, at, radius) +
      (this.survey?.filled ? `   # ${say('cells.withoutFilled')}` : '');
    const query = new URLSearchParams();
    if (this.sample) {
      query.set('sample', this.sample.name);
      query.set('threshold', String(threshold));
      if (light) query.set('light', '');
      if (rim === 'wall') query.set('rim', 'wall');
      if (at) query.set('at', at.join());
    }
    const search = query.size
      ? `?${query
          .toString()
          .replaceAll('%2C', ',')
          .replace(/=(?=&|$)/g, '')}`
      : '';
    replaceAddress(`/walls${search}`);
  }
}

function verdictWords(verdict: Verdict): Words {
  const { leak, closed, patch } = verdict;
  const words = closed ? closedWords(closed.area) : leak ? leakWords(leak.length, leak.width, leak.narrowest) : [];
  return sentences(`${headline(verdict)}.`, ...words, patch && patch.state !== 'searching' ? patchWords(patch) : '');
}

function readSettings(query: URLSearchParams): Partial<Settings> {
  const threshold = Number(query.get('threshold') ?? NaN);
  return {
    ...(Number.isInteger(threshold) && threshold >= 0 && threshold <= 256 ? { threshold } : {}),
    ...(query.has('light') ? { light: true } : {}),
    ...(query.get('rim') === 'wall' ? { rim: 'wall' as const } : {}),
  };
}

function readCell(text: string | null): Cell | null {
  const found = /^(\d{1,5}),(\d{1,5})$/.exec(text ?? '');
  return found ? [Number(found[1]), Number(found[2])] : null;
}

function capital(words: Words): string {
  const text = String(words);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
