//! Tables by path or glob: `FROM 'games/*.parquet'`.

use std::collections::HashMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, FieldRef, Fields, Schema};
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::{GetExt, TableReference, plan_datafusion_err, plan_err};
use datafusion::datasource::file_format::json::JsonFormatFactory;
use datafusion::datasource::file_format::{FileFormat, FileFormatFactory};
use datafusion::datasource::listing::{
    ListingTable, ListingTableConfig, ListingTableConfigExt, ListingTableUrl, PartitionedFile,
};
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::SessionState;
use datafusion::prelude::SessionContext;
use datafusion::sql::parser::Statement;
use futures::TryStreamExt as _;
use glob::{MatchOptions, glob_with};
use url::Url;

use crate::message::message;
use crate::pgn_table::PgnTable;

/// Other endings of files with one JSON object per line.
const JSON_LINES: [&str; 2] = ["jsonl", "ndjson"];

/// The endings of files that are looked for in a folder, also with one of a compression.
const FOLDER_ENDINGS: [&str; 5] = [".parquet", ".csv", ".json", ".jsonl", ".ndjson"];
const COMPRESSIONS: [&str; 5] = ["", ".zst", ".gz", ".bz2", ".xz"];

/// The endings of PGN files that are tables without `pgn(…)`. Those of compressions that
/// cannot be read are here too, so that the file is refused for that.
const PGN_ENDINGS: [&str; 5] = [".pgn", ".pgn.zst", ".pgn.gz", ".pgn.bz2", ".pgn.xz"];

/// JSON in files with another ending.
#[derive(Debug)]
struct JsonLines {
    ending: &'static str,
    json: JsonFormatFactory,
}

impl GetExt for JsonLines {
    fn get_ext(&self) -> String {
        self.ending.into()
    }
}

impl FileFormatFactory for JsonLines {
    fn create(
        &self,
        state: &dyn Session,
        options: &HashMap<String, String>,
    ) -> Result<Arc<dyn FileFormat>> {
        self.json.create(state, options)
    }

    fn default(&self) -> Arc<dyn FileFormat> {
        FileFormatFactory::default(&self.json)
    }
}

/// Makes files with all endings of JSON tables.
pub(crate) fn register_json_endings(context: &SessionContext) -> Result<()> {
    let state = context.state_ref();
    let mut state = state.write();
    for ending in JSON_LINES {
        let json = JsonFormatFactory::new();
        state.register_file_format(Arc::new(JsonLines { ending, json }), true)?;
    }
    Ok(())
}

/// The tables of a statement.
#[derive(Debug, Default)]
pub(crate) struct StatementTables {
    /// All of them.
    pub(crate) tables: Vec<Arc<dyn TableProvider>>,
    /// The names of those that are files, as they are in the statement.
    pub(crate) files: Vec<String>,
}

/// Registers the files that the statement names as tables.
pub(crate) async fn register_tables(
    context: &SessionContext,
    statement: &Statement,
    is_local: bool,
) -> Result<StatementTables> {
    let mut found = StatementTables::default();
    for reference in context.state().resolve_table_references(statement)? {
        let is_file = matches!(&reference, TableReference::Bare { table } if is_path(table));
        if is_file || is_folder(context, &reference) {
            // Files come and go, so the table is always made anew.
            let table = open(context, reference.table(), is_local).await?;
            context.deregister_table(reference.clone())?;
            context.register_table(reference.clone(), Arc::clone(&table))?;
            found.files.push(reference.table().into());
            found.tables.push(table);
        } else if let Ok(table) = context.table_provider(reference).await {
            found.tables.push(table);
        }
    }
    Ok(found)
}

/// Whether the name of a table is a path. Names of other tables have none of these.
fn is_path(name: &str) -> bool {
    name.contains(['/', '\\', '.', '*'])
}

/// Whether the table is a folder, and not a table that was created before.
fn is_folder(context: &SessionContext, reference: &TableReference) -> bool {
    let is_created = context.table_exist(reference.clone()).unwrap_or(true);
    !is_created && Path::new(reference.table()).is_dir()
}

