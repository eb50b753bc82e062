//! Where control is, following edges forwards.
//!
//! Domain: single locations. Calls are entered and left again along `Call` and `Return` edges; which `Return` edge
//! matches is the business of `callstack`.

#[cfg(test)]
mod tests;

use crate::along::{Along as _, Forwards, Located};
use argand_cpa::{ConfigError, Configurable, Context, Direction};

argand_cpa::options! {
    /// `location` has no options.
    pub struct LocationOptions {}
}

/// Tracks the location.
pub type LocationCpa = Located<Forwards>;

impl Configurable for LocationCpa {
    const NAME: &'static str = "location";
    const SUMMARY: &'static str = "tracks where control is";
    type Options = LocationOptions;
    const DIRECTION: Option<Direction> = Some(Forwards::DIRECTION);

    fn from_options(_: LocationOptions, _: &Context<'_>) -> Result<Self, ConfigError> {
        Ok(Self::default())
    }
}
