//! A cluster of real processes on this machine: the same answers as in process, and what
//! happens when a part of it fails.

mod programs;
#[path = "../../../catena-sql/tests/support/mod.rs"]
mod support;

use std::fs;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, TcpListener};
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use ballista_core::serde::protobuf::GetJobStatusParams;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use catena_cluster::executor::{self, ExecutorSettings};

use programs::{Cluster, GIVEN_UP, PATIENCE, catena_sql, output_of};
use support::{SmallDisk, annotate, games, mixed, numbered_games};

/// Converts games to Parquet files of about this size.
fn convert(input: &Path, folder: &Path, file_kib: &str) -> String {
    let text = |path: &Path| path.display().to_string();
    let args = [
        "convert",
        "--file-kib",
        file_kib,
        &text(input),
        &text(folder),
    ];
    support::succeed(&catena_sql(), &args);
    format!("'{}/*.parquet'", folder.display())
}

/// The result of a query in process, as CSV.
fn in_process(query: &str) -> String {
    support::succeed(&catena_sql(), &["-o", "csv", query]).0
}

#[test]
fn in_process_and_on_a_cluster_the_answers_are_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let cluster = Cluster::new(2);
    let many = folder.path().join("many.pgn");
    numbered_games(&many, 5_000);
    for input in [many, mixed()] {
        let name = input.file_stem().expect("a name");
        let table = convert(&input, &folder.path().join(name), "512");
        let counts =
            format!("SELECT count(movetext), sum(cardinality(chains(movetext, fen))) FROM {table}");
        let counted = cluster.query(&counts).0;
        assert_eq!(counted, in_process(&counts));
        if let Some((games, chains)) = annotate(&input) {
            assert_eq!(
                counted.lines().nth(1),
                Some(format!("{games},{chains}").as_str())
            );
        }
        for query in [
            format!(
                "SELECT eco, avg(cardinality(chains(movetext))) FROM {table} \
                 GROUP BY eco ORDER BY 2 DESC, 1 LIMIT 10"
            ),
            format!(
                "SELECT c['ply'], c['move'], c['square'], sum(c['pieces']), sum(c['area']) \
                 FROM (SELECT unnest(chains(movetext, fen)) AS c FROM {table}) \
                 GROUP BY 1, 2, 3 ORDER BY 4, 5, 1, 2, 3 LIMIT 50"
            ),
            format!(
                "SELECT count(DISTINCT white), round(stddev(length(movetext)), 3), \
                 bool_or(has_chain(fen, 'e4')), max(sscc_eval(fen, 100)) FROM {table}"
            ),
        ] {
            assert_eq!(cluster.query(&query).0, in_process(&query), "{query}");
        }
    }
}

#[test]
fn bad_rows_are_counted_on_the_cluster_and_strict_names_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = convert(&mixed(), &folder.path().join("mixed"), "512");
    let cluster = Cluster::new(1);
    // Without its start position, a game cannot be replayed; two names are no games.
    let query = format!("SELECT count(chains(movetext)) FROM {table}");
    let (out, err) = cluster.query(&query);
    assert_eq!(out, in_process(&query));
    let expected = support::succeed(&catena_sql(), &["-o", "csv", &query]).1;
    assert_eq!(err, expected);
    assert!(
        err.contains("could not be read by chains and gave NULL"),
        "{err}"
    );
    let scheduler = cluster.address();
    let err = support::fail(
        &catena_sql(),
        &["--cluster", &scheduler, "--strict", &query],
    );
    assert!(err.contains("chains cannot read the row '6. Bd3"), "{err}");
    let query = format!("SELECT 1 FROM pgn('{}')", mixed().display());
    let err = support::fail(&catena_sql(), &["--cluster", &scheduler, &query]);
    assert!(err.contains("convert"), "{err}");
    let lines = folder.path().join("lines.csv");
    fs::write(&lines, "n\n1\n").expect("a file");
    let gzip = Command::new("gzip").arg(&lines).status();
    assert!(gzip.expect("gzip runs").success());
    let query = format!("SELECT count(*) FROM '{}.gz'", lines.display());
    let err = support::fail(&catena_sql(), &["--cluster", &scheduler, &query]);
    assert!(err.contains("reads no compressed CSV"), "{err}");
    let query = "SELECT * FROM generate_series(1, 3)";
    let err = support::fail(&catena_sql(), &["--cluster", &scheduler, query]);
    assert!(err.contains("a cluster reads files"), "{err}");
}

