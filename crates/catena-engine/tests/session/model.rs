//! What a session owes to the program that drives it.

use catena_chess::notation::uci::UciDecision;
use catena_chess::{SsccPosition, SwitchLimit, Variant, perft};
use fastrand::Rng;

use super::program::is_ordered;

/// An answer that comes in its turn.
#[derive(Debug)]
enum Answer {
    /// A best move in this position; none if there is no position.
    Best(Option<Box<SsccPosition>>),
    /// An `info string` with this in it.
    Complaint(&'static str),
    Fen(String),
    Evaluation,
    /// A count, or that it was stopped if a `stop` came.
    Count {
        nodes: u64,
        may_stop: bool,
    },
}

/// When a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    ByItself,
    /// Not before `stop`.
    Stop,
    /// Not before `stop` or `ponderhit`.
    PonderHit,
}

pub(crate) struct Model {
    variant: Variant,
    /// `None` after a refused `position`.
    position: Option<SsccPosition>,
    shown: SsccPosition,
    answers: Vec<Answer>,
    /// Searches: the number of answers before theirs, and when they end.
    searches: Vec<(usize, Ending)>,
    ready: usize,
    identities: usize,
}

impl Model {
    pub(crate) fn new(variant: Variant) -> Model {
        let start = SsccPosition::new(SwitchLimit::Size);
        Model {
            variant,
            position: Some(start.clone()),
            shown: start,
            answers: Vec::new(),
            searches: Vec::new(),
            ready: 0,
            identities: 0,
        }
    }

    /// How many times `readyok` is due.
    pub(crate) fn ready(&self) -> usize {
        self.ready
    }

    /// How many answers may have come: none after that of a search that still waits.
    pub(crate) fn due(&self) -> usize {
        let held = self
            .searches
            .iter()
            .find(|(_, ending)| *ending != Ending::ByItself);
        held.map_or(self.answers.len(), |(before, _)| *before)
    }

    /// A random command, whose answers are then due.
    pub(crate) fn next_command(&mut self, random: &mut Rng) -> String {
        match random.u8(..24) {
            0..4 => self.place(random),
            4 => self.refused_position(random),
            5..10 => self.go(random),
            10 => self.refused_go(random),
            11 => self.count(),
            12..17 => self.stop(),
            17 => self.ponder_hit(),
            18..20 => {
                self.ready += 1;
                "isready".to_owned()
            }
            20 => self.show(),
            21 => self.evaluate(),
            22 => self.complaint(random),
            _ => self.silent(random),
        }
    }

    fn place(&mut self, random: &mut Rng) -> String {
        let mut position = SsccPosition::new(SwitchLimit::Size);
        let mut line = "position startpos moves".to_owned();
        for _ in 0..random.usize(..12) {
            let decisions = self.variant.legal_decisions(&position);
            let Some(decision) = random.choice(decisions) else {
                break;
            };
            line += " ";
            line += &position.uci(decision);
            position.play_unchecked(decision);
        }
        self.shown = position.clone();
        self.position = Some(position);
        line
    }

    fn refused_position(&mut self, random: &mut Rng) -> String {
        let (line, complaint) = random
            .choice([
                ("position nowhere", "nowhere"),
                ("position startpos moves e2e5", "e2e5"),
                ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", ""),
                ("position fen rubbish", ""),
                ("position startpos e2e4", "e2e4"),
            ])
            .unwrap();
        self.answers.push(Answer::Complaint(complaint));
        self.position = None;
        line.to_owned()
    }

    fn go(&mut self, random: &mut Rng) -> String {
        let (line, ending) = random
            .choice([
                ("go depth 2", Ending::ByItself),
                ("go nodes 300", Ending::ByItself),
                ("go movetime 3", Ending::ByItself),
                ("go wtime 60 btime 60", Ending::ByItself),
                ("go infinite", Ending::Stop),
                ("go infinite", Ending::Stop),
                ("go ponder movetime 2", Ending::PonderHit),
                ("go ponder depth 2", Ending::PonderHit),
            ])
            .unwrap();
        let position = self.position.clone().map(Box::new);
        let mut ending = ending;
        if position.is_none() {
            self.answers.push(Answer::Complaint("no position"));
            ending = Ending::ByItself;
        }
        self.searches.push((self.answers.len(), ending));
        self.answers.push(Answer::Best(position));
        line.to_owned()
    }

    fn refused_go(&mut self, random: &mut Rng) -> String {
        let line = random
            .choice([
                "go depth 99999999999",
                "go movestogo -1",
                "go searchmoves zzzz",
                "go sideways",
                "go infinite depth",
            ])
            .unwrap();
        self.answers.push(Answer::Complaint(""));
        self.answers.push(Answer::Best(None));
        line.to_owned()
    }

