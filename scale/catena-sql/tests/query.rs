//! Queries in process: functions, tables, formats and errors.

mod support;

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use catena_sql::{SessionSettings, SqlSession, message, stop_functions};
use futures::TryStreamExt as _;
use support::{annotate, games, mixed, numbered_games};

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_catena-sql"))
}

/// The result as CSV without its header.
#[track_caller]
fn rows(query: &str) -> String {
    let (out, _) = support::succeed(program(), &["-o", "csv", query]);
    out.split_once('\n').expect("a header").1.trim_end().into()
}

#[track_caller]
fn check(expression: &str, expected: &str) {
    assert_eq!(
        rows(&format!("SELECT {expression}")),
        expected,
        "{expression}"
    );
}

const RING: &str = "'8/8/8/2pp4/1p2p3/2pp4/8/8'";
const MIDDLE: &str = "'r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6'";

#[test]
fn functions_answer_as_the_libraries_do() {
    check(
        &format!("has_chain({RING}, 'c5'), has_chain({RING}, 'h1')"),
        "true,false",
    );
    check(
        &format!("max_area({RING}, 'c5'), max_area({RING}, 'a1')"),
        "2,0",
    );
    check(&format!("max_group({RING}, 'c5')"), "2");
    check(
        &format!("shortest({RING}, 'c5')"),
        "\"[c5, d5, e4, d3, c3, b4]\"",
    );
    check(&format!("cardinality(shortest({RING}, 'a1'))"), "0");
    check(&format!("cardinality(chain_squares({RING}))"), "6");
    check(&format!("cardinality(legal_decisions({MIDDLE}))"), "46");
    check(
        &format!("array_has(legal_decisions({MIDDLE}), 'f1d3s')"),
        "true",
    );
    check(
        "sscc_eval('6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1', 2000)",
        "31999",
    );
    let game = "'1. e4 e5 2. d4 d6 3. d5 Nf6 4. c4 Nbd7 5. Nc3 Nc5 6. Bd3'";
    check(
        &format!("unnest(chains({game})[3:4])"),
        "\"{ply: 10, move: Nc5, square: c5, pieces: 9, area: 3}\"\n\
         \"{ply: 11, move: Bd3, square: d3, pieces: 11, area: 4}\"",
    );
    check(&format!("chains('6. Bd3', {MIDDLE})[1]['area']"), "4");
    check(
        "chains(NULL) IS NULL, has_chain(NULL, 'e4') IS NULL",
        "true,true",
    );
    check("chains(''), chains('*')", "[],[]");
}

#[test]
fn the_same_score_whatever_came_before() {
    let query = format!(
        "SELECT count(DISTINCT sscc_eval(fen, 500)) FROM (VALUES ({MIDDLE}), ({RING}), ({MIDDLE})) t(fen)"
    );
    let (out, err) = support::succeed(program(), &["-o", "csv", &query]);
    assert!(out.ends_with("\n1\n"), "{out}");
    // A position without kings cannot be played.
    assert!(
        err.contains("1 row could not be read by sscc_eval"),
        "{err}"
    );
}

#[test]
fn bad_rows_are_null_and_counted() {
    let query = "SELECT count(*), count(chains(m)), count(has_chain(f, s)), count(sscc_eval(f, n)) \
                 FROM (VALUES ('1. e4', '8/8/8/8/8/8/8/8', 'e4', 1), ('1. e5', '9', 'e4', 1), \
                 ('1. Nf9', '8/8/8/8/8/8/8/8', 'z9', -1)) t(m, f, s, n)";
    let (out, err) = support::succeed(program(), &["-o", "csv", query]);
    assert_eq!(out.lines().nth(1), Some("3,1,1,0"));
    assert!(
        err.contains("2 rows could not be read by chains and gave NULL"),
        "{err}"
    );
    assert!(
        err.contains("2 rows could not be read by has_chain"),
        "{err}"
    );
    assert!(
        err.contains("3 rows could not be read by sscc_eval"),
        "{err}"
    );
}

