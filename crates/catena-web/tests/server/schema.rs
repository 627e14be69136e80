//! Checks JSON against the schemas in `docs/schemas`: the part of JSON Schema that they use.
//!
//! It is stricter than the standard in one point: a field that the schema does not name is an
//! error, so that no output has an undocumented field. `scripts/test-schemas` lets an
//! independent validator judge the same outputs.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

/// The file of a schema.
fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/schemas/{name}.json"))
}

/// Whether there is a schema with this name.
#[allow(dead_code, reason = "one of the crates that share this file needs it")]
pub(crate) fn exists(name: &str) -> bool {
    path(name).exists()
}

/// Asserts that a value is what the schema with this name describes.
#[track_caller]
pub(crate) fn check(name: &str, value: &Value) {
    let text = std::fs::read_to_string(path(name))
        .unwrap_or_else(|error| panic!("there is no schema {name}: {error}"));
    let root: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    record(name, value);
    if let Err(mismatch) = matches(&root, &root, value) {
        panic!("docs/schemas/{name}.json: {mismatch}\nin {value}");
    }
}

/// Keeps the value for another validator, if the environment names a folder.
fn record(name: &str, value: &Value) {
    let Some(folder) = std::env::var_os("CATENA_SCHEMA_LOG") else {
        return;
    };
    let file = format!("{}.{name}.jsonl", env!("CARGO_PKG_NAME"));
    let mut file = std::fs::File::options()
        .create(true)
        .append(true)
        .open(Path::new(&folder).join(file))
        .expect("the folder of CATENA_SCHEMA_LOG can be written");
    // One write, so that lines of tests that run at the same time do not mix.
    file.write_all(format!("{value}\n").as_bytes())
        .expect("the folder of CATENA_SCHEMA_LOG can be written");
}

/// Returns where and why a value is not what a schema describes.
fn matches(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let keywords = schema.as_object().expect("a schema is an object");
    for (keyword, argument) in keywords {
        let is_met = match keyword.as_str() {
            "$schema" | "$id" | "$defs" | "title" | "description" => true,
            "required" | "properties" | "additionalProperties" => true,
            "$ref" => {
                matches(root, definition(root, argument), value)?;
                true
            }
            "type" => has_type(argument, value),
            "enum" => list(argument).contains(value),
            "const" => argument == value,
            "minimum" => value.as_f64() >= argument.as_f64() || !value.is_number(),
            "minItems" => length(value) >= argument.as_u64() || !value.is_array(),
            "maxItems" => length(value) <= argument.as_u64() || !value.is_array(),
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    matches(root, argument, item).map_err(|error| format!("[{index}]{error}"))?;
                }
                true
            }
            "anyOf" => {
                any(root, list(argument), value)?;
                true
            }
            other => panic!("the schema keyword {other} is not checked here"),
        };
        if !is_met {
            return Err(format!(": {value} is not {keyword} {argument}"));
        }
    }
    match value.as_object() {
        Some(fields) if keywords.contains_key("properties") => has_fields(root, schema, fields),
        _ => Ok(()),
    }
}

fn definition<'a>(root: &'a Value, reference: &Value) -> &'a Value {
    let pointer = reference.as_str().and_then(|text| text.strip_prefix('#'));
    let target = pointer.and_then(|pointer| root.pointer(pointer));
    target.unwrap_or_else(|| panic!("the reference {reference} leads nowhere"))
}

fn any(root: &Value, schemas: &[Value], value: &Value) -> Result<(), String> {
    let mut mismatches = Vec::new();
    for schema in schemas {
        match matches(root, schema, value) {
            Ok(()) => return Ok(()),
            Err(mismatch) => mismatches.push(mismatch),
        }
    }
    Err(format!(": none of ({})", mismatches.join("; ")))
}

fn has_fields(root: &Value, schema: &Value, fields: &Map<String, Value>) -> Result<(), String> {
    for name in list(&schema["required"]) {
        let name = name.as_str().expect("a name");
        if !fields.contains_key(name) {
            return Err(format!(": the field {name} is missing"));
        }
    }
    for (name, field) in fields {
        let described = schema["properties"].get(name);
        let Some(described) = described.or(schema.get("additionalProperties")) else {
            return Err(format!(": the schema does not name the field {name}"));
        };
        matches(root, described, field).map_err(|error| format!(".{name}{error}"))?;
    }
    Ok(())
}

fn has_type(types: &Value, value: &Value) -> bool {
    let is = |name: &Value| match name.as_str().expect("the name of a type") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is not a type"),
    };
    match types {
        Value::Array(types) => types.iter().any(is),
        one => is(one),
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn length(value: &Value) -> Option<u64> {
    value.as_array().map(|items| items.len() as u64)
}

#[test]
fn what_a_schema_does_not_describe_is_refused() {
    let schema = serde_json::json!({
        "type": "object",
        "required": ["size"],
        "properties": {
            "size": {"type": ["integer", "null"], "minimum": 1},
            "cells": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/cell"}},
            "kind": {"anyOf": [{"const": "wall"}, {"enum": [1, 2]}]},
        },
        "$defs": {"cell": {"type": "array", "items": {"type": "integer"}, "maxItems": 2}},
    });
    let errors = |value: Value| matches(&schema, &schema, &value).err().unwrap_or_default();
    let good = [
        serde_json::json!({"size": 1}),
        serde_json::json!({"size": null, "cells": [[0, 1]], "kind": 2}),
    ];
    for value in good {
        assert_eq!(errors(value), "");
    }
    for (value, error) in [
        (serde_json::json!([]), ": [] is not type \"object\""),
        (serde_json::json!({}), ": the field size is missing"),
        (serde_json::json!({"size": 0}), ".size: 0 is not minimum 1"),
        (
            serde_json::json!({"size": 1.5}),
            ".size: 1.5 is not type [\"integer\",\"null\"]",
        ),
        (
            serde_json::json!({"size": 1, "new": 1}),
            ": the schema does not name the field new",
        ),
        (
            serde_json::json!({"size": 1, "cells": []}),
            ".cells: [] is not minItems 1",
        ),
        (
            serde_json::json!({"size": 1, "cells": [[1, 2], [1, 2, 3]]}),
            ".cells[1]: [1,2,3] is not maxItems 2",
        ),
        (
            serde_json::json!({"size": 1, "kind": "door"}),
            ".kind: none of (: \"door\" is not const \"wall\"; : \"door\" is not enum [1,2])",
        ),
    ] {
        assert_eq!(errors(value), error);
    }
}