/// The files that a name of a table means. As in a shell, `*` stands for a part of one name.
fn files_named(name: &str) -> Result<Vec<PathBuf>> {
    let path = Path::new(name);
    if path.is_dir() {
        return files_in(path);
    }
    // A file may be called like a glob.
    if path.exists() {
        return Ok(vec![path.into()]);
    }
    if !name.contains(['*', '?', '[']) {
        return plan_err!("there is no file '{name}'");
    }
    let options = MatchOptions {
        require_literal_leading_dot: true,
        ..MatchOptions::default()
    };
    let cannot_read = |error: &dyn Display| plan_datafusion_err!("cannot read '{name}': {error}");
    let found = glob_with(name, options).map_err(|error| cannot_read(&error))?;
    let found: Vec<PathBuf> = found
        .collect::<Result<_, _>>()
        .map_err(|error| cannot_read(&error))?;
    let files: Vec<PathBuf> = found.into_iter().filter(|path| path.is_file()).collect();
    match files.is_empty() {
        true => plan_err!("no file matches '{name}'"),
        false => Ok(files),
    }
}

/// The files of a folder that are tables: those with the first of the endings that a file
/// in it has.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder);
    let entries = entries
        .map_err(|error| plan_datafusion_err!("cannot open '{}': {error}", folder.display()))?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| !name.starts_with('.'))
        .collect();
    names.sort();
    let endings = FOLDER_ENDINGS.iter().flat_map(|ending| {
        let compressed = COMPRESSIONS.iter();
        compressed.map(move |compression| format!("{ending}{compression}"))
    });
    let mut endings = endings.filter(|ending| names.iter().any(|name| name.ends_with(ending)));
    let Some(ending) = endings.next() else {
        return plan_err!(
            "the folder '{}' has no file that ends in {}",
            folder.display(),
            FOLDER_ENDINGS.join(", ")
        );
    };
    let files = names.iter().filter(|name| name.ends_with(&ending));
    Ok(files.map(|name| folder.join(name)).collect())
}

/// The URL of a file. DataFusion would take some names for globs, and a client of a cluster
/// does not send globs to the scheduler, but the folder that they begin with.
fn url_of(file: &Path) -> Result<ListingTableUrl> {
    let absolute = std::path::absolute(file)?;
    match Url::from_file_path(&absolute) {
        Ok(url) => ListingTableUrl::parse(url),
        Err(()) => plan_err!("cannot open '{}'", file.display()),
    }
}

/// The files that a table is made of, on this machine.
pub(crate) async fn files_of(
    table: &Arc<dyn TableProvider>,
    state: &SessionState,
) -> Result<Vec<PathBuf>> {
    if let Some(table) = table.downcast_ref::<PgnTable>() {
        return Ok(vec![table.path().into()]);
    }
    let Some(table) = table.downcast_ref::<ListingTable>() else {
        return Ok(Vec::new());
    };
    let listed = table.list_files_for_scan(state, &[], None).await?;
    let files = listed.file_groups.iter().flat_map(|group| group.iter());
    let path = |file: &PartitionedFile| Path::new("/").join(file.object_meta.location.as_ref());
    Ok(files.map(path).collect())
}

async fn open(
    context: &SessionContext,
    path: &str,
    is_local: bool,
) -> Result<Arc<dyn TableProvider>> {
    let lower = path.to_lowercase();
    if PGN_ENDINGS.iter().any(|ending| lower.ends_with(ending)) {
        return PgnTable::open(Path::new(path), is_local);
    }
    if path
        .split_once("://")
        .is_some_and(|(scheme, _)| scheme != "file")
    {
        return plan_err!("'{path}' is not a file of this machine");
    }
    let local = Url::parse(path)
        .ok()
        .filter(|url| url.scheme() == "file")
        .and_then(|url| url.to_file_path().ok()?.into_os_string().into_string().ok());
    let files = files_named(local.as_deref().unwrap_or(path))?;
    let urls = files.iter().map(|file| url_of(file));
    let urls = urls.collect::<Result<Vec<_>>>()?;
    let state = context.state();
    let config = ListingTableConfig::new_with_multi_paths(urls);
    let config = config.infer_options(&state).await;
    let config = config.map_err(|error| cannot_open(path, error))?;
    check_endings(path, &files, &config)?;
    // What a scheduler tells its executors of a file does not say how it is compressed.
    if !is_local && is_compressed(&config) {
        return plan_err!(
            "a cluster reads no compressed CSV or JSON: write '{path}' as Parquet first, \
             with catena-sql -o"
        );
    }
    let config = infer_schema(config, &state).await;
    let config = config.map_err(|error| cannot_open(path, error))?;
    let Some(schema) = config.file_schema.clone() else {
        return plan_err!("'{path}' has no columns");
    };
    if schema.fields().is_empty() {
        return plan_err!("'{path}' has no columns");
    }
    let config = match reads_views(&state) {
        true => config,
        false => config.with_schema(Arc::new(without_views(&schema))),
    };
    Ok(Arc::new(ListingTable::try_new(config)?))
}

