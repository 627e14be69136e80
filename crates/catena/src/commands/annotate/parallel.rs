//! The same work for many items on several threads, with results in order.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use anyhow::Result;

/// How many items may wait before and after each thread: enough to bridge a
/// slow item, few enough to bound memory.
const WAITING: usize = 2;

/// Does the work for every item, and passes the results to `hand_on` in the order
/// of the items. Ends at the first item that is an error, or the first error of
/// `hand_on`.
///
/// The items are given to the threads in turn, and the results are taken in the
/// same order, so nothing has to be sorted and no queue grows.
pub(super) fn in_order<I: Send, T: Send>(
    items: impl Iterator<Item = Result<I>> + Send,
    threads: usize,
    work: impl Fn(&I) -> T + Sync,
    mut hand_on: impl FnMut(Result<T>) -> Result<()>,
) -> Result<()> {
    thread::scope(|scope| {
        let work = &work;
        let (inputs, outputs): (Vec<_>, Vec<_>) = (0..threads)
            .map(|_| {
                let (input, items) = sync_channel(WAITING);
                let (results, output) = sync_channel(WAITING);
                scope.spawn(move || work_on(items, work, results));
                (input, output)
            })
            .unzip();
        scope.spawn(move || deal(items, inputs));
        // Ends when the thread whose turn it is has no more results.
        for output in outputs.iter().cycle() {
            let Ok(result) = output.recv() else { break };
            hand_on(result)?;
        }
        Ok(())
    })
}

/// Gives the items to the threads in turn, until a thread has ended.
fn deal<I>(items: impl Iterator<Item = Result<I>>, inputs: Vec<SyncSender<Result<I>>>) {
    for (item, input) in items.zip(inputs.iter().cycle()) {
        let is_last = item.is_err();
        if input.send(item).is_err() || is_last {
            return;
        }
    }
}

fn work_on<I, T>(
    items: Receiver<Result<I>>,
    work: impl Fn(&I) -> T,
    results: SyncSender<Result<T>>,
) {
    for item in items {
        if results.send(item.map(|item| work(&item))).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_whoever_is_slow() {
        for threads in [1, 2, 7] {
            let mut seen = Vec::new();
            in_order(
                (0..100).map(Ok),
                threads,
                |&n| {
                    if n % 10 == 0 {
                        thread::sleep(std::time::Duration::from_millis(1));
                    }
                    n
                },
                |n| {
                    seen.push(n?);
                    Ok(())
                },
            )
            .unwrap();
            assert!(seen.into_iter().eq(0..100));
        }
    }

    #[test]
    fn an_error_ends_it_after_the_results_before() {
        let items = (0..100).map(|n| {
            if n == 10 {
                Err(anyhow::anyhow!("broken"))
            } else {
                Ok(n)
            }
        });
        let mut seen = 0;
        let result = in_order(
            items,
            3,
            |&n: &i32| n,
            |n| {
                assert_eq!(n?, seen);
                seen += 1;
                Ok(())
            },
        );
        assert_eq!(result.unwrap_err().to_string(), "broken");
        assert_eq!(seen, 10);
    }

    #[test]
    fn nobody_waits_for_a_consumer_that_stopped() {
        let endless = (0..).map(Ok);
        let result = in_order(endless, 2, |&n: &i64| n, |_| anyhow::bail!("enough"));
        assert_eq!(result.unwrap_err().to_string(), "enough");
    }
}
