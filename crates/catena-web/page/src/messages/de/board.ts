import type { Table } from '../table';

export const color: Table['color'] = { white: 'Weiß', black: 'Schwarz' };

export const role: Table['role'] = {
  king: 'König',
  queen: 'Dame',
  rook: 'Turm',
  bishop: 'Läufer',
  knight: 'Springer',
  pawn: 'Bauer',
};

export const piece: Table['piece'] = {
  white_king: 'weißer König',
  white_queen: 'weiße Dame',
  white_rook: 'weißer Turm',
  white_bishop: 'weißer Läufer',
  white_knight: 'weißer Springer',
  white_pawn: 'weißer Bauer',
  black_king: 'schwarzer König',
  black_queen: 'schwarze Dame',
  black_rook: 'schwarzer Turm',
  black_bishop: 'schwarzer Läufer',
  black_knight: 'schwarzer Springer',
  black_pawn: 'schwarzer Bauer',
};

export const board: Table['board'] = {
  empty: 'leer',
  enclosed: 'umschlossen',
  onChain: 'in der Kette',
  picked: 'gewählt',
  movedLast: 'zuletzt gezogen',
  target: 'mögliches Zielfeld',
  forPlay: 'Brett. Pfeiltasten bewegen, Enter wählt erst eine Figur und dann ihr Ziel.',
  forAnalysis: 'Brett. Pfeiltasten bewegen, Enter wählt die zuletzt gezogene Figur oder zieht eine Figur.',
  chainOf: 'Kette aus {pieces} um {squares}',
  pieces: { one: '{n} Figur', other: '{n} Figuren' },
  emptySquares: { one: '{n} leeres Feld', other: '{n} leere Felder' },
  noChain: 'Keine Kette',
  toMove: '{color} am Zug',
  switched: 'Seitenwechsel: Wer {from} hatte, hat jetzt {to} und ist noch einmal am Zug.',
  formsChain: '{move} bildet eine Kette.',
  reset: 'Zurücksetzen',
};

export const question: Table['question'] = {
  takeBack: 'Zug zurücknehmen',
  promote: 'Umwandeln in',
  closes: '{move} schließt eine Kette aus {pieces}.',
  switchOrStay: 'Wechseln oder bleiben?',
  title: 'Seiten wechseln?',
  ifYouSwitch: 'Wenn du wechselst, hast du ab jetzt {color} und bist noch einmal am Zug.',
  switchTo: 'Zu {color} wechseln',
  stay: 'Bleiben',
  help: 'Hilf mir entscheiden',
};

export const sheet: Table['sheet'] = {
  moves: 'Züge',
  game: 'Partie',
  formsChain: 'bildet eine Kette',
  formsChainTitle: 'Bildet eine Kette',
  switchedTitle: 'Hier wurden die Seiten gewechselt',
  switches: 'mit Seitenwechsel',
  step: 'Durch die Züge blättern',
  first: 'Anfangsstellung',
  previous: 'Voriger Zug',
  next: 'Nächster Zug',
  last: 'Letzte Stellung',
  noMoves: 'Noch keine Züge. Zieh eine Figur.',
  wrongAfter: 'Nach diesem Zug ist die Datei fehlerhaft',
  goodMove: 'Guter Zug',
  brilliantMove: 'Brillanter Zug',
  interestingMove: 'Interessanter Zug',
  dubiousMove: 'Zweifelhafter Zug',
  mistake: 'Fehler',
  blunder: 'Grober Fehler',
  onlyMove: 'Einziger Zug',
};

export const score: Table['score'] = {
  player1: 'Spieler 1',
  player2: 'Spieler 2',
  holding: '{name} mit {color}',
  loses: { one: 'verliert in {n} Zug', other: 'verliert in {n} Zügen' },
  wins: { one: 'gewinnt in {n} Zug', other: 'gewinnt in {n} Zügen' },
  draw: 'Remis: {reason}',
  winner: '{who} gewinnt: {reason}',
  winnerHolding: '{name} gewinnt mit {color}: {reason}',
  switch: 'wechseln',
  stay: 'bleiben',
  andSwitch: '{move} mit Seitenwechsel',
};

export const outcome: Table['outcome'] = {
  checkmate: 'Schachmatt',
  resignation: 'Aufgabe',
  time: 'Zeitüberschreitung',
  stalemate: 'Patt',
  material: 'zu wenig Material',
  fivefold: 'fünfmal dieselbe Stellung',
  seventyFive: '75-Züge-Regel',
  threefold: 'dreimal dieselbe Stellung',
  fifty: '50-Züge-Regel',
  agreement: 'Einigung',
  adjudication: 'zu viele Züge',
  timeWithoutMaterial: 'Zeit abgelaufen, aber die andere Seite kann nicht gewinnen',
};