#[test]
fn strict_names_the_bad_row() {
    let query = "SELECT chains(m) FROM (VALUES ('1. e4'), ('1. e4 e5 2. Ke3')) t(m)";
    let err = support::fail(program(), &["--strict", query]);
    assert!(
        err.contains("'1. e4 e5 2. Ke3': move 2: the move 'Ke3' is not legal"),
        "{err}"
    );
    for function in ["chains", "chain_count"] {
        let query = format!("SELECT {function}('1. e4', 'no position')");
        let err = support::fail(program(), &["--strict", &query]);
        assert!(err.contains("chains cannot read the row '1. e4'"), "{err}");
    }
    let query = format!("SELECT count(movetext) FROM pgn('{}')", mixed().display());
    let err = support::fail(program(), &["--strict", &query]);
    assert!(err.contains("mixed.pgn") && err.contains("line"), "{err}");
}

#[test]
fn sql_and_annotate_count_the_same() {
    for file in [games(), mixed()] {
        let counts = rows(&format!(
            "SELECT count(movetext), sum(cardinality(chains(movetext, fen))), \
             sum(array_length(chains(movetext, fen))) FROM pgn('{}')",
            file.display()
        ));
        let counts: Vec<u64> = counts
            .split(',')
            .map(|n| n.parse().expect("a number"))
            .collect();
        assert!(counts[1] > 0 && counts[1] == counts[2], "{counts:?}");
        if let Some((games, chains)) = annotate(&file) {
            assert_eq!(
                (counts[0], counts[1]),
                (games, chains),
                "{}",
                file.display()
            );
        }
    }
}

#[test]
fn games_have_the_columns_of_the_dump_and_lose_nothing() {
    let table = format!("pgn('{}')", mixed().display());
    let query = format!(
        "SELECT Black, whiteelo, BLACKELO, whiteratingdiff, utcdate, utctime, eco, \
         other_tags['Annotator'], error FROM {table} WHERE white = 'Anna'"
    );
    assert_eq!(
        rows(&query),
        "\"Ben, \"\"the second\"\"\",2100,,6,2024-02-29,23:59:58,A56,nobody,"
    );
    let query =
        format!("SELECT other_tags['WhiteElo'], whiteelo FROM {table} WHERE white = 'Clara'");
    assert_eq!(rows(&query), "about 1800,");
    let query = format!("SELECT movetext, error, raw_movetext FROM {table} WHERE white = 'Ida'");
    assert_eq!(
        rows(&query),
        "1. e4 e5 2. d4 d6 3. d5 Nf6 4. c4 Nbd7 5. Nc3 Nc5 6. Bd3,\
         move 6...: the move 'Ke6' is not legal,\
         1. e4 e5 2. d4 d6 3. d5 Nf6 4. c4 Nbd7 5. Nc3 Nc5 6. Bd3 Ke6 7. Nf3 0-1"
    );
    let query = format!("SELECT count(*), count(movetext), count(error) FROM {table}");
    let (out, err) = support::succeed(program(), &["-o", "csv", &query]);
    assert_eq!(out.lines().nth(1), Some("10,8,4"));
    assert!(err.contains("4 games have an error"), "{err}");
}

