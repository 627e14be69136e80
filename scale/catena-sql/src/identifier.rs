//! Names of columns without quotes, in any case.
//!
//! DataFusion reads a name without quotes in lower case and then distinguishes case, so
//! `ECO` would not find a column `ECO`. Here a name without quotes finds the column that
//! differs in case only, as in most databases; names in quotes stay exact.

use std::collections::HashMap;
use std::ops::ControlFlow;

use datafusion::arrow::datatypes::Schema;
use datafusion::sql::sqlparser::ast::{
    Expr, Ident, Query, SelectItem, SetExpr, Statement, VisitMut, VisitorMut,
};

/// The columns of the tables of a statement, by their names in lower case.
#[derive(Debug, Default)]
pub(crate) struct ColumnNames {
    /// `None` where several columns differ in case only.
    names: HashMap<String, Option<String>>,
}

impl ColumnNames {
    /// Adds the columns of a table.
    pub(crate) fn add(&mut self, schema: &Schema) {
        for field in schema.fields() {
            let name = self.names.entry(field.name().to_lowercase());
            let name = name.or_insert_with(|| Some(field.name().clone()));
            if name.as_ref() != Some(field.name()) {
                *name = None;
            }
        }
    }

    /// Replaces the names in the statement that mean a column.
    pub(crate) fn apply(&mut self, statement: &mut Statement) {
        let _ = statement.visit(self);
    }

    fn replace(&self, ident: &mut Ident) {
        if ident.quote_style.is_none()
            && let Some(Some(name)) = self.names.get(&ident.value.to_lowercase())
            && name.chars().any(char::is_uppercase)
        {
            *ident = Ident::with_quote('"', name);
        }
    }
}

impl VisitorMut for ColumnNames {
    type Break = ();

    fn pre_visit_query(&mut self, query: &mut Query) -> ControlFlow<()> {
        if let SetExpr::Select(select) = &mut *query.body {
            for item in &mut select.projection {
                // A new name that a column also has is used like that column.
                if let SelectItem::ExprWithAlias { alias, .. } = item {
                    self.replace(alias);
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<()> {
        match expr {
            Expr::Identifier(ident) => self.replace(ident),
            Expr::CompoundIdentifier(parts) => {
                parts.iter_mut().skip(1).for_each(|part| self.replace(part))
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }
}
