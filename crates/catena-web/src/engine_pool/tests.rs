use super::*;

fn pool(searches: usize, threads: usize, memory: usize) -> EnginePool {
    EnginePool::new(&ServerLimits {
        searches,
        search_threads: threads,
        search_memory: memory,
        engine_idle_time: Duration::from_millis(200),
        ..ServerLimits::default()
    })
}

async fn lease(pool: &EnginePool, view: &str, threads: usize, hash: usize) -> EngineLease {
    let view = ViewId::read(view).unwrap();
    let wish = EngineWish { threads, hash };
    pool.lease(Some(view), wish).await.unwrap()
}

impl EnginePool {
    fn idle_views(&self) -> Vec<ViewId> {
        let engines = self.shared.lock();
        engines.idle.iter().map(|idle| idle.view.clone()).collect()
    }
}

fn views(names: &[&str]) -> Vec<ViewId> {
    names
        .iter()
        .map(|name| ViewId::read(name).unwrap())
        .collect()
}

#[tokio::test]
async fn every_search_has_a_thread_and_the_cores_go_to_who_asks_first() {
    let pool = pool(8, 4, 64);
    let first = lease(&pool, "view-one", 3, 1).await;
    let second = lease(&pool, "view-two", 4, 1).await;
    let third = lease(&pool, "view-three", 4, 1).await;
    assert_eq!(
        (first.threads(), second.threads(), third.threads()),
        (3, 2, 1)
    );
    drop(first);
    assert_eq!(lease(&pool, "view-four", 4, 1).await.threads(), 3);
}

#[tokio::test]
async fn the_tables_stay_within_the_memory_and_the_longest_unused_goes_first() {
    let pool = pool(8, 1, 8);
    for view in ["view-one", "view-two", "view-three"] {
        drop(lease(&pool, view, 1, 3).await);
    }
    // 3 + 3 + 3 is more than 8.
    assert_eq!(pool.idle_views(), views(&["view-two", "view-three"]));
    let running = lease(&pool, "view-two", 1, 3).await;
    let next = lease(&pool, "view-four", 1, 7).await;
    assert_eq!((running.hash(), next.hash()), (3, 5));
    assert_eq!(pool.idle_views(), []);
    // There is nothing left, and it can search all the same.
    assert_eq!(lease(&pool, "view-five", 1, 3).await.hash(), 1);
    drop((running, next));
    assert!(pool.shared.lock().memory() <= 8);
}

#[tokio::test]
async fn there_are_never_more_engines_than_searches_allowed() {
    let pool = pool(3, 1, 100);
    for number in 0..10 {
        drop(lease(&pool, &format!("view-number-{number}"), 1, 1).await);
        assert!(pool.idle_views().len() <= 3);
    }
}

#[tokio::test]
async fn an_engine_without_a_view_is_dropped() {
    let pool = pool(3, 1, 100);
    let wish = EngineWish {
        threads: 1,
        hash: 1,
    };
    drop(pool.lease(None, wish).await.unwrap());
    assert_eq!(pool.idle_views(), []);
}

#[tokio::test]
async fn an_engine_that_is_not_used_expires() {
    let pool = pool(3, 1, 100);
    drop(lease(&pool, "view-one", 1, 1).await);
    assert_eq!(pool.idle_views().len(), 1);
    let expired = async {
        while !pool.idle_views().is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), expired)
        .await
        .expect("the engine is dropped by itself");
}

#[tokio::test]
async fn nothing_starts_after_the_end() {
    let pool = pool(3, 1, 100);
    let running = lease(&pool, "view-one", 1, 1).await;
    pool.close();
    assert!(running.control().signal.is_stopped());
    assert_eq!(running.control().end(), SearchEnd::Shutdown);
    let wish = EngineWish {
        threads: 1,
        hash: 1,
    };
    assert!(matches!(
        pool.lease(None, wish).await,
        Err(ApiError::Closing)
    ));
    drop(running);
    assert_eq!(pool.idle_views(), []);
}
