//! [`GameRows`]: games as rows with the columns of the public Parquet dump of lichess.

use std::sync::{Arc, LazyLock};

use catena_chess::pgn::{GameText, Tags};
use datafusion::arrow::array::{
    ArrayRef, Date32Builder, Int16Builder, MapBuilder, RecordBatch, RecordBatchOptions,
    StringBuilder, Time32SecondBuilder, UInt64Builder,
};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef, TimeUnit};
use datafusion::arrow::error::ArrowError;

/// What a column has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ColumnKind {
    /// The value of the tag of this name.
    Text,
    /// A number. Like the kinds below, NULL where the tag is something else.
    Number,
    Date,
    Time,
    Movetext,
    /// Tags without a column, or that do not fit into theirs.
    OtherTags,
    Error,
    RawMovetext,
    /// How many moves form a chain, of games with the usual start; NULL of others.
    ChainCount,
}

pub(crate) const MOVETEXT: &str = "movetext";
pub(crate) const START_FEN: &str = "FEN";

/// The name of the column that is computed: the chains of a game with the usual start.
pub(crate) const COUNT_OF_CHAINS: &str = "chain_count(movetext)";

/// The number of that column.
pub(crate) const COUNT_COLUMN: usize = GAME_COLUMNS;

/// How many columns a table of games has. The other one is computed if a query wants it.
const GAME_COLUMNS: usize = 27;

/// All columns. The first eighteen are those of the dump.
const COLUMNS: [(&str, ColumnKind); GAME_COLUMNS + 1] = [
    ("Event", ColumnKind::Text),
    ("Site", ColumnKind::Text),
    ("White", ColumnKind::Text),
    ("Black", ColumnKind::Text),
    ("Result", ColumnKind::Text),
    ("WhiteTitle", ColumnKind::Text),
    ("BlackTitle", ColumnKind::Text),
    ("WhiteElo", ColumnKind::Number),
    ("BlackElo", ColumnKind::Number),
    ("WhiteRatingDiff", ColumnKind::Number),
    ("BlackRatingDiff", ColumnKind::Number),
    ("UTCDate", ColumnKind::Date),
    ("UTCTime", ColumnKind::Time),
    ("ECO", ColumnKind::Text),
    ("Opening", ColumnKind::Text),
    ("Termination", ColumnKind::Text),
    ("TimeControl", ColumnKind::Text),
    (MOVETEXT, ColumnKind::Movetext),
    ("Date", ColumnKind::Text),
    ("Round", ColumnKind::Text),
    ("Variant", ColumnKind::Text),
    (START_FEN, ColumnKind::Text),
    ("SwitchLimit", ColumnKind::Text),
    ("SwitchRun", ColumnKind::Text),
    ("other_tags", ColumnKind::OtherTags),
    ("error", ColumnKind::Error),
    ("raw_movetext", ColumnKind::RawMovetext),
    (COUNT_OF_CHAINS, ColumnKind::ChainCount),
];

impl ColumnKind {
    fn data_type(self) -> DataType {
        match self {
            ColumnKind::Number => DataType::Int16,
            ColumnKind::Date => DataType::Date32,
            ColumnKind::Time => DataType::Time32(TimeUnit::Second),
            ColumnKind::OtherTags => {
                let key = Field::new("keys", DataType::Utf8, false);
                let value = Field::new("values", DataType::Utf8, true);
                let entry = DataType::Struct(vec![key, value].into());
                DataType::Map(Arc::new(Field::new("entries", entry, false)), false)
            }
            ColumnKind::ChainCount => DataType::UInt64,
            _ => DataType::Utf8,
        }
    }

    /// Whether a tag with this value fits into the column of its name.
    fn fits(self, value: &str) -> bool {
        match self {
            ColumnKind::Text => true,
            ColumnKind::Number => is_unknown(value) || number(value).is_some(),
            ColumnKind::Date => is_unknown(value) || date(value).is_some(),
            ColumnKind::Time => is_unknown(value) || time(value).is_some(),
            _ => false,
        }
    }
}

/// The schema of games.
#[must_use]
pub fn game_schema() -> SchemaRef {
    static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| schema(&COLUMNS[..GAME_COLUMNS]));
    Arc::clone(&SCHEMA)
}

/// The schema of games with the column that is computed.
pub(crate) fn counted_schema() -> SchemaRef {
    static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| schema(&COLUMNS));
    Arc::clone(&SCHEMA)
}