#[test]
fn names_without_quotes_find_columns_in_any_case() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("t.csv");
    fs::write(&file, "ECO,n\nA00,1\nB00,2\nA00,3\n").expect("a file");
    let table = file.display();
    for query in [
        format!("SELECT eco, sum(n) FROM '{table}' GROUP BY eco ORDER BY eco"),
        format!("SELECT t.ECO, sum(t.N) FROM '{table}' t GROUP BY t.eco ORDER BY 1"),
        format!("SELECT \"ECO\", sum(n) AS s FROM '{table}' GROUP BY \"ECO\" ORDER BY eco"),
        format!("SELECT upper(eco) AS eco, sum(n) FROM '{table}' GROUP BY Eco ORDER BY eco"),
        format!(
            "WITH t(eco, s) AS (SELECT eco, sum(n) FROM '{table}' GROUP BY eco) \
             SELECT eco, s FROM t ORDER BY eco"
        ),
        format!(
            "SELECT eco, sum(m) FROM (SELECT eco, n FROM '{table}') t(eco, m) \
             GROUP BY eco ORDER BY eco"
        ),
        format!(
            "SELECT eco, sum(m) / 2 FROM (SELECT eco AS eco, n AS m FROM '{table}' UNION ALL \
             SELECT upper(eco) AS eco, n FROM '{table}') GROUP BY eco ORDER BY eco"
        ),
        format!(
            "SELECT eco, sum(n) FROM '{table}' t JOIN (SELECT DISTINCT ECO FROM '{table}') u \
             USING (eco) GROUP BY eco ORDER BY eco"
        ),
        format!(
            "SELECT s.ECO, s.* EXCEPT (eco) FROM (SELECT * EXCLUDE (eco, n), ECO, sum(n) \
             FROM '{table}' GROUP BY eco) s ORDER BY 1"
        ),
    ] {
        assert_eq!(rows(&query), "A00,4\nB00,2", "{query}");
    }
    let err = support::fail(program(), &[&format!("SELECT \"eco\" FROM '{table}'")]);
    assert!(err.contains("eco"), "{err}");
}

#[test]
fn a_file_has_one_result() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("r.csv").display().to_string();
    let err = support::fail(program(), &["-o", &file, "SELECT 1 AS n; SELECT 2 AS n"]);
    assert!(err.contains("one result only"), "{err}");
    assert!(!Path::new(&file).exists());
    let statements = "CREATE TABLE t AS SELECT 1 AS n; SELECT n + 1 AS n FROM t";
    support::succeed(program(), &["-o", &file, statements]);
    assert_eq!(fs::read_to_string(&file).expect("a file"), "n\n2\n");
}

#[test]
fn tables_that_cannot_be_read_are_refused_in_plain_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::copy(games(), path("GAMES.PGN")).expect("a file");
    let upper = format!("SELECT count(*) > 0 FROM '{}'", path("GAMES.PGN"));
    assert_eq!(rows(&upper), "true");
    fs::write(path("a.pgn.bz2"), "BZh91AY&SY").expect("a file");
    fs::write(path("plain"), "n\n1\n").expect("a file");
    for (table, problem) in [
        (path("a.pgn.bz2"), "compressed with bzip2"),
        (path("plain"), "has no ending"),
        ("s3://bucket/a.parquet".into(), "not a file of this machine"),
    ] {
        let err = support::fail(program(), &[&format!("SELECT * FROM '{table}'")]);
        assert!(err.contains(problem), "{err}");
    }
}

#[test]
fn flags_without_effect_are_refused() {
    for flags in [
        &["--cluster", "127.0.0.1:1", "--memory", "64"][..],
        &["--cluster", "127.0.0.1:1", "--threads", "2"],
        &["--partitions", "3"],
        &["--functions", "--strict"],
    ] {
        let output = support::sql(program(), &[flags, &["SELECT 1"]].concat());
        assert_eq!(output.status.code(), Some(2), "{flags:?}");
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(err.contains("error: "), "{flags:?}: {err}");
    }
}

#[test]
fn tables_are_parquet_csv_json_plain_or_compressed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let make = "SELECT * FROM (VALUES (1, 'a'), (2, 'b')) t(n, s)";
    for name in ["t.parquet", "t.csv", "t.json", "t.jsonl", "t.ndjson"] {
        support::succeed(program(), &["-o", &path(name), make]);
        assert_eq!(
            rows(&format!("SELECT sum(n), max(s) FROM '{}'", path(name))),
            "3,b",
            "{name}"
        );
    }
    let csv = fs::read(path("t.csv")).expect("a file");
    fs::write(
        path("u.csv.zst"),
        zstd::encode_all(&csv[..], 0).expect("memory"),
    )
    .expect("a file");
    assert_eq!(
        rows(&format!("SELECT sum(n) FROM '{}'", path("u.csv.zst"))),
        "3"
    );
    fs::copy(path("t.parquet"), path("u.parquet")).expect("a file");
    assert_eq!(
        rows(&format!("SELECT sum(n) FROM '{}'", path("*.parquet"))),
        "6"
    );
    let left: Vec<_> = fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(left.len(), 7, "no temporary file is left");
}

