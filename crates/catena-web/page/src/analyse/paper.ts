// What the detector of the paper says, next to the exact answer.
import type { Paper } from '../api';
import { fill, h } from '../dom';

export interface PaperHost {
  /** Whether its stages are unfolded, and that this has changed. */
  stages: () => boolean;
  setStages: (open: boolean) => void;
}

/** What it says about the piece that moved last, and whether that is right. */
export function paperPanel(paper: Paper, host: PaperHost): HTMLElement {
  const stages: HTMLDetailsElement = h(
    'details',
    { open: host.stages(), ontoggle: () => host.setStages(stages.open) },
    h('summary', {}, 'Its stages'),
    h('div', { class: 'stages' }, paper.stages.map(stageTable)),
  );
  const says =
    paper.chain === null
      ? `gave up after ${paper.steps.toLocaleString('en')} steps`
      : paper.chain
        ? 'says chain'
        : 'says no chain';
  const right = paper.chain === paper.exact;
  const judgement =
    paper.chain === null
      ? 'It lists all paths, which takes exponential time.'
      : right
        ? 'It is right here.'
        : 'It is wrong here.';
  return h(
    'div',
    { class: `paper ${paper.chain === null ? 'open' : right ? 'right' : 'wrong'}` },
    h('h3', {}, `The paper’s detector ${says}`),
    h(
      'p',
      {},
      judgement,
      ' ',
      paper.paths
        ? `Two paths reach area ${paper.paths.area}: ${paper.paths.first.join(' ')} and ${paper.paths.second.join(' ')}.`
        : '',
    ),
    stages,
  );
}

function stageTable({ name, classes }: { name: string; classes: number[][] }): HTMLElement {
  const table = h('table', { class: 'stage' }, h('caption', {}, name));
  const body = h('tbody');
  fill(
    body,
    classes.map(row =>
      h(
        'tr',
        {},
        row.map(value => h('td', { class: value ? `class-${value % 6}` : 'none' }, value ? String(value) : '·')),
      ),
    ),
  );
  table.append(body);
  return table;
}
