//! Names of files in the current folder, as a cluster can be told them.
//!
//! In a plan that is sent to a cluster the table of a column is a text, and `games.parquet`
//! would be the table `parquet` of a schema. Here such a file is called `./games.parquet`,
//! which is no name of SQL.

use std::ops::ControlFlow;

use datafusion::sql::sqlparser::ast::{
    Expr, Ident, ObjectName, ObjectNamePart, Select, SelectItem, SelectItemQualifiedWildcardKind,
    Statement, VisitMut, VisitorMut,
};

/// Names the folder of all files in the statement.
pub(crate) fn name_folders(statement: &mut Statement) {
    let _ = statement.visit(&mut FolderNames);
}

struct FolderNames;

impl FolderNames {
    /// A table, of which a file is the whole name.
    fn replace_table(&self, name: &mut ObjectName) {
        if let [ObjectNamePart::Identifier(ident)] = &mut name.0[..] {
            self.replace(ident);
        }
    }

    fn replace(&self, ident: &mut Ident) {
        let is_quoted = ident.quote_style.is_some();
        if is_quoted && ident.value.contains('.') && !ident.value.contains('/') {
            ident.value.insert_str(0, "./");
        }
    }
}

impl VisitorMut for FolderNames {
    type Break = ();

    fn pre_visit_relation(&mut self, relation: &mut ObjectName) -> ControlFlow<()> {
        self.replace_table(relation);
        ControlFlow::Continue(())
    }

    fn pre_visit_select(&mut self, select: &mut Select) -> ControlFlow<()> {
        for item in &mut select.projection {
            if let SelectItem::QualifiedWildcard(kind, _) = item
                && let SelectItemQualifiedWildcardKind::ObjectName(table) = kind
            {
                self.replace_table(table);
            }
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<()> {
        if let Expr::CompoundIdentifier(parts) = expr
            && let [table, _, ..] = &mut parts[..]
        {
            self.replace(table);
        }
        ControlFlow::Continue(())
    }
}