#[test]
fn a_result_does_not_replace_what_the_cluster_reads() {
    let folder = tempfile::tempdir().expect("a folder");
    let cluster = Cluster::new(1);
    let file = folder.path().join("a.parquet").display().to_string();
    support::succeed(&catena_sql(), &["-o", &file, "SELECT 1 AS n"]);
    let before = fs::read(&file).expect("a file");
    let query = format!(
        "SELECT n + 1 AS n FROM '{}/*.parquet'",
        folder.path().display()
    );
    let scheduler = cluster.address();
    let args = ["--cluster", &scheduler, "-o", &file, &query];
    let err = support::fail(&catena_sql(), &args);
    assert!(err.contains("is read by the query"), "{err}");
    assert!(fs::read(&file).expect("a file") == before);
}

#[test]
fn a_glob_names_the_same_files_on_a_cluster() {
    let folder = tempfile::tempdir().expect("a folder");
    let cluster = Cluster::new(1);
    for number in [1, 2, 4] {
        let file = folder.path().join(format!("{number}.parquet"));
        let query = format!("SELECT {number} AS n");
        support::succeed(&catena_sql(), &["-o", &file.display().to_string(), &query]);
    }
    for (glob, sum) in [("*.parquet", 7), ("[12].parquet", 3), ("4*", 4)] {
        let path = folder.path().join(glob);
        let query = format!("SELECT sum(n) AS n FROM '{}'", path.display());
        assert_eq!(cluster.query(&query).0, format!("n\n{sum}\n"), "{glob}");
        assert_eq!(in_process(&query), format!("n\n{sum}\n"), "{glob}");
    }
}

#[test]
fn a_file_of_the_current_folder_is_a_table_on_a_cluster() {
    let folder = tempfile::tempdir().expect("a folder");
    let cluster = Cluster::new(1);
    fs::write(folder.path().join("Some.csv"), "N,m\n1,2\n3,4\n").expect("a file");
    for (query, result) in [
        ("SELECT sum(n) AS total FROM 'Some.csv'", "total\n4\n"),
        (
            "SELECT \"Some.csv\".* FROM \"Some.csv\" \
             WHERE \"Some.csv\".n IN (SELECT n FROM 'Some.csv' WHERE m > 2)",
            "N,m\n3,4\n",
        ),
        (
            "SELECT t.n, u.m FROM 'Some.csv' AS t JOIN 'Some.csv' u USING (n) ORDER BY 1",
            "N,m\n1,2\n3,4\n",
        ),
    ] {
        let output = Command::new(catena_sql())
            .args(["--cluster", &cluster.address(), "-o", "csv", query])
            .current_dir(folder.path())
            .output()
            .expect("it runs");
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{query}: {err}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), result, "{query}");
    }
}

const FEN: &str = "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6";

/// A table of many files with 75 games each, the same ones.
fn many_files(folder: &Path) -> String {
    let input = folder.join("some.pgn");
    numbered_games(&input, 75);
    for number in 0..16 {
        convert(&input, &folder.join(format!("some/{number}")), "512");
    }
    format!("'{}/some/*/*.parquet'", folder.display())
}

/// A query that computes for some seconds while it reads, and `times` as long.
fn slow_query(table: &str, times: u32) -> String {
    let nodes = 1500 * times;
    format!(
        "SELECT sum(cardinality(chains(movetext, fen))), \
         sum(sscc_eval('{FEN}', {nodes} + length(movetext) % 7)) FROM {table}"
    )
}

/// The same, but in a stage that reads what another one has written.
fn slow_second_stage(table: &str, times: u32) -> String {
    let nodes = 30_000 * times;
    format!(
        "SELECT sum(sscc_eval('{FEN}', {nodes} + n)), sum(n) \
         FROM (SELECT site, count(*) AS n FROM {table} GROUP BY site)"
    )
}

