// Any tree that can be made goes through a PGN file unchanged.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stage } from './support.mjs';

const here = stage();

async function ask(call, body) {
  const response = await fetch(`${here.address}/api/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  assert.ok(response.ok, JSON.stringify(answer));
  return answer;
}

/** A generator of random numbers with a seed, so that a failure can be repeated. */
function random(seed) {
  let state = seed;
  return below => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return Math.floor((state / 4294967296) * below);
  };
}

const BRUSHES = ['green', 'red', 'yellow', 'blue'];
const COMMENTS = [
  'Good.',
  'Ein Zug – “sehr” schön; né?',
  'after 12. Nf3 $1 (not a variation)',
  'two\\backslashes %percent',
];

function notes(pick) {
  const found = {};
  if (pick(4) === 0) found.nags = [1 + pick(6)];
  if (pick(4) === 0) found.comments = [COMMENTS[pick(COMMENTS.length)]];
  if (pick(4) === 0)
    found.shapes = [
      { brush: BRUSHES[pick(4)], from: 'e2', to: 'e4' },
      { brush: BRUSHES[pick(4)], from: 'd5' },
    ];
  return found;
}

/** A tree that grew move by move, at random places; switches are preferred. */
async function anyTree(seed, size) {
  const pick = random(seed);
  const { nags: _, ...first } = notes(pick);
  const nodes = [{ path: [], children: [], ...first }];
  while (nodes.length < size) {
    // Mostly on from the newest, so that the tree is also deep.
    const parent = pick(3) ? nodes.at(-1) : nodes[pick(nodes.length)];
    const { legal, outcome } = await ask('game', { limit: 'size', moves: parent.path });
    if (outcome) continue;
    const switches = legal.filter(move => move.may_switch);
    const move = switches.length && pick(2) ? switches[pick(switches.length)] : legal[pick(legal.length)];
    const uci = move.may_switch && pick(2) ? `${move.uci}s` : move.uci;
    if (parent.children.some(child => child.uci === uci)) continue;
    const node = { uci, san: move.san, chain: !!move.chain, path: [...parent.path, uci], children: [], ...notes(pick) };
    parent.children.push(node);
    nodes.push(node);
  }
  const flat = [];
  const add = (node, parent) => {
    const { path, children, ...rest } = node;
    const index = flat.length;
    flat.push(parent === null ? rest : { parent, ...rest, ply: path.length });
    for (const child of children) add(child, index);
  };
  add(nodes[0], null);
  return flat;
}

/** What counts of a node. */
const plain = ({ parent, uci, san, ply, chain = false, nags = [], comments = [], shapes = [] }) => ({
  parent,
  uci,
  san,
  ply,
  chain,
  nags,
  comments,
  shapes,
});
/** Nodes by the moves that lead to them: the order of variations is checked by the order of children. */
function shape(flat) {
  const children = flat.map(() => []);
  flat.forEach((node, index) => index && children[node.parent].push(index));
  const walk = index => ({ ...plain(flat[index]), parent: undefined, children: children[index].map(walk) });
  return walk(0);
}

for (const seed of [1, 2, 3]) {
  test(`tree ${seed} goes through a PGN file unchanged`, async () => {
    const tree = await anyTree(seed, 30);
    const request = {
      tags: [
        ['White', 'Anna'],
        ['Black', 'Ben'],
        ['Date', '2026.11.18'],
      ],
      start: null,
      limit: 'size',
      tree,
      result: '*',
    };
    const { pgn } = await ask('pgn/write', request);
    const { games } = await ask('pgn', { pgn });
    assert.equal(games.length, 1);
    assert.equal(games[0].error, null, pgn);
    assert.deepEqual(shape(games[0].tree), shape(tree), pgn);
    const again = await ask('pgn/write', { ...request, tags: games[0].tags, tree: games[0].tree });
    assert.equal(again.pgn, pgn);
  });
}
