//! [`SlotCount`]: which slots of the executors are free, counted anew for every offer.
//!
//! Ballista takes a slot away when it hands out a task, and gives it back when the end of
//! the task is reported. When an executor is lost, it takes back the stages that had read
//! from it, also their tasks on other executors. When the end of such a task is reported,
//! its stage has no tasks any more, so its slot is not given back: an executor with one
//! slot gets no task ever again, and if it is the only one left, every query waits for
//! ever. Here the tasks that the jobs say are running decide which slots are taken.
//!
//! It also ends the jobs of such stages: their clients ask again, as new jobs.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use ballista_core::JobId;
use ballista_core::error::Result;
use ballista_core::serde::protobuf::ExecutorHeartbeat;
use ballista_core::serde::protobuf::job_status::Status;
use ballista_core::serde::protobuf::task_status;
use ballista_core::serde::scheduler::{ExecutorData, ExecutorMetadata, PartitionLocation};
use ballista_scheduler::cluster::memory::InMemoryClusterState;
use ballista_scheduler::cluster::{BoundTask, ClusterState, ClusterStateEventStream, ExecutorSlot};
use ballista_scheduler::config::TaskDistributionPolicy;
use ballista_scheduler::state::execution_graph::ExecutionGraph;
use ballista_scheduler::state::execution_stage::ExecutionStage;
use ballista_scheduler::state::task_manager::JobInfoCache;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// Why a job fails whose client shall ask again.
const LOST_RESULTS: &str = "an executor was lost whose results were being read";

type RunningJobs = Arc<HashMap<JobId, JobInfoCache>>;

/// Ballista's state in memory, with slots that are never lost.
pub(crate) struct SlotCount {
    inner: InMemoryClusterState,
    slots: Mutex<HashMap<String, Slots>>,
    given_up: UnboundedSender<JobId>,
}

/// The slots of an executor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slots {
    all: u32,
    /// How many of them Ballista's state holds for free.
    free: u32,
}

impl Slots {
    /// Gives back so many, or fewer if there were more than all then. Returns how many.
    fn give_back(&mut self, slots: u32) -> u32 {
        let given = slots.min(self.all - self.free);
        self.free += given;
        given
    }

    /// Gives back what no running task has. Returns how many.
    fn give_back_unused(&mut self, used: u32) -> u32 {
        let free = self.all.saturating_sub(used);
        self.give_back(free.saturating_sub(self.free))
    }
}

impl SlotCount {
    /// Without executors, and the jobs that are to be cancelled as they are found.
    pub(crate) fn new() -> (SlotCount, UnboundedReceiver<JobId>) {
        let (given_up, jobs) = unbounded_channel();
        let count = SlotCount {
            inner: InMemoryClusterState::default(),
            slots: Mutex::default(),
            given_up,
        };
        (count, jobs)
    }

    /// How many tasks the executors can run at once.
    pub(crate) fn total(&self) -> usize {
        let all = self.slots().values().map(|slots| slots.all).sum();
        u32::try_into(all).unwrap_or(usize::MAX)
    }

    fn slots(&self) -> MutexGuard<'_, HashMap<String, Slots>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends jobs that could give wrong answers or wait for ever, and tells of them.
    async fn give_up_damaged(&self, jobs: &RunningJobs) {
        for (id, job) in jobs.iter() {
            let mut graph = job.execution_graph.write().await;
            let has_failed = matches!(graph.status().status, Some(Status::Failed(_)));
            if has_failed || !is_damaged(graph.as_ref()) {
                continue;
            }
            // None of its tasks is handed out from now on.
            graph.fail_job(LOST_RESULTS.into());
            // Without a receiver, the scheduler is about to end.
            let _ = self.given_up.send(id.clone());
        }
    }
}

/// How many slots the running tasks of these jobs have, by executor.
async fn used_slots(jobs: &RunningJobs) -> HashMap<String, u32> {
    let mut used = HashMap::new();
    for job in jobs.values() {
        let graph = job.execution_graph.read().await;
        for task in graph.running_tasks() {
            let slots = graph.task_vcores(task.stage_id, task.task_id).unwrap_or(0);
            *used.entry(task.executor_id).or_default() += slots;
        }
    }
    used
}

/// Whether results of this job were lost that others were made from, or that are a part of
/// its own result.
fn is_damaged(graph: &dyn ExecutionGraph) -> bool {
    let stages = graph.stages();
    let rows = graph.output_locations();
    stages.values().any(was_taken_back) || rows.iter().any(|rows| is_lost(stages, rows))
}