/// The same, with a row for every group, which the last stage computes.
fn slow_last_stage(table: &str, times: u32) -> String {
    let nodes = 30_000 * times;
    format!(
        "SELECT site, n, sscc_eval('{FEN}', {nodes} + n) \
         FROM (SELECT site, count(*) AS n FROM {table} GROUP BY site)"
    )
}

/// A query that something happened to, and what it has written then.
struct Struck {
    cluster: Cluster,
    query: String,
    output: Output,
    err: String,
}

/// Does something to a cluster in the middle of a query, when every executor has computed
/// for so many seconds. Where the query ends before that, it is asked again and is longer.
fn strike(
    executors: usize,
    seconds: f64,
    query: impl Fn(u32) -> String,
    strike: impl Fn(&mut Cluster),
) -> Struck {
    for times in [1, 4, 16, 64] {
        let mut cluster = Cluster::new(executors);
        let query = query(times);
        let before = cluster.executor_seconds();
        let mut running = cluster.start_query(&query);
        let mut has_ended = || running.try_wait().expect("a child").is_some();
        wait_until_busy(&cluster, &before, seconds, &mut has_ended);
        strike(&mut cluster);
        // One that has failed by now was struck as well.
        let ended = running.try_wait().expect("a child");
        if !ended.is_some_and(|status| status.success()) {
            let output = output_of(running);
            let err = String::from_utf8_lossy(&output.stderr).into_owned();
            return Struck {
                cluster,
                query,
                output,
                err,
            };
        }
    }
    panic!("every query has ended before something could happen to it");
}

/// Waits until every executor has computed for so long since it was `before`.
fn wait_until_busy(
    cluster: &Cluster,
    before: &[f64],
    seconds: f64,
    has_ended: &mut impl FnMut() -> bool,
) {
    let patience = Instant::now() + PATIENCE;
    let is_busy = |(now, before): (f64, &f64)| now > before + seconds;
    let all_busy = || {
        let seconds = cluster.executor_seconds();
        seconds.into_iter().zip(before).all(is_busy)
    };
    while !all_busy() && !has_ended() {
        assert!(Instant::now() < patience, "an executor has nothing to do");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_query_survives_an_executor_that_is_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = many_files(folder.path());
    let query = |times| slow_query(&table, times);
    let struck = strike(2, 0.3, query, |cluster| cluster.kill_executor(0));
    assert!(struck.output.status.success(), "{}", struck.err);
    let out = String::from_utf8_lossy(&struck.output.stdout);
    assert_eq!(out, in_process(&struck.query));
}

#[test]
fn an_executor_is_of_use_when_its_stage_was_taken_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = many_files(folder.path());
    // What the killed one has written, the other one reads.
    let query = |times| slow_second_stage(&table, times);
    let struck = strike(2, 1.5, query, |cluster| cluster.kill_executor(0));
    assert!(struck.output.status.success(), "{}", struck.err);
    let out = String::from_utf8_lossy(&struck.output.stdout);
    assert_eq!(out, in_process(&struck.query));
    assert_eq!(struck.cluster.query("SELECT 1 AS n").0, "n\n1\n");
}

#[test]
fn rows_that_are_ready_when_an_executor_is_killed_are_there_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = many_files(folder.path());
    let query = |times| slow_last_stage(&table, times);
    let struck = strike(2, 2.5, query, |cluster| cluster.kill_executor(0));
    assert!(struck.output.status.success(), "{}", struck.err);
    let sorted = |text: &str| {
        let mut rows: Vec<String> = text.lines().map(String::from).collect();
        rows.sort();
        rows
    };
    let out = String::from_utf8_lossy(&struck.output.stdout);
    assert_eq!(sorted(&out), sorted(&in_process(&struck.query)));
}

#[test]
fn an_executor_that_was_silent_joins_again() {
    let mut cluster = Cluster::new(1);
    cluster.send_executor(0, "STOP");
    std::thread::sleep(GIVEN_UP);
    cluster.send_executor(0, "CONT");
    // A query may be given to the executor that is about to end, so the first may fail.
    cluster.wait();
    assert!(cluster.executor_runs(0));
    assert_eq!(cluster.query("SELECT 1 AS n").0, "n\n1\n");
}

