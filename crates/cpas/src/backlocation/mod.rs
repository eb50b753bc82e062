//! Where control is, following edges backwards.
//!
//! Domain: single locations. For analyses that ask from where a location can be reached.

#[cfg(test)]
mod tests;

use crate::along::{Along as _, Backwards, Located};
use argand_cpa::{ConfigError, Configurable, Context, Direction};

argand_cpa::options! {
    /// `backlocation` has no options.
    pub struct BacklocationOptions {}
}

/// Tracks the location backwards.
pub type BacklocationCpa = Located<Backwards>;

impl Configurable for BacklocationCpa {
    const NAME: &'static str = "backlocation";
    const SUMMARY: &'static str = "tracks where control is, backwards";
    type Options = BacklocationOptions;
    const DIRECTION: Option<Direction> = Some(Backwards::DIRECTION);

    fn from_options(_: BacklocationOptions, _: &Context<'_>) -> Result<Self, ConfigError> {
        Ok(Self::default())
    }
}