#[test]
fn frames_of_zstd_give_the_same_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = fs::read(games()).expect("a file");
    let file = folder.path().join("games.pgn.zst");
    let mut out = fs::File::create(&file).expect("a file");
    for part in text.chunks(300_000) {
        let frame = zstd::encode_all(part, 1).expect("memory");
        out.write_all(&frame).expect("a file");
    }
    drop(out);
    let query = |path: &Path| {
        let path = path.display();
        rows(&format!(
            "SELECT count(*), sum(length(movetext)), min(white) FROM pgn('{path}')"
        ))
    };
    assert_eq!(query(&file), query(&games()));
    let file_text = fs::read(&file).expect("a file");
    fs::write(&file, &file_text[..file_text.len() / 2]).expect("a file");
    let sql = format!("SELECT count(*) FROM pgn('{}')", file.display());
    let err = support::fail(program(), &[&sql]);
    assert!(
        err.contains("cannot read") && err.contains("games.pgn.zst"),
        "{err}"
    );
}

#[test]
fn errors_are_one_sentence() {
    for (query, expected) in [
        ("SELEC 1", "SELEC"),
        ("SELECT nope FROM (VALUES (1)) t(n)", "nope"),
        (
            "SELECT * FROM 'no/such/file.parquet'",
            "no/such/file.parquet",
        ),
        ("SELECT * FROM 'no/such/*.parquet'", "no/such/*.parquet"),
        ("SELECT * FROM pgn('no/such.pgn')", "no/such.pgn"),
        ("SELECT * FROM pgn(1)", "pgn expects"),
        ("SELECT chains(1, 2, 3)", "chains"),
        ("SELECT 1 +", "catena-sql: Expected: "),
    ] {
        let err = support::fail(program(), &[query]);
        assert!(
            err.starts_with("catena-sql: ") && err.contains(expected),
            "{err}"
        );
        assert!(!err.contains("Error") && !err.contains("bug"), "{err}");
    }
    let output = support::sql(program(), &["-o", "x.doc", "SELECT 1"]);
    assert_eq!(output.status.code(), Some(2));
    let output = support::sql(program(), &["-o", "/no/such/folder/x.csv", "SELECT 1"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_damaged_file_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    support::succeed(
        program(),
        &[
            "-o",
            &path("whole.parquet"),
            "SELECT repeat('a', n) AS s FROM generate_series(1, 99) t(n)",
        ],
    );
    let whole = fs::read(path("whole.parquet")).expect("a file");
    fs::write(path("short.parquet"), &whole[..whole.len() - 20]).expect("a file");
    let mut damaged = whole;
    damaged[30..50].fill(b'?');
    fs::write(path("damaged.parquet"), damaged).expect("a file");
    for name in ["short.parquet", "damaged.parquet"] {
        let query = format!("SELECT max(length(s)) FROM '{}'", path(name));
        let err = support::fail(program(), &[&query]);
        assert!(err.contains(&path(name)), "{err}");
        assert!(!err.contains("rror:"), "{err}");
    }
}

#[test]
fn functions_are_documented() {
    let (out, _) = support::succeed(program(), &["--functions"]);
    let shown = rows(
        "SELECT function_name FROM (SELECT routine_name AS function_name, description \
                      FROM information_schema.routines) WHERE description IS NOT NULL",
    );
    for name in [
        "chains",
        "has_chain",
        "chain_squares",
        "max_area",
        "max_group",
        "shortest",
        "legal_decisions",
        "sscc_eval",
    ] {
        assert!(out.contains(&format!("{name}(")), "{name}");
        assert!(shown.lines().any(|line| line == name), "{name}");
        assert!(
            rows(&format!("SHOW FUNCTIONS LIKE '{name}'")).contains("SCALAR"),
            "{name}"
        );
    }
}

#[test]
fn statements_come_from_standard_input_too() {
    let mut child = std::process::Command::new(program())
        .args(["-o", "csv"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin
        .write_all(b"CREATE TABLE t AS SELECT 1 AS n;\nSELECT n + 1 AS m FROM t;")
        .expect("a pipe");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "m\n2\n");
    let (out, _) = support::succeed(program(), &["EXPLAIN SELECT chains('1. e4')"]);
    assert!(out.contains("logical_plan"), "{out}");
}

#[test]
fn chains_of_a_pgn_file_are_counted_while_it_is_read() {
    for file in [games(), mixed()] {
        let table = format!("pgn('{}')", file.display());
        // The same function of another text is not computed by the table.
        let slow = "chain_count(concat(t.movetext, ''), t.fen)";
        for (fast, rest) in [
            ("chain_count(t.movetext, t.fen)", "t"),
            ("cardinality(chains(movetext, fen))", "t"),
            ("array_length(chains(movetext, fen))", "t WHERE white < 'P'"),
            (
                "chain_count(movetext, fen)",
                "t WHERE chain_count(movetext, fen) > 1",
            ),
            (
                "chain_count(movetext, fen)",
                "(SELECT fen, movetext FROM t) t",
            ),
        ] {
            let count = |count: &str, rest: &str| {
                rows(&format!(
                    "WITH t AS (SELECT * FROM {table}) SELECT count(*), sum({count}) FROM {rest}"
                ))
            };
            let slow_rest = rest.replace("chain_count(movetext, fen)", slow);
            assert_eq!(
                count(fast, rest),
                count(slow, &slow_rest),
                "{fast} FROM {rest}"
            );
        }
        let all = rows(&format!("SELECT count(*) FROM {table}"));
        let query = format!("SELECT * FROM {table} WHERE chain_count(movetext) >= 0");
        let (out, _) = support::succeed(program(), &["-o", "json", &query]);
        assert!(out.lines().count() <= all.parse().expect("a number"));
        assert!(!out.contains("chain_count"), "the column is not shown");
        let (plan, _) = support::succeed(
            program(),
            &[&format!(
                "EXPLAIN SELECT sum(chain_count(movetext, fen)) FROM {table}"
            )],
        );
        assert!(plan.contains("FEN, chain_count(movetext)]"), "{plan}");
    }
}

#[test]
fn bad_rows_of_counts_are_counted_over_every_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |path: &Path| path.display().to_string();
    support::succeed(
        program(),
        &["convert", &path(&mixed()), &path(folder.path())],
    );
    let count = |table: &str| {
        let query = format!("SELECT sum(cardinality(chains(movetext))) FROM {table}");
        support::succeed(program(), &["-o", "csv", &query])
    };
    // Two games cannot be replayed without their start positions.
    let (parquet, err) = count(&format!("'{}'", folder.path().display()));
    assert_eq!(
        err,
        "catena-sql: 2 rows could not be read by chains and gave NULL\n"
    );
    let (pgn, pgn_err) = count(&format!("pgn('{}')", mixed().display()));
    assert!(pgn_err.starts_with(&err), "{pgn_err}");
    let number = |out: &str| out.lines().nth(1).map(str::to_owned);
    assert_eq!(number(&pgn), number(&parquet));
}

#[test]
fn games_that_a_query_leaves_out_are_not_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.pgn");
    // The second cannot be replayed without its start position.
    let text = format!(
        "1. e4 e5 *\n\n[FEN \"{}\"]\n\n6. Bd3 *\n",
        MIDDLE.replace('\'', "")
    );
    fs::write(&file, text).expect("a file");
    let table = format!("pgn('{}')", file.display());
    for query in [
        format!("SELECT sum(chain_count(movetext)) AS n FROM {table} WHERE fen IS NULL"),
        format!(
            "SELECT sum(CASE WHEN fen IS NULL THEN chain_count(movetext) ELSE 0 END) AS n \
             FROM {table}"
        ),
    ] {
        let (out, err) = support::succeed(program(), &["--strict", "-o", "csv", &query]);
        assert_eq!(out, "n\n0\n", "{query}");
        assert_eq!(err, "", "{query}");
    }
}

#[test]
fn a_folder_is_a_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("games");
    let path = |path: &Path| path.display().to_string();
    support::succeed(program(), &["convert", &path(&mixed()), &path(&games)]);
    for name in ["games", "games/", "./games"] {
        let output = std::process::Command::new(program())
            .args(["-o", "csv", &format!("SELECT count(*) AS n FROM '{name}'")])
            .current_dir(folder.path())
            .output()
            .expect("it runs");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "n\n10\n", "{name}");
    }
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).expect("a folder");
    let err = support::fail(
        program(),
        &[&format!("SELECT 1 FROM '{}'", empty.display())],
    );
    assert!(err.contains("has no file that ends in .parquet"), "{err}");
}