#[test]
fn a_query_whose_scheduler_is_killed_ends_with_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = many_files(folder.path());
    let query = |times| slow_query(&table, times);
    let mut struck = strike(1, 0.3, query, Cluster::kill_scheduler);
    let err = struck.err;
    assert_eq!(struck.output.status.code(), Some(2), "{err}");
    assert!(
        err.starts_with("catena-sql: ") && err.lines().count() == 1,
        "{err}"
    );
    // The executor finds the next scheduler.
    struck.cluster.restart_scheduler();
    assert_eq!(struck.cluster.query("SELECT 1 AS n").0, "n\n1\n");
}

#[test]
fn an_executor_removes_its_own_folder_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let work = folder.path().join("work");
    fs::create_dir_all(work.join("games/2024")).expect("a folder");
    fs::write(work.join("games/2024/notes.txt"), "mine").expect("a file");
    let table = convert(&games(), &folder.path().join("games"), "512");
    let query = format!("SELECT result, count(*) FROM {table} GROUP BY 1 ORDER BY 1");
    let mut cluster = Cluster::new(0);
    cluster.add_executor_in(&work);
    assert_eq!(cluster.query(&query).0, in_process(&query));
    let own_folders = || fs::read_dir(&work).expect("a folder").count() - 1;
    assert_eq!(own_folders(), 1);
    // What a killed executor leaves, the next one removes.
    cluster.kill_executor(0);
    assert_eq!(own_folders(), 1);
    cluster.add_executor_in(&work);
    assert_eq!(own_folders(), 1);
    cluster.interrupt_executor(1);
    assert_eq!(own_folders(), 0);
    let notes = fs::read_to_string(work.join("games/2024/notes.txt"));
    assert_eq!(notes.expect("a file"), "mine");
}

#[test]
fn one_file_is_spread_over_the_executors() {
    let folder = tempfile::tempdir().expect("a folder");
    let many = folder.path().join("many.pgn");
    numbered_games(&many, 30_000);
    let table = convert(&many, &folder.path().join("games"), "1000000");
    assert_eq!(
        fs::read_dir(folder.path().join("games"))
            .expect("a folder")
            .count(),
        2
    );
    let cluster = Cluster::new(2);
    let before = cluster.executor_seconds();
    let query = format!("SELECT sum(cardinality(chains(movetext, fen))) FROM {table}");
    assert_eq!(cluster.query(&query).0, in_process(&query));
    let after = cluster.executor_seconds();
    let work: Vec<f64> = after
        .iter()
        .zip(before)
        .map(|(after, before)| after - before)
        .collect();
    let least = work.iter().copied().fold(f64::INFINITY, f64::min);
    // One of the eight parts that the file is cut into, at least.
    assert!(least > 0.05 * work.iter().sum::<f64>(), "{work:?}");
}

#[test]
fn a_file_that_vanishes_ends_the_query_with_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = folder.path().join("some");
    let query = |times| {
        // Made again if a query before this one has lost them.
        slow_query(&many_files(folder.path()), times)
    };
    let struck = strike(1, 0.3, query, |_| {
        fs::remove_dir_all(&files).expect("a folder");
    });
    let err = struck.err;
    assert_eq!(struck.output.status.code(), Some(2), "{err}");
    assert!(err.starts_with("catena-sql: "), "{err}");
    assert!(err.contains("part-"), "{err}");
    // The cluster is as good as before.
    assert_eq!(struck.cluster.query("SELECT 1 AS n").0, "n\n1\n");
}

#[test]
fn the_scheduler_can_be_restarted_between_queries() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = convert(&games(), &folder.path().join("games"), "512");
    let query = format!("SELECT sum(cardinality(chains(movetext, fen))) FROM {table}");
    let mut cluster = Cluster::new(2);
    let before = cluster.query(&query).0;
    cluster.restart_scheduler();
    assert_eq!(cluster.query(&query).0, before);
}

#[test]
fn a_full_disk_ends_the_query_and_not_the_executor() {
    let folder = tempfile::tempdir().expect("a folder");
    let many = folder.path().join("many.pgn");
    numbered_games(&many, 2_000);
    let table = convert(&many, &folder.path().join("games"), "512");
    let cluster = Cluster::with_small_disk();
    let query = format!("SELECT site, movetext, count(*) FROM {table} GROUP BY 1, 2 ORDER BY 3, 1");
    let err = support::fail(&catena_sql(), &["--cluster", &cluster.address(), &query]);
    assert!(err.contains("large") || err.contains("space"), "{err}");
    let query = format!("SELECT count(*) FROM {table}");
    assert_eq!(cluster.query(&query).0, in_process(&query));
}

