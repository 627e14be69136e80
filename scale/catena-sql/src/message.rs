//! [`message`]: what an error of DataFusion means, in one sentence.

use datafusion::error::DataFusionError;

use crate::cluster::is_given_up;

/// The message of an error, in one sentence.
#[must_use]
pub fn message(error: &DataFusionError) -> String {
    if let DataFusionError::ResourcesExhausted(text) = error.find_root()
        && !text.contains("disk")
    {
        return "the query needs more memory than it may use: give it more with --memory, \
                or use fewer --threads"
            .into();
    }
    if let DataFusionError::SQL(error, _) = error.find_root() {
        let text = error.to_string();
        return text
            .trim_start_matches("sql parser error: ")
            .replace('\n', " ");
    }
    if is_given_up(error) {
        return "the cluster has given the query up, since executors were lost: ask again".into();
    }
    let text = error.strip_backtrace();
    if text.contains("h2 protocol error") {
        return "the connection to a program of the cluster was lost: ask again".into();
    }
    if text.contains("Timeout expired") {
        return "a program of the cluster does not answer".into();
    }
    if text.contains("LogicalExtensionCodec is not provided") {
        return "a cluster reads files: it does not know tables that were created and functions \
                like generate_series"
            .into();
    }
    let mut text = text.as_str();
    let prefixes = [
        "External error: ",
        "Execution error: ",
        "Error during planning: ",
        "SQL error: ",
        "Arrow error: ",
        "Parquet error: ",
        "Parquet argument error: ",
        "External: ",
        "Schema error: ",
        "This feature is not implemented: ",
    ];
    while let Some(rest) = prefixes.iter().find_map(|prefix| text.strip_prefix(prefix)) {
        text = rest;
    }
    // Before it stands that this may be a fault of DataFusion.
    if let Some(at) = text.find("No function matches") {
        text = &text[at..];
    }
    let text = innermost(text).unwrap_or_else(|| text.to_owned());
    text.trim().replace('\n', " ")
}

/// The message in what an executor or a scheduler reports: errors within errors, as Rust
/// writes them for programmers, of which the last has a text in quotes.
fn innermost(text: &str) -> Option<String> {
    if let Some((_, status)) = text.split_once("Status { code: ") {
        return unquoted(status.split_once("message: \"")?.1);
    }
    let (_, nested) = text.split_once("DataFusionError(")?;
    // An error of Arrow ends with an empty backtrace.
    let nested = nested.replace(", Some(\"\")", "");
    let starts = ["(\"", "message: \""];
    let quoted = starts
        .iter()
        .find_map(|start| Some(nested.rsplit_once(start)?.1))?;
    unquoted(quoted)
}

/// The text up to the next quotation mark, as it was before it was written in quotes.
fn unquoted(text: &str) -> Option<String> {
    let quotes = text.match_indices('"').map(|(at, _)| at);
    let mut ends = quotes.filter(|&at| !text[..at].ends_with('\\'));
    let message = &text[..ends.next()?];
    Some(
        message
            .replace("\\\"", "\"")
            .replace("\\'", "'")
            .replace("\\\\", "\\"),
    )
    .filter(|message| !message.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_of_an_executor_is_found() {
        let text = "Job x failed: stage 0 failed: DataFusionError(Shared(External(\
                    DataFusionError(External((\"chains cannot read the row '\\\"': no\"))))))";
        let error = DataFusionError::Execution(text.into());
        assert_eq!(message(&error), "chains cannot read the row '\"': no");
        for text in [
            "x failed: DataFusionError(ArrowError(IoError(\"No space left on device\", \
             Os { code: 28, kind: StorageFull, message: \"No space\" }), Some(\"\")))",
            "x failed: DataFusionError(IoError(Os { code: 28, kind: StorageFull, \
             message: \"No space left on device\" }))",
        ] {
            let error = DataFusionError::Execution(text.into());
            assert_eq!(message(&error), "No space left on device");
        }
        let error = DataFusionError::Execution("DataFusionError(Other)".into());
        assert_eq!(message(&error), "DataFusionError(Other)");
    }

    #[test]
    fn a_scheduler_that_refuses_says_why() {
        let status = tonic::Status::failed_precondition("this scheduler is catena 2 \"beta\"");
        let error = DataFusionError::Execution(format!("{status:?}"));
        assert_eq!(message(&error), "this scheduler is catena 2 \"beta\"");
    }

    #[test]
    fn a_query_that_was_given_up_may_be_asked_again() {
        let error = DataFusionError::Execution("Job x failed: Cancelled".into());
        assert!(message(&error).ends_with("ask again"));
        let error = DataFusionError::Execution("Job x failed: no file 'Cancelled'".into());
        assert!(!message(&error).contains("ask again"));
    }

    #[test]
    fn a_lost_connection_is_called_one() {
        let text = "code: 'Unknown error', message: \"h2 protocol error: error reading a body \
                    from connection\", source: hyper::Error(Body, Error { kind: Io })";
        let error = DataFusionError::Execution(text.into());
        let sentence = "the connection to a program of the cluster was lost: ask again";
        assert_eq!(message(&error), sentence);
    }

    #[test]
    fn too_little_memory_has_a_remedy() {
        let error = DataFusionError::ResourcesExhausted("Failed to allocate 4 MB".into());
        let text = message(&error.context("Not enough memory to continue external sort"));
        assert!(
            text.contains("--memory") && text.contains("--threads"),
            "{text}"
        );
    }
}
