//! [`Arguments`]: the values that a function gets, row by row.

use catena_engine::Signal;
use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, Int64Array, LargeStringArray, StringArray, StringViewArray,
    UInt64Array,
};
use datafusion::arrow::datatypes::{DataType, Int64Type, UInt64Type};
use datafusion::common::exec_err;
use datafusion::error::Result;
use datafusion::logical_expr::{ColumnarValue, ScalarFunctionArgs};

use crate::bad_row::BadRowTally;
use crate::cancellation::signal;
use crate::options::CatenaOptions;

/// The arguments of a function for some rows.
#[derive(Debug)]
pub(super) struct Arguments<'a> {
    function: &'a str,
    arrays: Vec<ArrayRef>,
    options: CatenaOptions,
    rows: usize,
    signal: Signal,
}

impl<'a> Arguments<'a> {
    pub(super) fn new(function: &'a str, args: &ScalarFunctionArgs) -> Result<Arguments<'a>> {
        let arrays = ColumnarValue::values_to_arrays(&args.args)?;
        Ok(Arguments {
            function,
            rows: arrays.first().map_or(args.number_rows, |array| array.len()),
            arrays,
            options: CatenaOptions::of(&args.config_options),
            signal: signal(),
        })
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Tells when nobody wants the answers any more.
    pub(super) fn signal(&self) -> &Signal {
        &self.signal
    }

    /// Ends a call whose answers nobody wants any more.
    pub(super) fn check_signal(&self) -> Result<()> {
        match self.signal.is_stopped() {
            true => exec_err!("the query was cancelled"),
            false => Ok(()),
        }
    }

    /// The argument with this number, a text. `None` if the call has fewer.
    pub(super) fn text(&self, at: usize) -> Result<Option<TextColumn<'_>>> {
        self.arrays.get(at).map(TextColumn::new).transpose()
    }

    /// The argument with this number, which the signature demands.
    pub(super) fn needed_text(&self, at: usize) -> Result<TextColumn<'_>> {
        match self.text(at)? {
            Some(column) => Ok(column),
            None => exec_err!("{} needs another argument", self.function),
        }
    }

    /// The argument with this number, a whole number.
    pub(super) fn number(&self, at: usize) -> Result<&Int64Array> {
        let array = self.arrays.get(at);
        match array.and_then(|array| array.as_primitive_opt::<Int64Type>()) {
            Some(array) => Ok(array),
            None => exec_err!("{} needs a whole number", self.function),
        }
    }

    /// The argument with this number, counts.
    pub(super) fn counts(&self, at: usize) -> Result<&UInt64Array> {
        let array = self.arrays.get(at);
        match array.and_then(|array| array.as_primitive_opt::<UInt64Type>()) {
            Some(array) => Ok(array),
            None => exec_err!("{} needs counts", self.function),
        }
    }

    /// A tally for the rows that cannot be read.
    pub(super) fn tally(&self) -> BadRowTally<'_> {
        BadRowTally::new(self.function, self.options.clone())
    }
}

/// A column of text of any of Arrow's types.
#[derive(Clone, Copy, Debug)]
pub(super) enum TextColumn<'a> {
    Utf8(&'a StringArray),
    Large(&'a LargeStringArray),
    View(&'a StringViewArray),
    /// Every row is NULL.
    Null,
}

impl<'a> TextColumn<'a> {
    fn new(array: &'a ArrayRef) -> Result<TextColumn<'a>> {
        match array.data_type() {
            DataType::Utf8 => Ok(TextColumn::Utf8(array.as_string())),
            DataType::LargeUtf8 => Ok(TextColumn::Large(array.as_string())),
            DataType::Utf8View => Ok(TextColumn::View(array.as_string_view())),
            DataType::Null => Ok(TextColumn::Null),
            other => exec_err!("expected a text, found {other}"),
        }
    }

    /// The text in this row, unless it is NULL.
    pub(super) fn get(self, row: usize) -> Option<&'a str> {
        match self {
            TextColumn::Utf8(array) => array.is_valid(row).then(|| array.value(row)),
            TextColumn::Large(array) => array.is_valid(row).then(|| array.value(row)),
            TextColumn::View(array) => array.is_valid(row).then(|| array.value(row)),
            TextColumn::Null => None,
        }
    }
}
