// What the detector of the paper says, next to the exact answer.
import type { Paper } from '../api';
import { fill, h } from '../dom';
import { say } from '../messages';
import { serverWords } from '../messages/server';

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
    h('summary', {}, say('tools.stages')),
    h('div', { class: 'stages' }, paper.stages.map(stageTable)),
  );
  const says =
    paper.chain === null
      ? say('tools.paperGaveUp', { steps: paper.steps })
      : say(paper.chain ? 'tools.paperChain' : 'tools.paperNoChain');
  const right = paper.chain === paper.exact;
  const judgement = paper.chain === null ? say('tools.allPaths') : say(right ? 'tools.right' : 'tools.wrong');
  return h(
    'div',
    { class: `paper ${paper.chain === null ? 'open' : right ? 'right' : 'wrong'}` },
    h('h3', {}, says),
    h(
      'p',
      {},
      judgement,
      ' ',
      paper.paths
        ? say('tools.twoPaths', {
            area: paper.paths.area,
            first: paper.paths.first.join(' '),
            second: paper.paths.second.join(' '),
          })
        : '',
    ),
    stages,
  );
}

function stageTable({ name, classes }: { name: string; classes: number[][] }): HTMLElement {
  const table = h('table', { class: 'stage' }, h('caption', {}, serverWords(name) ?? name));
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
