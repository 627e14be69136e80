//! [`FileStore`]: games in a file.

use std::fs::{self, File, OpenOptions};
use std::path::Path;

use redb::{
    Database, DatabaseError, ReadableDatabase as _, ReadableTable as _, ReadableTableMetadata as _,
    TableDefinition, TableError,
};

use crate::friend::link::GameId;
use crate::friend::store::{Change, Fate, GameStore, StoreError};
use crate::friend::time::UnixMs;

const GAMES: TableDefinition<'_, [u8; 8], &[u8]> = TableDefinition::new("games");
const TIMES: TableDefinition<'_, &str, u64> = TableDefinition::new("times");
const ALIVE: &str = "alive";

/// Bytes of the file that are kept in memory.
const CACHE: usize = 4 << 20;

/// A store in one file, which no other process can open meanwhile.
#[derive(Debug)]
pub(crate) struct FileStore(Database);

impl FileStore {
    /// Opens the file, or makes it. Only its owner may read it: it contains the links.
    pub(crate) fn open(path: &Path) -> Result<FileStore, StoreError> {
        let opened = open_private(path).map_err(StoreError::new)?;
        let mut builder = Database::builder();
        match builder.set_cache_size(CACHE).create_file(opened) {
            Ok(database) => FileStore(database).with_tables(),
            Err(DatabaseError::DatabaseAlreadyOpen) => {
                Err(StoreError::new("another server is using it"))
            }
            Err(error) => Err(StoreError::new(error)),
        }
    }

    /// Makes the tables, so that those who read find them.
    fn with_tables(self) -> Result<FileStore, StoreError> {
        let transaction = self.0.begin_write()?;
        transaction.open_table(GAMES)?;
        transaction.open_table(TIMES)?;
        transaction.commit()?;
        Ok(self)
    }
}

fn open_private(path: &Path) -> std::io::Result<File> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

impl GameStore for FileStore {
    fn read(&self, id: GameId) -> Result<Option<Vec<u8>>, StoreError> {
        let games = self.0.begin_read()?.open_table(GAMES)?;
        Ok(games.get(id.0)?.map(|game| game.value().to_vec()))
    }

    fn write(&mut self, changes: &[Change]) -> Result<(), StoreError> {
        let transaction = self.0.begin_write()?;
        for change in changes {
            match change {
                Change::Save(id, game) => {
                    transaction.open_table(GAMES)?.insert(id.0, &game[..])?;
                }
                Change::Alive(now) => {
                    transaction.open_table(TIMES)?.insert(ALIVE, now)?;
                }
            }
        }
        Ok(transaction.commit()?)
    }

    fn count(&self) -> Result<u64, StoreError> {
        Ok(self.0.begin_read()?.open_table(GAMES)?.len()?)
    }

    fn alive(&self) -> Result<Option<UnixMs>, StoreError> {
        let times = self.0.begin_read()?.open_table(TIMES)?;
        Ok(times.get(ALIVE)?.map(|time| time.value()))
    }

    fn review(&mut self, judge: &mut dyn FnMut(GameId, &[u8]) -> Fate) -> Result<(), StoreError> {
        let mut changed = Vec::new();
        let games = self.0.begin_read()?.open_table(GAMES)?;
        for game in games.iter()? {
            let (id, bytes) = game?;
            let id = GameId(id.value());
            match judge(id, bytes.value()) {
                Fate::Keep => {}
                Fate::Replace(bytes) => changed.push((id, Some(bytes))),
                Fate::Forget => changed.push((id, None)),
            }
        }
        if changed.is_empty() {
            return Ok(());
        }
        let transaction = self.0.begin_write()?;
        {
            let mut games = transaction.open_table(GAMES)?;
            for (id, bytes) in changed {
                match bytes {
                    Some(bytes) => games.insert(id.0, &bytes[..])?,
                    None => games.remove(id.0)?,
                };
            }
        }
        Ok(transaction.commit()?)
    }
}

macro_rules! from_redb {
    ($($error:ty),*) => {
        $(impl From<$error> for StoreError {
            fn from(error: $error) -> StoreError {
                StoreError::new(error)
            }
        })*
    };
}
from_redb!(
    redb::TransactionError,
    redb::StorageError,
    redb::CommitError,
    TableError
);