    fn count(&mut self) -> String {
        match &self.position {
            None => self.answers.push(Answer::Complaint("no position")),
            Some(position) => {
                let nodes = match self.variant {
                    Variant::Sscc => perft::perft(position, 2).nodes,
                    Variant::Chess => perft::chess_perft(position.chess(), 2),
                };
                self.answers.push(Answer::Count {
                    nodes,
                    may_stop: false,
                });
            }
        }
        "go perft 2".to_owned()
    }

    /// Ends everything that was asked for.
    pub(crate) fn stop(&mut self) -> String {
        for (_, ending) in &mut self.searches {
            *ending = Ending::ByItself;
        }
        for answer in &mut self.answers {
            if let Answer::Count { may_stop, .. } = answer {
                *may_stop = true;
            }
        }
        "stop".to_owned()
    }

    fn ponder_hit(&mut self) -> String {
        if let Some((_, ending)) = self.searches.last_mut()
            && *ending == Ending::PonderHit
        {
            *ending = Ending::ByItself;
        }
        "ponderhit".to_owned()
    }

    fn show(&mut self) -> String {
        if self.position.is_none() {
            self.answers.push(Answer::Complaint("last position"));
        }
        self.answers.push(Answer::Fen(self.shown.fen()));
        "d".to_owned()
    }

    fn evaluate(&mut self) -> String {
        self.answers.push(match self.position {
            None => Answer::Complaint("no position"),
            Some(_) => Answer::Evaluation,
        });
        "eval".to_owned()
    }

    fn complaint(&mut self, random: &mut Rng) -> String {
        let long = "x".repeat(100_000);
        let (line, complaint) = random
            .choice([
                (long.as_str(), ""),
                ("\0\0\0", ""),
                ("nonsense", "nonsense"),
                ("setoption name Colour value red", "Colour"),
                ("setoption name Hash value lots", "Hash"),
                ("stop now", "one word too many"),
            ])
            .unwrap();
        self.answers.push(Answer::Complaint(complaint));
        line.to_owned()
    }

    fn silent(&mut self, random: &mut Rng) -> String {
        let line = random
            .choice([
                "",
                "debug on",
                "ucinewgame",
                "setoption name MultiPV value 2",
                "setoption name Hash value 2",
                "setoption name Threads value 1",
                "uci",
            ])
            .unwrap();
        self.identities += usize::from(line == "uci");
        line.to_owned()
    }

    /// What is wrong with all that was said, if anything is.
    pub(crate) fn check(&self, lines: &[String]) -> Result<(), String> {
        let count = |text: &str| lines.iter().filter(|line| *line == text).count();
        if count("readyok") != self.ready || count("uciok") != self.identities {
            return Err("not as many readyok or uciok as asked for".to_owned());
        }
        let said: Vec<&String> = lines.iter().filter(|line| is_ordered(line)).collect();
        for (number, answer) in self.answers.iter().enumerate() {
            let Some(line) = said.get(number) else {
                return Err(format!("{answer:?} never came"));
            };
            if !self.is_answer(answer, line) {
                return Err(format!("'{line}' came instead of {answer:?}"));
            }
        }
        match said.get(self.answers.len()) {
            Some(line) => Err(format!("'{line}' came, and nothing was due")),
            None => Ok(()),
        }
    }

    fn is_answer(&self, answer: &Answer, line: &str) -> bool {
        match answer {
            Answer::Best(None) => line == "bestmove (none)",
            Answer::Best(Some(position)) => self.is_best(position, line),
            Answer::Complaint(part) => line.starts_with("info string") && line.contains(part),
            Answer::Fen(fen) => *line == format!("Fen: {fen}"),
            Answer::Evaluation => line.starts_with("Final evaluation"),
            Answer::Count { nodes, may_stop } => {
                *line == format!("Nodes searched: {nodes}")
                    || *may_stop && line == "info string the count was stopped"
            }
        }
    }

    /// Whether the line has a best move that is legal in the position.
    fn is_best(&self, position: &SsccPosition, line: &str) -> bool {
        let decisions = self.variant.legal_decisions(position);
        let Some(word) = line.strip_prefix("bestmove ") else {
            return false;
        };
        let best = word.split(' ').next().unwrap_or_default();
        match best.parse::<UciDecision>() {
            Ok(uci) => uci
                .to_decision(position)
                .is_ok_and(|decision| decisions.contains(&decision)),
            Err(_) => best == "(none)" && decisions.is_empty(),
        }
    }
}
