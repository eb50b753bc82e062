//! Every analysis that a configuration can name. To find out which exist, read the table.

use argand_cpa::Registration;
use argand_cpas::{backlocation, callstack, functionpointer, interval, location, loopbound, pointer, sign, value};

/// The analyses, sorted by name. Specification automata are added by the properties, not by name.
pub const ANALYSES: &[Registration] = &[
    Registration::of::<backlocation::BacklocationCpa>(),
    Registration::of::<callstack::CallstackCpa>(),
    Registration::of::<functionpointer::FunctionpointerCpa>(),
    Registration::of::<interval::IntervalCpa>(),
    Registration::of::<location::LocationCpa>(),
    Registration::of::<loopbound::LoopboundCpa>(),
    Registration::of::<pointer::PointerCpa>(),
    Registration::of::<sign::SignCpa>(),
    Registration::of::<value::ValueCpa>(),
];
