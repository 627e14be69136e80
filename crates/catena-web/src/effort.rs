//! What the calls that search have in common: the view, the engine's size, and the range
//! of the fields.

use crate::engine_pool::{EngineLease, EngineWish};
use crate::error::ApiError;
use crate::limit::ServerLimits;
use crate::state::AppState;
use crate::view::ViewId;

/// Which engine a request wants.
#[derive(Debug)]
pub(crate) struct EngineChoice<'a> {
    pub(crate) view: Option<&'a str>,
    pub(crate) threads: Option<usize>,
    /// Mebibytes of the hash table.
    pub(crate) hash: Option<usize>,
}

impl EngineChoice<'_> {
    /// Takes the engine from the pool.
    pub(crate) async fn lease(&self, state: &AppState) -> Result<EngineLease, ApiError> {
        let view = self.view.map(ViewId::read).transpose()?;
        let wish = self.wish(&state.limits)?;
        state.engines.lease(view, wish).await
    }

    fn wish(&self, limits: &ServerLimits) -> Result<EngineWish, ApiError> {
        let threads = self.threads.unwrap_or(1);
        let usual_hash = limits.usual_hash.min(limits.search_hash);
        Ok(EngineWish {
            threads: within("threads", threads, limits.search_threads)?,
            hash: within("hash", self.hash.unwrap_or(usual_hash), limits.search_hash)?,
        })
    }
}

/// Returns the value if it is from 1 to `most`.
pub(crate) fn within<T>(field: &'static str, value: T, most: T) -> Result<T, ApiError>
where
    T: PartialOrd + From<u8> + std::fmt::Display,
{
    if value >= T::from(1) && value <= most {
        return Ok(value);
    }
    Err(ApiError::field(field, format!("from 1 to {most}")))
}
