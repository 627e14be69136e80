//! Names of columns without quotes, in any case.
//!
//! DataFusion reads a name without quotes in lower case and then distinguishes case, so
//! `ECO` would not find a column `ECO`. Here a name without quotes finds the column that
//! differs in case only, as in most databases; names in quotes stay exact.

use std::collections::HashMap;
use std::ops::ControlFlow;

use datafusion::arrow::datatypes::Schema;
use datafusion::sql::sqlparser::ast::{
    ExcludeSelectItem, Expr, Ident, JoinConstraint, JoinOperator, ObjectName, ObjectNamePart,
    Query, Select, SelectItem, Statement, TableAlias, TableFactor, VisitMut, VisitorMut,
    WildcardAdditionalOptions,
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

    fn replace_name(&self, name: &mut ObjectName) {
        if let [ObjectNamePart::Identifier(ident)] = &mut name.0[..] {
            self.replace(ident);
        }
    }

    /// The new names of columns, as in `t(eco, n)`.
    fn replace_columns(&self, alias: &mut TableAlias) {
        let columns = alias.columns.iter_mut();
        columns.for_each(|column| self.replace(&mut column.name));
    }

    /// The columns that `*` leaves out.
    fn replace_left_out(&self, options: &mut WildcardAdditionalOptions) {
        match &mut options.opt_exclude {
            Some(ExcludeSelectItem::Single(name)) => self.replace_name(name),
            Some(ExcludeSelectItem::Multiple(names)) => {
                names.iter_mut().for_each(|name| self.replace_name(name));
            }
            None => {}
        }
        if let Some(except) = &mut options.opt_except {
            self.replace(&mut except.first_element);
            let others = except.additional_elements.iter_mut();
            others.for_each(|name| self.replace(name));
        }
    }
}

impl VisitorMut for ColumnNames {
    type Break = ();

    fn pre_visit_query(&mut self, query: &mut Query) -> ControlFlow<()> {
        for table in query.with.iter_mut().flat_map(|with| &mut with.cte_tables) {
            self.replace_columns(&mut table.alias);
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_select(&mut self, select: &mut Select) -> ControlFlow<()> {
        for item in &mut select.projection {
            match item {
                // A new name that a column also has is used like that column.
                SelectItem::ExprWithAlias { alias, .. } => self.replace(alias),
                SelectItem::Wildcard(options) | SelectItem::QualifiedWildcard(_, options) => {
                    self.replace_left_out(options);
                }
                _ => {}
            }
        }
        for join in select.from.iter_mut().flat_map(|from| &mut from.joins) {
            if let Some(JoinConstraint::Using(names)) = constraint(&mut join.join_operator) {
                names.iter_mut().for_each(|name| self.replace_name(name));
            }
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_table_factor(&mut self, table: &mut TableFactor) -> ControlFlow<()> {
        if let TableFactor::Table { alias, .. } | TableFactor::Derived { alias, .. } = table
            && let Some(alias) = alias
        {
            self.replace_columns(alias);
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

/// On what tables are joined.
fn constraint(join: &mut JoinOperator) -> Option<&mut JoinConstraint> {
    match join {
        JoinOperator::Join(constraint)
        | JoinOperator::Inner(constraint)
        | JoinOperator::Left(constraint)
        | JoinOperator::LeftOuter(constraint)
        | JoinOperator::Right(constraint)
        | JoinOperator::RightOuter(constraint)
        | JoinOperator::FullOuter(constraint)
        | JoinOperator::Semi(constraint)
        | JoinOperator::LeftSemi(constraint)
        | JoinOperator::RightSemi(constraint)
        | JoinOperator::Anti(constraint)
        | JoinOperator::LeftAnti(constraint)
        | JoinOperator::RightAnti(constraint) => Some(constraint),
        _ => None,
    }
}
