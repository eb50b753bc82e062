//! Options that document themselves.
//!
//! [`options!`](crate::options!) declares the options of an analysis once: a struct that reads itself from a
//! configuration and rejects unknown keys, its defaults, and a table of key, type, default and documentation
//! from which the reference is generated. [`option_enum!`](crate::option_enum!) does the same for a choice
//! between words.

/// One documented option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionDoc {
    /// The key in the configuration file: `max-iterations`.
    pub key: String,
    /// What it takes: `integer`, `"sep" | "join"`.
    pub kind: String,
    /// What it is when the configuration does not say, as TOML.
    pub default: String,
    /// What it does.
    pub doc: String,
}

/// A set of options that [`options!`](crate::options!) declared.
pub trait OptionSet: Default + serde::de::DeserializeOwned {
    /// Every option in the order of declaration.
    fn documentation() -> Vec<OptionDoc>;
}

/// A type that an option can have.
pub trait OptionKind {
    /// What a user writes.
    fn kind() -> String;
    /// The value as TOML.
    fn show(&self) -> String;
}

impl OptionKind for bool {
    fn kind() -> String {
        "true | false".to_owned()
    }
    fn show(&self) -> String {
        self.to_string()
    }
}

macro_rules! integer_kinds {
    ($($ty:ty),+) => {$(
        impl OptionKind for $ty {
            fn kind() -> String {
                "integer".to_owned()
            }
            fn show(&self) -> String {
                self.to_string()
            }
        }
    )+};
}
integer_kinds!(u8, u16, u32, u64, usize, i32, i64);

impl OptionKind for String {
    fn kind() -> String {
        "string".to_owned()
    }
    fn show(&self) -> String {
        format!("{self:?}")
    }
}

impl<T: OptionKind> OptionKind for Option<T> {
    fn kind() -> String {
        T::kind()
    }
    fn show(&self) -> String {
        self.as_ref().map_or_else(|| "(none)".to_owned(), T::show)
    }
}

impl<T: OptionKind> OptionKind for Vec<T> {
    fn kind() -> String {
        format!("list of {}", T::kind())
    }
    fn show(&self) -> String {
        let items: Vec<_> = self.iter().map(T::show).collect();
        format!("[{}]", items.join(", "))
    }
}

/// The key of a field: words joined by hyphens.
#[must_use]
pub fn option_key(field: &str) -> String {
    field.replace('_', "-")
}

/// Documentation lines as one paragraph.
#[must_use]
pub fn option_doc(lines: &[&str]) -> String {
    lines.iter().map(|l| l.trim()).collect::<Vec<_>>().join(" ")
}

/// Declares a set of options: `options! { /// doc
/// pub struct SignOptions { /// doc
/// globals_only: bool = false, } }`.
#[macro_export]
macro_rules! options {
    ($(#[$meta:meta])* $vis:vis struct $name:ident {
        $($(#[doc = $doc:literal])* $field:ident : $ty:ty = $default:expr),* $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Debug, $crate::serde::Deserialize)]
        #[serde(crate = "argand_cpa::serde", deny_unknown_fields, default, rename_all = "kebab-case")]
        $vis struct $name {
            $($(#[doc = $doc])* pub $field: $ty,)*
        }
        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }
        impl $crate::options::OptionSet for $name {
            fn documentation() -> Vec<$crate::options::OptionDoc> {
                #[allow(unused_variables, reason = "a set may have no options")]
                let defaults = Self::default();
                vec![$($crate::options::OptionDoc {
                    key: $crate::options::option_key(stringify!($field)),
                    kind: <$ty as $crate::options::OptionKind>::kind(),
                    default: $crate::options::OptionKind::show(&defaults.$field),
                    doc: $crate::options::option_doc(&[$($doc),*]),
                },)*]
            }
        }
    };
}

/// Declares a choice between words: `option_enum! { /// doc
/// pub enum Order { /// doc
/// First = "first", } }`.
#[macro_export]
macro_rules! option_enum {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$vmeta:meta])* $variant:ident = $word:literal),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, $crate::serde::Deserialize)]
        #[serde(crate = "argand_cpa::serde")]
        $vis enum $name {
            $($(#[$vmeta])* #[serde(rename = $word)] $variant,)+
        }
        impl $name {
            /// The word for it in a configuration.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }
        impl $crate::options::OptionKind for $name {
            fn kind() -> String {
                [$(concat!("\"", $word, "\"")),+].join(" | ")
            }
            fn show(&self) -> String {
                format!("{:?}", self.word())
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::option_enum! {
        /// Which way.
        pub enum Way {
            /// Down.
            Down = "down",
            /// All the way up.
            AllUp = "all-up",
        }
    }

    crate::options! {
        /// Options of a test.
        pub struct TestOptions {
            /// How often
            /// at most.
            max_times: u32 = 3,
            /// Which way to go.
            way: Way = Way::AllUp,
            /// Words.
            words: Vec<String> = vec!["a".to_owned()],
            /// A limit.
            limit: Option<u64> = None,
        }
    }

    #[test]
    fn the_table_lists_key_kind_default_and_documentation() {
        let lines: Vec<_> = TestOptions::documentation()
            .into_iter()
            .map(|o| format!("{} ({}) = {}: {}", o.key, o.kind, o.default, o.doc))
            .collect();
        assert_eq!(
            lines,
            [
                "max-times (integer) = 3: How often at most.",
                "way (\"down\" | \"all-up\") = \"all-up\": Which way to go.",
                "words (list of string) = [\"a\"]: Words.",
                "limit (integer) = (none): A limit.",
            ]
        );
    }

    #[test]
    fn keys_are_read_defaults_filled_in_and_unknown_keys_rejected() {
        let options: TestOptions = toml::from_str("max-times = 7\nway = 'down'").unwrap();
        assert_eq!(options, TestOptions { max_times: 7, way: Way::Down, ..TestOptions::default() });
        let error = toml::from_str::<TestOptions>("max-time = 7").unwrap_err();
        assert!(error.message().contains("unknown field `max-time`"), "{error}");
        assert!(toml::from_str::<TestOptions>("way = 'up'").is_err());
    }
}