fn schema(columns: &[(&str, ColumnKind)]) -> SchemaRef {
    let field = |&(name, kind): &(&str, ColumnKind)| Field::new(name, kind.data_type(), true);
    Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()))
}

/// Builds a batch of games.
#[derive(Debug)]
pub(crate) struct GameRows {
    schema: SchemaRef,
    columns: Vec<Column>,
    rows: usize,
}

#[derive(Debug)]
struct Column {
    name: &'static str,
    kind: ColumnKind,
    builder: ColumnBuilder,
}

#[derive(Debug)]
enum ColumnBuilder {
    Text(StringBuilder),
    Number(Int16Builder),
    Date(Date32Builder),
    Time(Time32SecondBuilder),
    Count(UInt64Builder),
    Tags(Box<MapBuilder<StringBuilder, StringBuilder>>),
}

impl GameRows {
    /// An empty batch with these columns of [`counted_schema`], or with those of
    /// [`game_schema`].
    pub(crate) fn new(projection: Option<&[usize]>) -> Result<GameRows, ArrowError> {
        let schema = match projection {
            Some(columns) => Arc::new(counted_schema().project(columns)?),
            None => game_schema(),
        };
        let column = |&(name, kind): &(&'static str, ColumnKind)| Column {
            name,
            kind,
            builder: ColumnBuilder::new(kind),
        };
        let columns = match projection {
            Some(columns) => columns.iter().map(|&at| column(&COLUMNS[at])).collect(),
            None => COLUMNS[..GAME_COLUMNS].iter().map(column).collect(),
        };
        Ok(GameRows {
            schema,
            columns,
            rows: 0,
        })
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// Appends a game, with the count of its chains if it is known.
    pub(crate) fn append(
        &mut self,
        game: &GameText,
        chains: Option<u64>,
    ) -> Result<(), ArrowError> {
        self.rows += 1;
        self.columns
            .iter_mut()
            .try_for_each(|column| column.append(game, chains))
    }

    /// The batch. The rows start again.
    pub(crate) fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        let arrays = self
            .columns
            .iter_mut()
            .map(|column| column.builder.finish());
        let options = RecordBatchOptions::new().with_row_count(Some(self.rows));
        self.rows = 0;
        RecordBatch::try_new_with_options(Arc::clone(&self.schema), arrays.collect(), &options)
    }
}

impl ColumnBuilder {
    fn new(kind: ColumnKind) -> ColumnBuilder {
        match kind {
            ColumnKind::Number => ColumnBuilder::Number(Int16Builder::new()),
            ColumnKind::Date => ColumnBuilder::Date(Date32Builder::new()),
            ColumnKind::Time => ColumnBuilder::Time(Time32SecondBuilder::new()),
            ColumnKind::ChainCount => ColumnBuilder::Count(UInt64Builder::new()),
            ColumnKind::OtherTags => {
                let text = StringBuilder::new;
                ColumnBuilder::Tags(Box::new(MapBuilder::new(None, text(), text())))
            }
            _ => ColumnBuilder::Text(StringBuilder::new()),
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            ColumnBuilder::Text(builder) => Arc::new(builder.finish()),
            ColumnBuilder::Number(builder) => Arc::new(builder.finish()),
            ColumnBuilder::Date(builder) => Arc::new(builder.finish()),
            ColumnBuilder::Time(builder) => Arc::new(builder.finish()),
            ColumnBuilder::Count(builder) => Arc::new(builder.finish()),
            ColumnBuilder::Tags(builder) => Arc::new(builder.finish()),
        }
    }
}

impl Column {
    fn append(&mut self, game: &GameText, chains: Option<u64>) -> Result<(), ArrowError> {
        let unread = game.error.as_ref();
        match &mut self.builder {
            ColumnBuilder::Text(builder) => match self.kind {
                ColumnKind::Movetext => builder.append_option(game.movetext.as_deref()),
                ColumnKind::Error => {
                    builder.append_option(unread.map(|unread| unread.error.in_game().to_string()));
                }
                ColumnKind::RawMovetext => {
                    builder.append_option(unread.map(|unread| unread.text.as_str()));
                }
                _ => builder.append_option(tag(&game.tags, self.name)),
            },
            ColumnBuilder::Number(builder) => {
                builder.append_option(tag(&game.tags, self.name).and_then(number));
            }
            ColumnBuilder::Date(builder) => {
                builder.append_option(tag(&game.tags, self.name).and_then(date));
            }
            ColumnBuilder::Time(builder) => {
                builder.append_option(tag(&game.tags, self.name).and_then(time));
            }
            ColumnBuilder::Count(builder) => builder.append_option(chains),
            ColumnBuilder::Tags(builder) => {
                append_other_tags(builder, &game.tags);
                builder.append(true)?;
            }
        }
        Ok(())
    }
}

