//! The SQL functions. Each answers by a call of `catena-grid`, `catena-chess` or
//! `catena-engine`.

mod argument;
mod chains;
mod engine;
mod position;

use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock};

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::DataType;
use datafusion::error::Result;
use datafusion::logical_expr::{
    ColumnarValue, DocSection, Documentation, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl,
    Signature, TypeSignature, Volatility,
};

use argument::Arguments;
pub(crate) use chains::{CHAIN_COUNT, CountRewrite, known_chain_count};

/// The section of the functions in the documentation of SQL.
const SECTION: DocSection = DocSection {
    include: true,
    label: "Chain Functions",
    description: Some("Chains of chess pieces, in games and positions."),
};

/// One function: its name and types, and how it answers for a batch of rows.
#[derive(Debug)]
struct CatenaFunction {
    name: &'static str,
    /// The name under which its bad rows are counted.
    counted_as: &'static str,
    signature: Signature,
    returns: DataType,
    documentation: Documentation,
    answer: fn(&Arguments<'_>) -> Result<ArrayRef>,
}

/// How a function is described in SQL.
struct Description {
    syntax: &'static str,
    text: &'static str,
    example: &'static str,
    arguments: &'static [(&'static str, &'static str)],
}

impl CatenaFunction {
    fn new(
        name: &'static str,
        signatures: Vec<TypeSignature>,
        returns: DataType,
        description: &Description,
        answer: fn(&Arguments<'_>) -> Result<ArrayRef>,
    ) -> CatenaFunction {
        let mut documentation =
            Documentation::builder(SECTION, description.text, description.syntax)
                .with_sql_example(description.example);
        for &(name, text) in description.arguments {
            documentation = documentation.with_argument(name, text);
        }
        CatenaFunction {
            name,
            counted_as: name,
            signature: Signature::one_of(signatures, Volatility::Immutable),
            returns,
            documentation: documentation.build(),
            answer,
        }
    }
}

// There is one function of each name.
impl PartialEq for CatenaFunction {
    fn eq(&self, other: &CatenaFunction) -> bool {
        self.name == other.name
    }
}

impl Eq for CatenaFunction {}

impl Hash for CatenaFunction {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl ScalarUDFImpl for CatenaFunction {
    fn name(&self) -> &str {
        self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(self.returns.clone())
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let arguments = Arguments::new(self.counted_as, &args)?;
        let array = (self.answer)(&arguments)?;
        Ok(ColumnarValue::Array(array))
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }
}

/// All functions, by name.
///
/// ```
/// let names: Vec<String> = catena_sql::functions().iter().map(|f| f.name().into()).collect();
/// assert!(names.contains(&"chains".into()) && names.contains(&"sscc_eval".into()));
/// ```
#[must_use]
pub fn functions() -> Vec<Arc<ScalarUDF>> {
    static FUNCTIONS: LazyLock<Vec<Arc<ScalarUDF>>> = LazyLock::new(|| {
        let mut functions = chains::game_functions();
        functions.extend(position::position_functions());
        functions.push(engine::sscc_eval());
        functions
            .into_iter()
            .map(|function| Arc::new(ScalarUDF::new_from_impl(function)))
            .collect()
    });
    FUNCTIONS.clone()
}
