// The server's answers. The page holds no rules: all it knows about the game is here.

export type Color = 'white' | 'black';
export type Player = 'first' | 'second';
export type Limit = 'size' | 'moves' | 'none';

export interface Chain {
  squares: string[];
  encloses: string[];
}

export interface Answer {
  chain: boolean;
  max_area: number;
  max_group: number;
  witness: Chain | null;
}

export interface Detection {
  fen: string;
  min_size: number;
  areas: string[][];
  chain_squares: string[];
  at: string | null;
  answer: Answer | null;
}

export interface Enclosures {
  enclosures: Chain[];
  complete: boolean;
}

export interface Paper {
  chain: boolean | null;
  exact: boolean;
  steps: number;
  paths: { area: number; first: string[]; second: string[] } | null;
  stages: { name: string; classes: number[][] }[];
}

export interface LegalMove {
  uci: string;
  san: string;
  from: string;
  to: string;
  promotion: string | null;
  chain: Chain | null;
  size: number;
  may_switch: boolean;
}

export interface PlayedMove {
  uci: string;
  san: string;
  from: string;
  to: string;
  fen: string;
  turn: Color;
  check: boolean;
  by: Player;
  chain: Chain | null;
  size: number;
  may_switch: boolean;
  switched: boolean;
  white: Player;
  clocks: Clocks | null;
}

export interface Clocks {
  first: number;
  second: number;
}

export interface Outcome {
  winner: Player | null;
  /** How it ended: checkmate, stalemate, time … */
  reason: string;
  /** As in a PGN file: 1-0, 0-1 or 1/2-1/2, for the players who began with White and Black. */
  result: string;
  /** The whole of it, in a sentence. */
  text: string;
}

export interface GameState {
  start: string;
  start_turn: Color;
  fen: string;
  turn: Color;
  check: boolean;
  to_move: Player;
  white: Player;
  run: { used: number; limit: number | null } | null;
  history: PlayedMove[];
  legal: LegalMove[];
  claim: string | null;
  clocks: Clocks | null;
  outcome: Outcome | null;
}

export type ClockSetting = { initial_ms: number; increment_ms: number } | { per_move_ms: number };

export type Ending = { resign: Player } | { agree: true } | { claim: true };

export interface GameRequest {
  start?: string | undefined;
  limit: Limit;
  moves: string[];
  clock?: ClockSetting | undefined;
  times?: number[] | undefined;
  running_ms?: number | undefined;
  end?: Ending | undefined;
}

/** A game that is to be an animated picture. */
export interface AnimateRequest {
  start?: string | undefined;
  limit: Limit;
  moves: string[];
  /** Whether the player who begins with Black is below. */
  flip: boolean;
}

export type Brush = 'green' | 'red' | 'yellow' | 'blue';

/** An arrow, or without `to` a circle. */
export interface Shape {
  brush: Brush;
  from: string;
  to?: string | undefined;
}

/** A node of a game tree as it travels: nodes name their parent by index, and node 0 is the start. */
export interface FlatNode {
  parent?: number;
  uci?: string;
  san?: string;
  ply?: number;
  chain?: boolean;
  nags?: number[];
  comments?: string[];
  /** What is said before the first move of a variation. */
  before?: string[];
  shapes?: Shape[];
}

/** Where a PGN file is wrong. */
export interface PgnErrorPlace {
  game: number;
  line: number;
  move: string | null;
  token: string | null;
  in_variation: boolean;
  /** The last node before the error. */
  node: number | null;
}

export interface PgnGame {
  tags: [string, string][];
  start: string | null;
  limit: Limit;
  moves: string[];
  result: string;
  tree: FlatNode[];
  error: string | null;
  error_at: PgnErrorPlace | null;
}

export interface PgnGames {
  games: PgnGame[];
  left_out: number;
}

/** A game of a PGN file, found but not read: `from` and `to` say where it is in the text. */
export interface PgnEntry {
  number: number;
  line: number;
  from: number;
  to: number;
  /** Which game of the text from `from` to `to` it is. */
  nth: number;
  tags: Record<string, string>;
  plies: number;
  error: string | null;
}

export interface PgnIndex {
  games: PgnEntry[];
  left_out: number;
}

/** A game tree to be written as PGN. */
export interface TreeRequest {
  tags: [string, string][];
  start: string | null;
  limit: Limit;
  tree: FlatNode[];
  result: string;
}

