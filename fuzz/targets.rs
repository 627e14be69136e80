//! Several targets in one program: which one runs, `CATENA_FUZZ_TARGET` says.

use arbitrary::{Arbitrary, Unstructured};
use libfuzzer_sys::Corpus;

/// Makes the input of a target of bytes and runs it.
pub(crate) fn feed<'a, T: Arbitrary<'a>>(bytes: &'a [u8], run: fn(T)) -> Corpus {
    if bytes.len() < T::size_hint(0).0 {
        return Corpus::Reject;
    }
    match T::arbitrary_take_rest(Unstructured::new(bytes)) {
        Ok(input) => {
            run(input);
            Corpus::Keep
        }
        Err(_) => Corpus::Reject,
    }
}

/// The main function of a program with these targets, each a module with a function `run`.
macro_rules! targets {
    ($($name:ident),+ $(,)?) => {
        $(mod $name;)+

        type Target = fn(&[u8]) -> libfuzzer_sys::Corpus;

        static CHOSEN: std::sync::OnceLock<Target> = std::sync::OnceLock::new();

        fn choose() -> Target {
            match std::env::var("CATENA_FUZZ_TARGET").as_deref() {
                $(Ok(stringify!($name)) => |bytes| crate::targets::feed(bytes, $name::run),)+
                _ => panic!(
                    "CATENA_FUZZ_TARGET is one of {}",
                    [$(stringify!($name)),+].join(", ")
                ),
            }
        }

        libfuzzer_sys::fuzz_target!(
            init: {
                CHOSEN.get_or_init(choose);
            },
            |bytes: &[u8]| -> libfuzzer_sys::Corpus { CHOSEN.get_or_init(choose)(bytes) }
        );
    };
}
pub(crate) use targets;