#[test]
fn a_glob_is_what_a_shell_makes_of_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = |name: &str| folder.path().join(name).display().to_string();
    for (number, file) in [
        "2023.parquet",
        "2024.parquet",
        ".hidden.parquet",
        "old/2023.parquet",
        "year=2024/month=1/a.parquet",
        "[a b].parquet",
    ]
    .iter()
    .enumerate()
    {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        // Every file has a column of its own as well.
        let query = format!("SELECT {} AS n, 1 AS c{number}", 1 << number);
        support::succeed(program(), &["-o", &name(file), &query]);
    }
    for (glob, sum) in [
        ("*.parquet", 1 + 2 + 32),
        ("202?.parquet", 1 + 2),
        ("202[4-9].parquet", 2),
        ("*/*.parquet", 8),
        ("**/2023.parquet", 1 + 8),
        ("year=*/month=*/*.parquet", 16),
        (".hidden.parquet", 4),
        ("[a b].parquet", 32),
        ("", 1 + 2 + 32),
    ] {
        let query = format!("SELECT sum(n) FROM '{}'", name(glob));
        assert_eq!(rows(&query), sum.to_string(), "{glob}");
    }
    let query = format!(
        "SELECT count(c0), count(c1) FROM '{}'",
        name("202?.parquet")
    );
    assert_eq!(rows(&query), "1,1");
    fs::write(folder.path().join("a.csv"), "n\n64\n").expect("a file");
    let query = format!("SELECT sum(n) FROM '{}'", name("*"));
    let err = support::fail(program(), &[&query]);
    assert!(err.contains("has files of different formats"), "{err}");
    assert!(err.contains("a.csv"), "{err}");
}