/** Whether a FEN can be shown and played. */
export interface PositionCheck {
  fen: string | null;
  placement: string | null;
  turn: Color | null;
  /** Why the text is no board. */
  error: string | null;
  playable: boolean;
  /** Why a board cannot be played. */
  why_not: string | null;
}

export interface Ping {
  boot: string;
  version: string;
  engine: { threads: number; hash: number; default_hash: number; lines: number; levels: number };
  /** Whether games between friends are offered. */
  friends: boolean;
}

/** What a search may use and when it stops. */
export interface SearchLimits {
  /** Names the view, whose searches share a hash and replace one another. */
  view?: string | undefined;
  ms?: number | undefined;
  depth?: number | undefined;
  nodes?: number | undefined;
  /** Until the signal is aborted. */
  infinite?: boolean | undefined;
  threads?: number | undefined;
  hash?: number | undefined;
}

export interface SearchRequest extends SearchLimits {
  start?: string | undefined;
  limit: Limit;
  moves: string[];
  lines?: number;
  level?: number;
  /** What both players have left now; the engine decides how much of it to use. */
  clocks?: Clocks & { increment_ms: number };
}

export interface Score {
  cp: number | null;
  mate: number | null;
}

/** A score for each person; what is good for one is bad for the other. */
export interface Scores {
  first: Score;
  second: Score;
}

/** A move of an engine's line, with all that is needed to show the position after it. */
export interface Step {
  uci: string;
  san: string;
  /** "6." for a move of White, "6..." for one of Black. */
  number: string;
  by: Player;
  chain: boolean;
  decision: 'switch' | 'stay' | null;
  switched: boolean;
  fen: string;
  turn: Color;
  check: boolean;
  /** Who holds White after the move. */
  white: Player;
}

export interface SearchLine {
  line: number;
  depth: number;
  /** For the player to move. */
  score: Score;
  scores: Scores;
  nodes: number;
  ms: number;
  moves: Step[];
}

export interface BestMove {
  uci: string | null;
  score: Score | null;
  scores: Scores | null;
}

export interface CompareRequest extends SearchLimits {
  start?: string | undefined;
  limit: Limit;
  /** The moves before the one that forms the chain. */
  moves: string[];
  /** The move that forms the chain, without its decision. */
  move: string;
}

/** What follows if the player who formed a chain switches, or stays. */
export interface Future {
  decision: 'switch' | 'stay';
  depth: number;
  scores: Scores;
  holds: Record<Player, Color>;
  /** The first step is the move that forms the chain. */
  moves: Step[];
}

export interface ReviewRequest {
  start?: string | undefined;
  limit: Limit;
  moves: string[];
  view?: string | undefined;
  nodes?: number | undefined;
  ms?: number | undefined;
}

export interface ReviewedPosition {
  ply: number;
  fen: string;
  turn: Color;
  to_move: Player;
  white: Player;
  depth: number;
  scores: Scores;
  /** The expected result of each person, from 0 to 1. */
  chance: Record<Player, number>;
  best: Step[];
  over: Outcome | null;
}

export type Grade = 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';
export type MomentKind = 'great' | 'missed_chain' | 'missed_switch' | 'wrong_switch' | Grade;

export interface ReviewedMove {
  ply: number;
  uci: string;
  san: string;
  number: string;
  by: Player;
  chain: boolean;
  switched: boolean;
  loss: number;
  grade: Grade;
  kinds: MomentKind[];
  /** What was better; empty if the move was good. */
  better: Step[];
}

export interface Moment {
  ply: number;
  player: Player;
  kind: MomentKind;
  /** The chance that was lost, or kept by a great move. */
  weight: number;
}

export interface PlayerReview {
  moves: number;
  accuracy: number | null;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  chains: number;
  switches: number;
  missed_chains: number;
  missed_switches: number;
  wrong_switches: number;
  great: number;
}

export interface ReviewSummary {
  players: Record<Player, PlayerReview>;
  moments: Moment[];
  ended: string;
}

export type PuzzleKind = 'formChain' | 'isChain' | 'switchOrStay' | 'switchMate' | 'switchDefence';
export type PuzzleGrade = 'easy' | 'medium' | 'hard';

export interface Puzzle {
  id: string;
  rating: number;
  /** The position before the opponent's move. */
  fen: string;
  /** That move, and the solution. */
  moves: string[];
  /** The right answer where the question is about a move. */
  answer: boolean | null;
  themes: string[];
  game_url: string;
}

export interface PuzzleSet {
  kind: PuzzleKind;
  grade: PuzzleGrade;
  puzzles: Puzzle[];
}