/// The value of a tag: the last one, as everywhere in catena.
pub(crate) fn tag<'a>(tags: &'a Tags, name: &str) -> Option<&'a str> {
    let mut tags = tags.iter().rev();
    tags.find(|(key, _)| key == name)
        .map(|(_, value)| value.as_str())
}

fn append_other_tags(builder: &mut MapBuilder<StringBuilder, StringBuilder>, tags: &Tags) {
    for (at, (name, value)) in tags.iter().enumerate() {
        let is_last = tags[at + 1..].iter().all(|(other, _)| other != name);
        let column = COLUMNS.iter().find(|(column, _)| column == name);
        if is_last && !column.is_some_and(|(_, kind)| kind.fits(value)) {
            builder.keys().append_value(name);
            builder.values().append_value(value);
        }
    }
}

/// Whether the tag says that its value is not known.
fn is_unknown(value: &str) -> bool {
    value
        .bytes()
        .all(|byte| matches!(byte, b'?' | b'-' | b'.' | b':' | b' '))
}

/// A rating, or a difference of ratings like `+6`.
fn number(value: &str) -> Option<i16> {
    value.trim().parse().ok()
}

/// Days since 1970 of a date like `2024.02.29`.
fn date(value: &str) -> Option<i32> {
    let mut parts = value.trim().splitn(3, ['.', '-']);
    let year: i32 = digits(parts.next()?, 4)?;
    let (month, day): (i32, i32) = (digits(parts.next()?, 2)?, digits(parts.next()?, 2)?);
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = [
        31,
        28 + i32::from(is_leap),
        31,
        30,
        31,
        30,
        31,
        31,
        30,
        31,
        30,
        31,
    ];
    let at = usize::try_from(month.checked_sub(1)?).ok()?;
    if !(1..=*days.get(at)?).contains(&day) {
        return None;
    }
    let before = days[..at].iter().sum::<i32>() + day - 1;
    let years = year - 1;
    let leap_days = years / 4 - years / 100 + years / 400;
    // 719,162 days lie before 1970.
    (year >= 1).then_some(years * 365 + leap_days + before - 719_162)
}

/// Seconds since midnight of a time like `23:59:59`.
fn time(value: &str) -> Option<i32> {
    let mut parts = value.trim().splitn(3, ':');
    let hour: i32 = digits(parts.next()?, 2)?;
    let minute: i32 = digits(parts.next()?, 2)?;
    let second: i32 = digits(parts.next()?, 2)?;
    let is_time = hour < 24 && minute < 60 && second < 60;
    is_time.then_some(hour * 3600 + minute * 60 + second)
}

/// A number of exactly this many digits.
fn digits(text: &str, count: usize) -> Option<i32> {
    let is_number = text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_count_from_1970() {
        for (text, days) in [
            ("1970.01.01", Some(0)),
            ("1969.12.31", Some(-1)),
            ("2000.02.29", Some(11_016)),
            ("2024.03.01", Some(19_783)),
            ("1900.02.29", None),
            ("2024.13.01", None),
            ("2024.00.01", None),
            ("2024.??.??", None),
            ("0000.01.01", None),
        ] {
            assert_eq!(date(text), days, "{text}");
        }
    }

    #[test]
    fn a_tag_that_does_not_fit_is_not_lost() {
        assert_eq!(
            (number("+6"), number("-12"), number("2100?")),
            (Some(6), Some(-12), None)
        );
        assert_eq!((time("23:59:59"), time("24:00:00")), (Some(86_399), None));
        for (kind, value, fits) in [
            (ColumnKind::Number, "?", true),
            (ColumnKind::Number, "2100?", false),
            (ColumnKind::Date, "????.??.??", true),
            (ColumnKind::Date, "yesterday", false),
            (ColumnKind::Movetext, "a tag named movetext", false),
        ] {
            assert_eq!(kind.fits(value), fits, "{value}");
        }
    }
}