/// Refuses files of several formats, since DataFusion would only read those of the first one.
fn check_endings(path: &str, files: &[PathBuf], config: &ListingTableConfig) -> Result<()> {
    let ending = config
        .options
        .as_ref()
        .map_or("", |options| &options.file_extension);
    let is_other = |file: &&PathBuf| !file.to_string_lossy().ends_with(ending);
    match files.iter().find(is_other) {
        Some(other) => plan_err!(
            "'{path}' has files of different formats, such as '{}' and '{}'",
            files[0].display(),
            other.display()
        ),
        None => Ok(()),
    }
}

fn is_compressed(config: &ListingTableConfig) -> bool {
    let format = config.options.as_ref().map(|options| &options.format);
    let compression = format.and_then(|format| format.compression_type());
    compression.is_some_and(|compression| compression.is_compressed())
}

/// Adds the columns of all files, where DataFusion would take those of the first.
async fn infer_schema(
    config: ListingTableConfig,
    state: &SessionState,
) -> Result<ListingTableConfig> {
    let (Some(first), Some(options)) = (config.table_paths.first(), &config.options) else {
        return Ok(config);
    };
    let store = state.runtime_env().object_store(first)?;
    let mut files = Vec::new();
    for url in &config.table_paths {
        let found = url.list_all_files(state, store.as_ref(), &options.file_extension);
        let mut found = found.await?;
        while let Some(file) = found.try_next().await? {
            // An empty file has no columns, and may not be read for them.
            if file.size > 0 {
                files.push(file);
            }
        }
    }
    let schema = options.format.infer_schema(state, &store, &files).await?;
    Ok(config.with_schema(schema))
}

/// Whether texts of Parquet files are views into their pages.
fn reads_views(state: &SessionState) -> bool {
    state
        .config_options()
        .execution
        .parquet
        .schema_force_view_types
}

/// The schema with texts in place of views. Files that were written from views say so.
fn without_views(schema: &Schema) -> Schema {
    let fields = schema.fields().iter().map(field_without_views);
    Schema::new_with_metadata(fields.collect::<Fields>(), schema.metadata().clone())
}

fn field_without_views(field: &FieldRef) -> FieldRef {
    let data_type = match field.data_type() {
        DataType::Utf8View => DataType::Utf8,
        DataType::BinaryView => DataType::Binary,
        DataType::List(item) => DataType::List(field_without_views(item)),
        DataType::LargeList(item) => DataType::LargeList(field_without_views(item)),
        DataType::Map(entry, sorted) => DataType::Map(field_without_views(entry), *sorted),
        DataType::Struct(fields) => {
            DataType::Struct(fields.iter().map(field_without_views).collect())
        }
        _ => return Arc::clone(field),
    };
    Arc::new(field.as_ref().clone().with_data_type(data_type))
}

fn cannot_open(path: &str, error: DataFusionError) -> DataFusionError {
    let text = error.strip_backtrace();
    if text.contains("No file_format found with extension ") {
        let ending = Path::new(path).extension();
        let ending = ending.map_or("no ending".into(), |ending| {
            format!("the ending '{}'", ending.display())
        });
        return plan_datafusion_err!(
            "'{path}' has {ending}, expected parquet, csv, json, jsonl, ndjson or pgn, \
             also compressed as in 'csv.zst'"
        );
    }
    plan_datafusion_err!("cannot open '{path}': {}", message(&error))
}
