//! [`CatenaOptions`]: what the functions know of the query they run in.
//!
//! The options are part of the session's configuration, so they reach the functions on
//! every executor of a cluster as well.

use std::any::Any;

use datafusion::common::config_err;
use datafusion::config::{ConfigEntry, ConfigExtension, ConfigOptions, ExtensionOptions};
use datafusion::error::{DataFusionError, Result};

/// The options of catena, with the prefix `catena`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CatenaOptions {
    /// Whether a row that cannot be read ends the query.
    pub strict: bool,
    /// The name under which bad rows of the query are counted.
    pub query: String,
    /// Into how many partitions a cluster cuts a stage; 0 is by the slots it has.
    pub partitions: usize,
}

impl ConfigExtension for CatenaOptions {
    const PREFIX: &'static str = "catena";
}

// DataFusion's macro would name the entries without the prefix, so that they were lost
// on their way to an executor.
impl ExtensionOptions for CatenaOptions {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn cloned(&self) -> Box<dyn ExtensionOptions> {
        Box::new(self.clone())
    }

    fn set(&mut self, key: &str, value: &str) -> Result<()> {
        match key {
            "strict" => match value.parse() {
                Ok(strict) => self.strict = strict,
                Err(_) => return config_err!("catena.strict is true or false, not '{value}'"),
            },
            "query" => self.query = value.into(),
            "partitions" => match value.parse() {
                Ok(partitions) => self.partitions = partitions,
                Err(_) => {
                    return config_err!("catena.partitions is a whole number, not '{value}'");
                }
            },
            _ => {
                let message = format!("there is no option catena.{key}");
                return Err(DataFusionError::Configuration(message));
            }
        }
        Ok(())
    }

    fn entries(&self) -> Vec<ConfigEntry> {
        vec![
            ConfigEntry {
                key: "catena.strict".into(),
                value: Some(self.strict.to_string()),
                description: "Whether a row that cannot be read ends the query",
            },
            ConfigEntry {
                key: "catena.query".into(),
                value: Some(self.query.clone()),
                description: "The name under which bad rows of the query are counted",
            },
            ConfigEntry {
                key: "catena.partitions".into(),
                value: Some(self.partitions.to_string()),
                description: "Into how many partitions a cluster cuts a stage, 0 by its slots",
            },
        ]
    }
}

impl CatenaOptions {
    /// The options in this configuration.
    #[must_use]
    pub fn of(config: &ConfigOptions) -> CatenaOptions {
        config.extensions.get().cloned().unwrap_or_default()
    }
}