#[test]
fn an_executor_whose_disk_is_full_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(disk) = SmallDisk::new(150) else {
        return;
    };
    let many = folder.path().join("many.pgn");
    numbered_games(&many, 4_000);
    let table = convert(&many, &folder.path().join("games"), "512");
    let mut cluster = Cluster::new(0);
    cluster.add_executor_in(disk.path());
    let query = format!("SELECT site, movetext, count(*) FROM {table} GROUP BY 1, 2 ORDER BY 3, 1");
    let err = support::fail(&catena_sql(), &["--cluster", &cluster.address(), &query]);
    assert!(err.contains("No space left"), "{err}");
    // The scheduler has what the query left removed, soon.
    let query = format!("SELECT count(*) FROM {table}");
    let args = ["--cluster", &cluster.address(), "-o", "csv", &query];
    let patience = Instant::now() + PATIENCE;
    loop {
        let output = support::sql(&catena_sql(), &args);
        if output.status.success() {
            assert_eq!(String::from_utf8_lossy(&output.stdout), in_process(&query));
            return;
        }
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(Instant::now() < patience, "{err}");
    }
}

#[test]
fn another_version_is_refused_with_a_sentence() {
    let cluster = Cluster::new(0);
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    let settings = ExecutorSettings {
        scheduler: ("127.0.0.1".into(), cluster.port()),
        bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
        host: None,
        ports: (0, 0),
        slots: 1,
        work_folder: None,
        user_agent: "catena/0.0.1".into(),
    };
    let refused = runtime
        .block_on(executor::run(&settings))
        .expect_err("another version");
    let ours = env!("CARGO_PKG_VERSION");
    assert_eq!(
        refused.to_string(),
        format!(
            "this scheduler is catena {ours}, the other program is catena 0.0.1: \
             all programs of a cluster must have the same version"
        )
    );
    // A program that is not ours does not even say who it is.
    let refused = runtime.block_on(async {
        let address = format!("http://{}", cluster.address());
        let mut client = SchedulerGrpcClient::connect(address)
            .await
            .expect("a scheduler");
        let question = GetJobStatusParams {
            job_id: "none".into(),
        };
        client
            .get_job_status(question)
            .await
            .expect_err("it is refused")
    });
    assert!(refused.message().contains("not of catena"), "{refused}");
}

#[test]
fn executors_find_the_scheduler_where_it_listens() {
    let program = Path::new(env!("CARGO_BIN_EXE_catena-cluster"));
    // Executors on other machines would look for it on themselves.
    let err = support::fail(program, &["scheduler", "--bind", "0.0.0.0"]);
    assert!(err.contains("name its host with --host"), "{err}");
    let bind = IpAddr::from(Ipv6Addr::LOCALHOST);
    if TcpListener::bind((bind, 0)).is_err() {
        eprintln!("skipped: this machine has no IPv6");
        return;
    }
    let cluster = Cluster::listening_at(bind, 1);
    assert_eq!(cluster.query("SELECT 1 AS n").0, "n\n1\n");
}

#[test]
fn without_a_scheduler_there_is_a_sentence() {
    let err = support::fail(&catena_sql(), &["--cluster", "127.0.0.1:1", "SELECT 1"]);
    assert!(
        err.contains("no scheduler answers at '127.0.0.1:1'"),
        "{err}"
    );
}

#[test]
fn who_listens_and_says_nothing_is_no_scheduler() {
    // The system accepts connections, and nobody answers.
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let err = support::fail(&catena_sql(), &["--cluster", &address, "SELECT 1"]);
    assert!(err.contains("does not answer"), "{err}");
    let executor = ["executor", "--scheduler", &address];
    let err = support::fail(Path::new(env!("CARGO_BIN_EXE_catena-cluster")), &executor);
    assert!(err.contains("no scheduler answers"), "{err}");
}