#[test]
fn an_interrupt_cancels() {
    let position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for query in [
        // A constant is computed while the query is planned.
        format!("SELECT sscc_eval('{position}', 10000000000)"),
        format!("SELECT sum(sscc_eval('{position}', 10000000000 + n)) FROM (VALUES (1), (2)) t(n)"),
    ] {
        let mut child = std::process::Command::new(program())
            // The only thread is in the middle of a batch.
            .args(["--threads", "1", &query])
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("it runs");
        // It computes before long, and for longer than anyone waits.
        while support::cpu_seconds(&child) < 1.0 {
            assert_eq!(child.try_wait().expect("a child"), None, "{query}");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        support::interrupt(&child);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(130), "{query}");
        assert_eq!(
            String::from_utf8_lossy(&output.stderr),
            "catena-sql: cancelled\n"
        );
        assert_eq!(output.stdout, b"");
    }
}

#[test]
fn functions_end_when_their_program_says_so() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let work = runtime.spawn(async {
        let session = SqlSession::new(&SessionSettings::default()).await?;
        let query = "SELECT sum(sscc_eval('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1', \
                     10000000000 + n)) FROM (VALUES (1), (2)) t(n)";
        let stream = session.run(query).await?.remove(0).stream()?;
        stream.try_collect::<Vec<_>>().await
    });
    let patience = Instant::now() + Duration::from_secs(600);
    while !work.is_finished() {
        assert!(Instant::now() < patience, "it goes on");
        // It may not have begun.
        stop_functions();
        std::thread::sleep(Duration::from_millis(50));
    }
    let error = runtime.block_on(work).expect("it ends");
    let error = error.expect_err("it is cancelled");
    assert_eq!(message(&error), "the query was cancelled");
}

