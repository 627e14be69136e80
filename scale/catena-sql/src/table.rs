//! Tables by path or glob: `FROM 'games/*.parquet'`.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, FieldRef, Fields, Schema};
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::{GetExt, TableReference, plan_datafusion_err, plan_err};
use datafusion::datasource::file_format::json::JsonFormatFactory;
use datafusion::datasource::file_format::{FileFormat, FileFormatFactory};
use datafusion::datasource::listing::{
    ListingTable, ListingTableConfig, ListingTableConfigExt, ListingTableUrl,
};
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::SessionState;
use datafusion::prelude::SessionContext;
use datafusion::sql::parser::Statement;

use crate::message::message;
use crate::pgn_table::PgnTable;

/// Other endings of files with one JSON object per line.
const JSON_LINES: [&str; 2] = ["jsonl", "ndjson"];

/// The endings of files that are looked for in a folder, also with one of a compression.
const FOLDER_ENDINGS: [&str; 5] = [".parquet", ".csv", ".json", ".jsonl", ".ndjson"];
const COMPRESSIONS: [&str; 5] = ["", ".zst", ".gz", ".bz2", ".xz"];

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

/// The files of a folder that are tables, as a glob: those with the first of the endings
/// that a file in it has.
fn files_of(folder: &Path) -> Result<String> {
    let entries = std::fs::read_dir(folder);
    let entries = entries
        .map_err(|error| plan_datafusion_err!("cannot open '{}': {error}", folder.display()))?;
    let names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| !name.starts_with('.'))
        .collect();
    let endings = FOLDER_ENDINGS.iter().flat_map(|ending| {
        let compressed = COMPRESSIONS.iter();
        compressed.map(move |compression| format!("{ending}{compression}"))
    });
    let mut endings = endings.filter(|ending| names.iter().any(|name| name.ends_with(ending)));
    match endings.next() {
        Some(ending) => Ok(format!("{}/*{ending}", folder.display())),
        None => plan_err!(
            "the folder '{}' has no file that ends in {}",
            folder.display(),
            FOLDER_ENDINGS.join(", ")
        ),
    }
}

async fn open(
    context: &SessionContext,
    path: &str,
    is_local: bool,
) -> Result<Arc<dyn TableProvider>> {
    if path.ends_with(".pgn") || path.ends_with(".pgn.zst") {
        return PgnTable::open(Path::new(path), is_local);
    }
    if Path::new(path).is_dir() {
        let files = files_of(Path::new(path))?;
        return Box::pin(open(context, &files, is_local)).await;
    }
    let is_glob = path.contains(['*', '?', '[']);
    if !is_glob && !path.contains("://") && !Path::new(path).exists() {
        return plan_err!("there is no file '{path}'");
    }
    let url = ListingTableUrl::parse(path)?;
    let state = context.state();
    let config = ListingTableConfig::new(url).infer_options(&state).await;
    let config = config.map_err(|error| cannot_open(path, error))?;
    let config = config.infer_schema(&state).await;
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
    if text.contains("No files for table") {
        return plan_datafusion_err!("no file matches '{path}'");
    }
    if let Some((_, extension)) = text.split_once("No file_format found with extension ") {
        return plan_datafusion_err!(
            "'{path}' ends in '{extension}', expected parquet, csv, json, jsonl, ndjson or pgn, \
             also compressed as in 'csv.zst'"
        );
    }
    plan_datafusion_err!("cannot open '{path}': {}", message(&error))
}