/// Whether rows of the result are from a task that will run again: they would be there twice.
fn is_lost(stages: &HashMap<usize, ExecutionStage>, rows: &PartitionLocation) -> bool {
    let stage = stages.get(&rows.partition_id.stage_id);
    let tasks = stage.and_then(ExecutionStage::task_infos);
    // Ballista calls the task by the partition here.
    let task = tasks.and_then(|tasks| tasks.get(rows.map_partition_id));
    !task.is_some_and(|task| matches!(task.task_status, task_status::Status::Successful(_)))
}

/// Whether a stage waits to be run that ran before. What its tasks had written on other
/// executors is still an input of the next stage, or a part of the result, and would be
/// there twice. Its tasks that still run would write to the files of the new ones.
fn was_taken_back(stage: &ExecutionStage) -> bool {
    match stage {
        ExecutionStage::UnResolved(stage) => stage.stage_attempt_num > 0,
        ExecutionStage::Resolved(stage) => stage.stage_attempt_num > 0,
        _ => false,
    }
}

#[async_trait]
impl ClusterState for SlotCount {
    async fn init(&self) -> Result<()> {
        self.inner.init().await
    }

    async fn bind_schedulable_tasks(
        &self,
        distribution: TaskDistributionPolicy,
        active_jobs: RunningJobs,
        executors: Option<HashSet<String>>,
    ) -> Result<Vec<BoundTask>> {
        self.give_up_damaged(&active_jobs).await;
        let used = used_slots(&active_jobs).await;
        let used = |id: &String| used.get(id).copied().unwrap_or(0);
        let mut with_room = HashSet::new();
        let mut unused = Vec::new();
        for (id, slots) in self.slots().iter_mut() {
            unused.push((id.clone(), slots.give_back_unused(used(id))));
            // A task whose stage was taken back and begun again may be counted back twice.
            if used(id) < slots.all && executors.as_ref().is_none_or(|ids| ids.contains(id)) {
                with_room.insert(id.clone());
            }
        }
        self.inner.unbind_tasks(unused).await?;
        let tasks = self
            .inner
            .bind_schedulable_tasks(distribution, active_jobs, Some(with_room))
            .await?;
        let mut slots = self.slots();
        for (id, task) in &tasks {
            if let Some(slots) = slots.get_mut(id) {
                slots.free = slots.free.saturating_sub(task.vcores_consumed);
            }
        }
        Ok(tasks)
    }

    async fn unbind_tasks(&self, executor_slots: Vec<ExecutorSlot>) -> Result<()> {
        let given = {
            let mut slots = self.slots();
            let given = executor_slots.into_iter().filter_map(|(id, number)| {
                let given = slots.get_mut(&id)?.give_back(number);
                Some((id, given))
            });
            given.collect()
        };
        self.inner.unbind_tasks(given).await
    }

    async fn register_executor(
        &self,
        metadata: ExecutorMetadata,
        spec: ExecutorData,
    ) -> Result<()> {
        let id = metadata.id.clone();
        let slots = Slots {
            all: spec.available_vcores,
            free: spec.available_vcores,
        };
        self.inner.register_executor(metadata, spec).await?;
        self.slots().insert(id, slots);
        Ok(())
    }

    async fn save_executor_metadata(&self, metadata: ExecutorMetadata) -> Result<()> {
        self.inner.save_executor_metadata(metadata).await
    }

    async fn get_executor_metadata(&self, executor_id: &str) -> Result<ExecutorMetadata> {
        self.inner.get_executor_metadata(executor_id).await
    }

    async fn registered_executor_metadata(&self) -> Vec<ExecutorMetadata> {
        self.inner.registered_executor_metadata().await
    }

    async fn save_executor_heartbeat(&self, heartbeat: ExecutorHeartbeat) -> Result<()> {
        self.inner.save_executor_heartbeat(heartbeat).await
    }

    async fn remove_executor(&self, executor_id: &str) -> Result<()> {
        self.slots().remove(executor_id);
        self.inner.remove_executor(executor_id).await
    }

    fn executor_heartbeats(&self) -> HashMap<String, ExecutorHeartbeat> {
        self.inner.executor_heartbeats()
    }

    fn get_executor_heartbeat(&self, executor_id: &str) -> Option<ExecutorHeartbeat> {
        self.inner.get_executor_heartbeat(executor_id)
    }

    async fn cluster_state_events(&self) -> Result<ClusterStateEventStream> {
        self.inner.cluster_state_events().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_given_back_once() {
        let mut slots = Slots { all: 4, free: 1 };
        // Three are taken, one of them by a task that nobody knows.
        assert_eq!(slots.give_back_unused(2), 1);
        assert_eq!(slots, Slots { all: 4, free: 2 });
        assert_eq!(slots.give_back_unused(2), 0);
        // Its end is reported after all.
        assert_eq!(slots.give_back(1), 1);
        assert_eq!(slots.give_back(3), 1);
        assert_eq!(slots, Slots { all: 4, free: 4 });
        assert_eq!(slots.give_back_unused(9), 0);
    }
}