#[test]
fn an_error_does_not_wait_for_other_rows() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, row: &str| {
        let path = folder.path().join(name);
        fs::write(path, format!("fen,nodes\n{row}\n")).expect("a file");
    };
    // One thread computes for longer than anyone waits.
    let position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    write("slow.csv", &format!("{position},10000000000"));
    write("wrong.csv", "wrong,1");
    let table = folder.path().display();
    let query = format!("SELECT sscc_eval(fen, nodes) FROM '{table}/*.csv'");
    let err = support::fail(program(), &["--strict", "--threads", "2", &query]);
    assert!(err.contains("the row 'wrong'"), "{err}");
}

#[test]
fn an_interrupted_query_leaves_no_file() {
    for signal in [support::INTERRUPT, support::TERMINATE, support::HANGUP] {
        if signal != support::HANGUP || !catena_engine::is_hangup_ignored() {
            leaves_no_file_after(signal);
        }
    }
}

fn leaves_no_file_after(signal: u32) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    for name in ["result", "temporary"] {
        fs::create_dir(path(name)).expect("a folder");
    }
    // Sorting uses the disk before long, and then there is enough to do.
    let query = "SELECT a.n FROM generate_series(1, 300000) a(n) \
                 CROSS JOIN generate_series(1, 10000) b(n) ORDER BY sin(a.n), b.n";
    let mut child = std::process::Command::new(program())
        .args(["--memory", "16", "--threads", "2"])
        .args(["-o", &path("result/r.csv").display().to_string(), query])
        .env("TMPDIR", path("temporary"))
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it runs");
    let files = |name: &str| fs::read_dir(path(name)).expect("a folder").count();
    while files("result") == 0 || files("temporary") == 0 {
        assert_eq!(child.try_wait().expect("a child"), None);
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    support::send(&child, signal);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "signal {signal}");
    assert_eq!(
        (files("result"), files("temporary")),
        (0, 0),
        "signal {signal}"
    );
}

#[test]
fn a_result_that_cannot_be_written_is_an_error() {
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .expect("Linux");
    let output = std::process::Command::new(program())
        .args(["-o", "csv", "SELECT 1"])
        .stdout(full)
        .output()
        .expect("it runs");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(
        err.starts_with("catena-sql: cannot write the result: No space left"),
        "{err}"
    );
}

#[test]
fn lines_of_json_have_other_endings_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let lines = |from: u32| format!("{{\"n\": {from}}}\n{{\"n\": {}}}\n", from + 1);
    let zstd = |text: &str| zstd::encode_all(text.as_bytes(), 0).expect("memory");
    fs::create_dir(path("folder")).expect("a folder");
    fs::write(path("folder/a.jsonl"), lines(1)).expect("a file");
    fs::write(path("folder/b.jsonl"), lines(3)).expect("a file");
    // Two frames are one text.
    let frames = [zstd(&lines(1)), zstd(&lines(3))].concat();
    fs::write(path("c.ndjson.zst"), frames).expect("a file");
    for table in ["folder/*.jsonl", "folder", "c.ndjson.zst", "*.ndjson.zst"] {
        let query = format!("SELECT sum(n) FROM '{}'", path(table));
        assert_eq!(rows(&query), "10", "{table}");
    }
    let gzip = std::process::Command::new("gzip")
        .arg(path("folder/a.jsonl"))
        .status();
    assert!(gzip.expect("gzip runs").success());
    fs::remove_file(path("folder/b.jsonl")).expect("a file");
    for table in ["folder/a.jsonl.gz", "folder/*.gz", "folder"] {
        let query = format!("SELECT sum(n) FROM '{}'", path(table));
        assert_eq!(rows(&query), "3", "{table}");
    }
}

#[test]
fn a_result_does_not_replace_what_the_query_reads() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("a.csv"), "n\n1\n").expect("a file");
    std::os::unix::fs::symlink(path("a.csv"), path("link.csv")).expect("a link");
    for (output, table) in [
        ("a.csv", "a.csv"),
        ("a.csv", "*.csv"),
        ("link.csv", "a.csv"),
    ] {
        let query = format!("SELECT n + 1 FROM '{}'", path(table));
        let err = support::fail(program(), &["-o", &path(output), &query]);
        assert!(
            err.contains("is read by the query"),
            "{output} {table}: {err}"
        );
        assert_eq!(fs::read_to_string(path("a.csv")).expect("a file"), "n\n1\n");
    }
    // PGN with another ending.
    fs::copy(games(), path("games.csv")).expect("a file");
    let text = fs::read(path("games.csv")).expect("a file");
    for query in [
        format!("SELECT white FROM pgn('{}')", path("games.csv")),
        format!(
            "SELECT 1 WHERE 'x' NOT IN (SELECT white FROM pgn('{}'))",
            path("games.csv")
        ),
    ] {
        let err = support::fail(program(), &["-o", &path("games.csv"), &query]);
        assert!(err.contains("is read by the query"), "{err}");
        assert!(fs::read(path("games.csv")).expect("a file") == text);
    }
    // A link stays a link, and what it leads to is the result.
    support::succeed(program(), &["-o", &path("link.csv"), "SELECT 2 AS n"]);
    assert!(
        fs::symlink_metadata(path("link.csv"))
            .expect("a link")
            .is_symlink()
    );
    assert_eq!(fs::read_to_string(path("a.csv")).expect("a file"), "n\n2\n");
}

#[test]
fn a_result_can_go_into_a_pipe() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe.csv");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo runs").success());
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || fs::read_to_string(pipe).expect("a pipe"))
    };
    support::succeed(
        program(),
        &["-o", &pipe.display().to_string(), "SELECT 1 AS n"],
    );
    assert_eq!(reader.join().expect("a reader"), "n\n1\n");
    assert!(!pipe.is_file(), "the pipe is still one");
}

/// Games of which no two have the same moves and comments.
fn different_games(path: &Path, count: usize) {
    numbered_games(path, count);
    let text = fs::read_to_string(path).expect("a file");
    let games = text.split("\n\n1. ").enumerate();
    let games = games.map(|(number, game)| match number {
        0 => game.to_owned(),
        _ => format!("\n\n{{ number {number} }} 1. {game}"),
    });
    fs::write(path, games.collect::<String>()).expect("a file");
}

#[test]
fn a_sort_in_little_memory_uses_the_disk() {
    let folder = tempfile::tempdir().expect("a folder");
    let many = folder.path().join("many.pgn");
    different_games(&many, 30_000);
    let games = folder.path().join("games").display().to_string();
    support::succeed(program(), &["convert", &many.display().to_string(), &games]);
    // This one has texts as views into larger ones, as a result of DataFusion has them.
    let views = folder.path().join("views.parquet").display().to_string();
    let all = format!("SELECT site, movetext FROM '{games}'");
    support::succeed(program(), &["-o", &views, &all]);
    let query =
        |table: &str| format!("SELECT site, movetext FROM '{table}' ORDER BY movetext, site");
    let sort = |args: &[&str], table: &str| {
        let query = query(table);
        let args = [&["-o", "csv"], args, &[&query]].concat();
        support::succeed(program(), &args).0
    };
    let expected = sort(&["--threads", "1"], &games);
    assert_eq!(expected.matches("number").count(), 30_000);
    for (memory, threads) in [("16", "2"), ("4", "2"), ("4", "8")] {
        for table in [&games, &views] {
            let sorted = sort(&["--memory", memory, "--threads", threads], table);
            assert!(
                sorted == expected,
                "{memory} MiB, {threads} threads, {table}"
            );
        }
    }
    // Every row of this is larger than the memory.
    let query = format!("SELECT repeat(movetext, 5000) AS long FROM '{games}' ORDER BY long");
    let err = support::fail(program(), &["--memory", "1", "--threads", "2", &query]);
    assert!(
        err.contains("--memory") && err.contains("--threads"),
        "{err}"
    );
}
